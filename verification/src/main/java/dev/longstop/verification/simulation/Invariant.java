package dev.longstop.verification.simulation;

/**
 * What must always hold, by the numbers of the design (section 6).
 *
 * <p>The simulation checks all of them: {@link Invariants} has the checks.
 */
public enum Invariant {
    I1("no answer accepted or duplicate without its committed row"),
    I2("an unverified request writes nothing"),
    I3("one inbox row per key, content unchanged for ever"),
    I4("at most one current lease; only its token settles"),
    I5("attempts and lapses never exceed their limits"),
    I6("inside a generation rank never falls and an outcome never changes"),
    I7("an effect exists iff its transition committed, at most one per owner, name and round"),
    I8("every attempt of an effect carries the same key and bytes"),
    I9("two runs of one lane never run at once"),
    I10("an unknown job's observation is kept"),
    I11("with faults off, every run of an accepted event comes to an end or waits for a person or a job"),
    I12("with faults off, every job of ours that is over on its platform is over here"),
    I13("rescues counted equal outcomes that no push announced"),
    I14("the sender's answer never waited for an agent"),

    /** Not numbered in the design: a lane of an agent that supersedes or skips has one live run. */
    LANES("a lane of an agent that supersedes or skips has at most one live run that no person touched"),

    /** Not numbered in the design (U2). */
    LIMITS("no more runs are let through in a stretch of time than the limit says; what exceeds it is held"),

    /** Not numbered in the design (U9). */
    PLANS("a replay does what its plan says, each item once, and nothing else"),

    /** Not of the design: no component throws anything but a failure of machinery that a fault caused. */
    SOUND("no component throws, but for failures that a fault caused");

    private final String text;

    Invariant(String text) {
        this.text = text;
    }

    /** What it says, in the words of the design. */
    public String text() {
        return text;
    }
}
