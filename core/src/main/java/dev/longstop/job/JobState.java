package dev.longstop.job;

import java.util.Locale;

/** Where a job stands, whatever its platform calls it. */
public enum JobState {
    /** There is a record, and nothing is known. */
    UNKNOWN(0),
    /** Not begun. */
    QUEUED(1),
    /** At work. */
    RUNNING(1),
    /** Waits for somebody; needs attention. */
    WAITING(1),
    /** The platform does not know it any more; needs attention. */
    LOST(1),
    /** Over; the outcome is not read yet. */
    ENDED(2),
    /** Over, as wished. */
    SUCCEEDED(3),
    /** Over, and not as wished. */
    FAILED(3),
    /** Over, since somebody ended it. */
    CANCELLED(3),
    /** Over, since its time ran out or nobody knows of it. */
    EXPIRED(3);

    private final int rank;

    JobState(int rank) {
        this.rank = rank;
    }

    /** 0 unknown, 1 open, 2 over without outcome, 3 outcome: inside a generation it never falls. */
    public int rank() {
        return rank;
    }

    /** Whether it is an outcome: absorbing inside its generation. */
    public boolean outcome() {
        return rank == 3;
    }

    /** The word in tables, metrics and commands. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of a word. */
    public static JobState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
