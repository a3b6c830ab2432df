package dev.longstop.queue;

/** What becomes of a run whose attempt was cut off: by a stop, or since its lease was lost. */
public enum Interrupted {
    /** It is tried again. */
    RETRY,
    /** It waits for a person, since the attempt may have done things that must not be done twice. */
    HOLD;

    /** Why such a run is held. */
    public static final String WHY = "interrupted";
}
