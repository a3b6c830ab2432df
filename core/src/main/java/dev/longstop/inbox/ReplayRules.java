package dev.longstop.inbox;

import dev.longstop.event.Event;
import dev.longstop.inbox.ReplayDraft.Skip;
import dev.longstop.queue.ReplayItem;
import dev.longstop.queue.ReplayRun;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a replay does for one event: pure, from what stands and from what the present rules would start. The table is in
 * {@code docs/lifecycle.md}.
 *
 * @param choice what is wanted
 * @param workers whom runs can be for
 */
record ReplayRules(ReplayChoice choice, Set<String> workers) {

    /** What is done for one agent, or why nothing is. */
    sealed interface Verdict {}

    /** This is done. */
    record Does(ReplayItem item) implements Verdict {}

    /** Nothing is. */
    record Leaves(Skip why) implements Verdict {}

    /**
     * An event as it stands.
     *
     * @param pruned whether its body is gone
     * @param runs its runs
     * @param owed what the present rules start for it; empty where that cannot be known
     */
    record Standing(Event event, boolean pruned, List<ReplayRun> runs, Optional<List<RunSeed>> owed) {

        private Optional<RunSeed> seed(String agent) {
            return owed.stream()
                    .flatMap(List::stream)
                    .filter(seed -> seed.agent().equals(agent))
                    .findFirst();
        }
    }

    /** A verdict for each agent that the choice is about; none where it is about none. */
    List<Verdict> decide(Standing standing) {
        var newest = newest(standing.runs);
        var verdicts = new ArrayList<Verdict>();
        newest.forEach((agent, run) -> {
            if (choice.agent().map(agent::equals).orElse(true) && isChosen(run)) {
                verdicts.add(choice.again() ? again(standing, run) : goOn(standing, run));
            }
        });
        boolean absent =
                choice.state().isEmpty() || (choice.state().get() == EventState.IGNORED && standing.runs.isEmpty());
        if (absent && choice.again()) {
            if (standing.runs.isEmpty()) {
                verdicts.add(new Leaves(Skip.NO_RUN));
            }
        } else if (absent) {
            verdicts.addAll(missing(standing, newest.keySet()));
        }
        return verdicts;
    }

    private static Map<String, ReplayRun> newest(List<ReplayRun> runs) {
        var newest = new LinkedHashMap<String, ReplayRun>();
        for (var run : runs) {
            newest.merge(
                    run.agent(),
                    run,
                    (one, other) -> one.stood().round() > other.stood().round() ? one : other);
        }
        return newest;
    }

    private boolean isChosen(ReplayRun run) {
        return choice.state()
                .map(state -> state.word().equals(run.stood().state().word()))
                .orElse(true);
    }

    /** Without a state that says so, what people or newer work ended is left, and what nobody knows. */
    private Optional<Skip> barred(ReplayRun run) {
        return switch (run.stood().state()) {
            case PENDING, RUNNING, WAITING -> Optional.of(Skip.UNFINISHED);
            case HELD -> Optional.of(Skip.HELD);
            case CANCELLED -> unlessNamed(Skip.CANCELLED);
            case UNCERTAIN -> unlessNamed(Skip.UNCERTAIN);
            case SUPERSEDED -> choice.again() ? unlessNamed(Skip.SUPERSEDED) : Optional.of(Skip.SUPERSEDED);
            case DONE -> choice.again() ? Optional.empty() : Optional.of(Skip.DONE);
            case DEAD, EXPIRED -> Optional.empty();
        };
    }

    private Optional<Skip> unlessNamed(Skip why) {
        return choice.state().isPresent() ? Optional.empty() : Optional.of(why);
    }

    private Verdict goOn(Standing standing, ReplayRun run) {
        boolean shadow = run.mode() == RunMode.SHADOW;
        var why = shadow ? Optional.of(Skip.SHADOW) : barred(run).or(() -> impossible(standing, run.agent()));
        return why.<Verdict>map(Leaves::new)
                .orElseGet(() -> new Does(ReplayItem.goingOn(run.eventSeq(), run.agent(), run.stood())));
    }

    private Verdict again(Standing standing, ReplayRun run) {
        var seed = standing.seed(run.agent());
        var why = barred(run);
        if (run.agent().startsWith(Feed.agent(""))) {
            why = Optional.of(Skip.COMPLETION);
        } else if (seed.map(RunSeed::mode).orElse(run.mode()) == RunMode.SHADOW) {
            // Where no rule names it any more, what it was then counts.
            why = Optional.of(Skip.SHADOW);
        }
        return why.or(() -> impossible(standing, run.agent()))
                .<Verdict>map(Leaves::new)
                .orElseGet(() -> new Does(new ReplayItem(
                        run.eventSeq(),
                        run.agent(),
                        run.stood().round() + 1,
                        Optional.of(run.stood()),
                        seed.flatMap(RunSeed::lane).or(run::lane),
                        run.urgent())));
    }

    /** What the present rules start, and what is not there. */
    private List<Verdict> missing(Standing standing, Set<String> agents) {
        var owed = standing.owed.map(seeds -> seeds.stream()
                .filter(seed -> choice.agent().map(seed.agent()::equals).orElse(true))
                .toList());
        if (owed.isEmpty()) {
            // What the rules say cannot be known; of an event that has its runs that is nothing new.
            return agents.isEmpty() ? List.of(new Leaves(standing.pruned ? Skip.PRUNED : Skip.UNREADABLE)) : List.of();
        }
        if (owed.get().isEmpty() && agents.isEmpty()) {
            return choice.agent().isEmpty() ? List.of(new Leaves(Skip.IGNORED)) : List.of();
        }
        return owed.get().stream()
                .filter(seed -> !agents.contains(seed.agent()))
                .map(seed -> begin(standing, seed))
                .toList();
    }

    private Verdict begin(Standing standing, RunSeed seed) {
        if (seed.mode() == RunMode.SHADOW) {
            return new Leaves(Skip.SHADOW);
        }
        return impossible(standing, seed.agent())
                .<Verdict>map(Leaves::new)
                .orElseGet(() -> new Does(new ReplayItem(
                        standing.event.seq(), seed.agent(), 1, Optional.empty(), seed.lane(), seed.urgent())));
    }

    private Optional<Skip> impossible(Standing standing, String agent) {
        if (standing.pruned) {
            return Optional.of(Skip.PRUNED);
        }
        return workers.contains(agent) ? Optional.empty() : Optional.of(Skip.PARKED);
    }
}
