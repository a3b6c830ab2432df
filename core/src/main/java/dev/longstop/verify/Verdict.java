package dev.longstop.verify;

import java.util.Locale;

/** Whether a delivery is the sender's. */
public sealed interface Verdict {

    /**
     * It is.
     *
     * @param secret the name of the secret that signed it
     */
    record Verified(String secret) implements Verdict {}

    /**
     * It is not, or that cannot be known. The reason is for the operator; the caller learns only that it was refused.
     */
    record Rejected(Reason reason) implements Verdict {}

    /** Why a delivery was refused. */
    enum Reason {
        /** The header with the proof is absent or empty. */
        NO_SIGNATURE,
        /** The header with the proof was sent more than once: which one counts is anybody's guess. */
        REPEATED_SIGNATURE,
        /** The header is not written as the contract says: prefix, alphabet, length. */
        MALFORMED_SIGNATURE,
        /** Nothing that we know of signed these bytes. */
        WRONG_SIGNATURE,
        /** A secret signed it whose time is over. */
        EXPIRED_SECRET;

        /** The word in lists of rejections. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
