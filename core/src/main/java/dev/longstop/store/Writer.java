package dev.longstop.store;

import java.sql.SQLException;

/**
 * A connection that writes, opened when needed and again after it was lost.
 *
 * <p><i>Threads</i>: one at a time.
 */
interface Writer extends AutoCloseable {

    /** Begins a transaction; opens the connection first if there is none. */
    Tx begin() throws SQLException;

    /** Commits the transaction that was begun. After a failure the outcome is in doubt unless the database said no. */
    void commit() throws SQLException;

    /**
     * Ends the transaction that failed, closes the connection if it is not fit for another, and says what to do.
     *
     * @param cause what {@link #begin}, the work or {@link #commit} threw
     */
    Trouble abandon(Throwable cause);

    /** Does upkeep that is due after a commit was answered; never throws. */
    void upkeep();

    /** How the items of a failed transaction are told apart. */
    Parting parting();

    @Override
    void close();

    /** What a failed transaction means for its items. */
    record Trouble(Remedy remedy, StoreFailure failure) {}

    /** What helps against a failure. */
    enum Remedy {
        /** An item is to blame: the others are tried without it. */
        SINGLE_OUT,
        /** The machinery failed, and what was written may be written again: the items are tried once more. */
        AGAIN,
        /** Trying again is useless or, where the commit's outcome is in doubt, wrong. */
        GIVE_UP
    }

    /** How the items of a failed transaction are told apart. */
    enum Parting {
        /**
         * Each in a transaction of its own (N2): also after the machinery failed, since SQLite's failures may be an
         * item's.
         */
        ONE_BY_ONE(0),
        /** In halves, until the bad item is alone (N3); after the machinery failed, first all of them again. */
        HALVES(3);

        private final int wholeAgain;

        Parting(int wholeAgain) {
            this.wholeAgain = wholeAgain;
        }

        /** How often all items together are tried again after the machinery failed. */
        int wholeAgain() {
            return wholeAgain;
        }
    }
}
