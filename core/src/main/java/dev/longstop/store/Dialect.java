package dev.longstop.store;

/** The databases that the road's statements are written for. */
public enum Dialect {
    /** SQLite 3.50 and newer: one file, one process. */
    SQLITE,
    /** PostgreSQL 14 and newer: many nodes. */
    POSTGRESQL;

    /**
     * The suffix that locks the selected rows and passes over those that others hold; nothing on SQLite, which has one
     * writer.
     */
    public String forUpdateSkipLocked() {
        return this == POSTGRESQL ? "for update skip locked" : "";
    }

    /**
     * The suffix that locks the selected rows and waits for those that others hold; nothing on SQLite, which has one
     * writer.
     */
    public String forUpdate() {
        return this == POSTGRESQL ? "for update" : "";
    }
}
