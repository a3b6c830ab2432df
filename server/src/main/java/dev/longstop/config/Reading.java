package dev.longstop.config;

/**
 * What the readers of one file share.
 *
 * @param problems where they report
 * @param references how they follow {@code env:} and {@code file:}
 * @param contracts the contracts that sources may name
 * @param wallMs the wall clock's reading, for secrets whose time is over
 * @param scope which keys may be used
 */
record Reading(Problems problems, References references, ContractLookup contracts, long wallMs, Scope scope) {

    /** Which keys of the form may be used. */
    enum Scope {
        /** Those that something acts on; the others are checked and then refused as not available yet. */
        ACTING,
        /** All, so that tests see the whole form read. */
        WHOLE_FORM
    }
}
