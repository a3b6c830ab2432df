package dev.longstop.verification.simulation;

import java.util.Locale;

/** What can go wrong. Each seed turns some of these off entirely and weighs the rest wildly (swarm testing). */
public enum Fault {
    /** A submit fails, and nothing of it is committed. */
    SUBMIT_FAILS,
    /** A submit is committed, and the one who asked hears of a failure. */
    ANSWER_LOST,
    /** A statement in the middle of a transaction fails, or its commit, and the store rolls back. */
    TRANSACTION_BREAKS,
    /** A commit takes long. */
    COMMIT_SLOW,
    /** An answer of the store takes long after its commit, while everything else goes on. */
    ANSWER_SLOW,
    /** A read fails. */
    READ_FAILS,
    /** Nothing reaches the store for a while. */
    STORE_AWAY,
    /** A node is gone in mid-work, and starts again from the store. */
    CRASH,
    /**
     * A node's process stands still for longer than a lease while its clocks go on, and then goes on as if nothing was.
     */
    FREEZE,
    /** A node's machine sleeps for longer than a lease, monotonic clock included. */
    SUSPEND,
    /** A node's wall clock jumps. */
    WALL_JUMP,
    /** A node's clocks are wrong from the start and run fast or slow. */
    SKEW,
    /** A wake-up is lost. */
    WAKE_LOST,
    /** An agent answers that it must be tried again. */
    AGENT_RETRY,
    /** An agent answers that it will never work. */
    AGENT_DEAD,
    /** An agent takes longer than a lease. */
    AGENT_HANGS,
    /** An agent breaks its promise and throws. */
    AGENT_THROWS,
    /** An agent does not listen when its right is revoked, and reports success late. */
    AGENT_DEAF,
    /** An agent answers later, by a callback that comes early, late, twice, to another node, or never. */
    AGENT_CALLS_BACK,
    /** People cancel, requeue and release runs, replay events, and pause and resume agents. */
    PEOPLE,
    /** The sender delivers an event several times, at once or later. */
    REPEAT,
    /** The sender's deliveries overtake each other. */
    REORDER,
    /** The sender uses an id again for other content. */
    OTHER_CONTENT,
    /** Our answer does not reach the sender, which sends again. */
    SENDER_DEAF,
    /** Somebody sends a body again under another id. */
    REPLAY,
    /** Somebody else signs. */
    FORGE,
    /** Ids and words that break careless code. */
    HOSTILE_TEXT,
    /** Observations of a job arrive late, twice, out of order or contradict each other. */
    OBSERVATIONS_DISORDERED,
    /** A platform does not answer, or says nothing of a job that it knows. */
    PLATFORM_FAILS,
    /** The target of an effect says that it must be asked later. */
    EFFECT_REFUSED,
    /** The target of an effect does it, and its answer is lost. */
    EFFECT_UNANSWERED,
    /** What the sender posts does not arrive. */
    POST_LOST,
    /** What the sender posts arrives a second time, changed on its way. */
    MUTATED,
    /** A platform says what is not so: of a job that is over that it works, or what is no answer at all. */
    PLATFORM_LIES,
    /** A platform takes long to answer, or does not answer before the deadline. */
    PLATFORM_HANGS;

    /** The name in commands and reports. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The fault of a word. */
    public static Fault of(String word) {
        return valueOf(word.strip().toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
