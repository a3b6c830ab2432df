package dev.longstop.store;

/** What can be read from. <i>Threads</i>: safe. */
public interface Reads {

    /**
     * Runs a read on a connection of its own and waits for it.
     *
     * <p><i>Bounds</i>: 2 s, ended by cancelling the statement. The read holds no snapshot after it returned.
     * <i>Errors</i>: {@link StoreFailure} with {@code STORE_READ_TIMEOUT} or {@code STORE_UNAVAILABLE}.
     */
    <T> T read(Read<T> read);
}
