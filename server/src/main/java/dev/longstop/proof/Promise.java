package dev.longstop.proof;

/** What the program promises its users. */
public enum Promise {
    /** Promise 1. */
    NOTHING_LOST(1, "No acknowledged event is lost"),
    /** Promise 2. */
    EFFECTS_ONCE(2, "No effect happens twice at a target that honours the idempotency key"),
    /** Promise 3. */
    JOBS_KNOWN(3, "A finished job is known within its poll interval, even if every webhook is lost");

    private final int number;
    private final String words;

    Promise(int number, String words) {
        this.number = number;
        this.words = words;
    }

    /** Its number in the documentation. */
    public int number() {
        return number;
    }

    /** The promise in words. */
    public String words() {
        return words;
    }
}
