package dev.longstop.queue;

/** What a lane does with newer work while older is in progress. */
public enum Busy {
    /** It waits its turn. */
    QUEUE,
    /** It takes the place of the older. */
    SUPERSEDE,
    /** It is not done. */
    SKIP
}
