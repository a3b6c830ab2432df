package dev.longstop.store;

/** Who turns the store's group commits. */
public enum Turning {
    /** Threads of the store, woken by what is handed in: the program. */
    THREADS,
    /** The caller: an item is committed before {@code submit} returns. For tests and simulations of one thread. */
    INLINE,
    /** A test, through {@link Store#steps()}: items wait until then, and share a commit. */
    BY_HAND
}
