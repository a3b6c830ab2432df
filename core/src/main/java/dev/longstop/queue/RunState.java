package dev.longstop.queue;

import java.util.Locale;

/** Where a run stands. */
public enum RunState {
    /** Due at a time; the queue. */
    PENDING,
    /** An attempt is in progress under a lease. */
    RUNNING,
    /** The attempt ended; a job or a callback decides. */
    WAITING,
    /** Waits for a person: tripped limit, suspected replay, interrupted. */
    HELD,
    /** Over, and the agent said so. */
    DONE,
    /** Over; will not be tried again without a person. */
    DEAD,
    /** Over; a person ended it. */
    CANCELLED,
    /** Over; newer work of its lane took its place. */
    SUPERSEDED,
    /** Over; its time ran out before it was begun or answered. */
    EXPIRED,
    /** Over for us; what it did cannot be known, and a person decides. */
    UNCERTAIN;

    /** Whether nothing happens any more without a person or policy. */
    public boolean over() {
        return switch (this) {
            case PENDING, RUNNING, WAITING, HELD -> false;
            case DONE, DEAD, CANCELLED, SUPERSEDED, EXPIRED, UNCERTAIN -> true;
        };
    }

    /** The word in tables, metrics and commands. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of a word. */
    public static RunState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
