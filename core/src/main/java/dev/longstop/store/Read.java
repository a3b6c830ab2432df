package dev.longstop.store;

/** A read: takes a transaction that it must not write in, gives a value. */
@FunctionalInterface
public interface Read<T> {

    /** Reads. The transaction is not to be kept. */
    T from(Tx tx);
}
