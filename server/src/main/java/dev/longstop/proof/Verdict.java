package dev.longstop.proof;

/** What a trial says of a promise. */
public enum Verdict {
    /** It was tried, and it held. */
    HELD("held"),
    /** It was tried, and it did not hold. */
    BROKEN("broken"),
    /** It did not come to the case that would show it. */
    NOT_SHOWN("not shown"),
    /** It was not tried, since something else was wrong before. */
    NOT_TRIED("not tried");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** In words. */
    public String words() {
        return words;
    }
}
