package dev.longstop.verification.simulation;

import dev.longstop.effect.Effects;
import dev.longstop.queue.Busy;
import dev.longstop.queue.RunState;
import dev.longstop.queue.Runs;
import dev.longstop.verification.simulation.Tables.RunRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What runs and effects promise as work under leases: I4, I5, I9, I11. */
final class QueueChecks {

    private final Leases leases;
    private final Set<Long> touched = new HashSet<>();

    QueueChecks(Leases leases) {
        this.leases = leases;
    }

    /** I4: the leases in the tables are those that were given. */
    Optional<String> leasesAreThoseGiven(Tables now) {
        now.runs().values().stream()
                .filter(run -> run.state() == RunState.SUPERSEDED)
                .forEach(run -> leases.runs().ended(run.id()));
        return first(now.runs().values(), run -> leases.runs().compare(run.leased()))
                .or(() ->
                        first(now.effects().values(), effect -> leases.effects().compare(effect.leased())));
    }

    /** I5: attempts and lapses are counted as they were, and never exceed their limits. */
    Optional<String> attemptsAreCounted(Tables now) {
        return first(now.runs().values(), this::counted)
                .or(() -> first(
                        now.effects().values(),
                        effect -> leases.effects()
                                .count(effect.leased(), Courier.RETRY.attemptsMax(), Effects.LAPSES_MAX)));
    }

    private Optional<String> counted(RunRow run) {
        return leases.runs().count(run.leased(), World.attemptsMax(run.agent()), Runs.LAPSES_MAX);
    }

    private static <T> Optional<String> first(Iterable<T> rows, Function<T, Optional<String>> check) {
        for (var row : rows) {
            var wrong = check.apply(row);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    /** I9: of each lane at most one run is at work or waits for a job. */
    Optional<String> lanesRunOneAtATime(Tables now) {
        var holders = new HashMap<String, RunRow>();
        for (var row : now.runs().values()) {
            if (row.lane().isPresent() && (row.state() == RunState.RUNNING || row.state() == RunState.WAITING)) {
                var other = holders.put(row.lane().get(), row);
                if (other != null) {
                    return Optional.of("two runs of one lane: " + other + " and " + row);
                }
            }
        }
        return Optional.empty();
    }

    /** What a lane's policy leaves: of agents that supersede or skip, one run that was not touched by people. */
    Optional<String> lanesAreGoverned(Tables now) {
        var live = new HashMap<String, RunRow>();
        for (var row : now.runs().values()) {
            boolean governed = World.policy(row.agent()).busy() != Busy.QUEUE;
            boolean goesOn = row.state() == RunState.PENDING
                    || row.state() == RunState.RUNNING
                    || row.state() == RunState.WAITING;
            if (governed && goesOn && row.lane().isPresent() && !touched.contains(row.id())) {
                var other = live.put(row.lane().get(), row);
                if (other != null) {
                    return Optional.of("two live runs of a governed lane: " + other + " and " + row);
                }
            }
        }
        return Optional.empty();
    }

    /** U2: no more runs were let through in a stretch than the limit says. */
    Optional<String> limitsHold(Tables now) {
        var let = new HashMap<Long, Integer>();
        for (var row : now.runs().values()) {
            boolean limited = !World.policy(row.agent()).limits().isEmpty();
            if (limited && row.state() != RunState.HELD && !touched.contains(row.id())) {
                int count = let.merge(row.createdAtMs() / World.LIMIT.perMs(), 1, Integer::sum);
                if (count > World.LIMIT.runs()) {
                    return Optional.of("more than " + World.LIMIT + " were let through, the last of them " + row);
                }
            }
        }
        return Optional.empty();
    }

    /** A person decided about a run: rules for what nobody touched do not hold for it. */
    void touched(long run) {
        touched.add(run);
    }

    /** I11: a run or effect that is neither over nor waits for somebody. */
    Optional<String> unfinished(Tables now) {
        return first(now.runs().values(), QueueChecks::unfinished)
                .or(() -> first(
                        now.effects().values(),
                        effect -> effect.open() ? Optional.of("still not at an end: " + effect) : Optional.empty()));
    }

    private static Optional<String> unfinished(RunRow run) {
        return run.state() == RunState.PENDING || run.state() == RunState.RUNNING || run.state() == RunState.WAITING
                ? Optional.of("still not at an end: " + run)
                : Optional.empty();
    }
}
