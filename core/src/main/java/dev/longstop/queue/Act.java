package dev.longstop.queue;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a person can do with a run. */
public enum Act {
    /** Has it tried again: the same round, with all attempts before it. */
    REQUEUE(EnumSet.of(RunState.DEAD, RunState.EXPIRED, RunState.UNCERTAIN, RunState.CANCELLED)),
    /** Ends it; an attempt in progress is ended too, and what it still says is refused. */
    CANCEL(EnumSet.of(RunState.PENDING, RunState.RUNNING, RunState.WAITING, RunState.HELD)),
    /** Lets a held one go on. */
    RELEASE(EnumSet.of(RunState.HELD)),
    /** Has it go ahead of its agent's others, now, and also while the agent is paused. Its lane's order stays. */
    HURRY(EnumSet.of(RunState.PENDING));

    @SuppressWarnings("ImmutableEnumChecker") // Wrapped so that nobody can change it; its type cannot say so.
    private final Set<RunState> from;

    Act(Set<RunState> from) {
        this.from = Set.copyOf(from);
    }

    /** The states in which it can be done. */
    public Set<RunState> from() {
        return from;
    }

    /** The word in commands and records. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
