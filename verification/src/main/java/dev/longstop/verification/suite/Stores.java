package dev.longstop.verification.suite;

import dev.longstop.store.Glance;
import dev.longstop.store.Store;

/** A fresh, empty database that a contract runs on. */
public interface Stores {

    /** A store on the database. */
    Store one();

    /**
     * Another store on the same database, as another node has it; the same store where the database serves one process.
     */
    Store other();

    /** A look into the database from outside, as another process has it. */
    Glance glance();

    /** Closes both as if the process had ended, and opens the database again. */
    void restart();
}
