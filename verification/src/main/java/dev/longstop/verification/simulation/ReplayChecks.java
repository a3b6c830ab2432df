package dev.longstop.verification.simulation;

import dev.longstop.queue.ReplayItem;
import dev.longstop.queue.Replayed;
import dev.longstop.queue.Replayed.Result;
import dev.longstop.verification.simulation.Tables.RunRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** What replays promise: exactly what was planned, and once (U9). */
final class ReplayChecks {

    private final Journal journal;
    private final Set<ReplayItem> done = new HashSet<>();

    ReplayChecks(Journal journal) {
        this.journal = journal;
    }

    /** Something was carried out; says what is wrong with it. */
    Optional<String> replayed(Replayed replayed) {
        if (!replayed.result().did()) {
            return Optional.empty();
        }
        if (!journal.isPlanned(replayed.item())) {
            return Optional.of("replayed, and in no plan: " + replayed);
        }
        return done.add(replayed.item()) ? Optional.empty() : Optional.of("replayed twice: " + replayed);
    }

    /** Whether a run that was over goes on by a replay. */
    static boolean goesOn(Replayed replayed) {
        return replayed.result() == Result.GOES_ON;
    }

    /** Each further round is of a plan, and none is left out. */
    Optional<String> roundsArePlanned(Tables now) {
        var rounds = new HashMap<String, Integer>();
        for (var run : now.runs().values()) {
            if (run.round() > 1 && !journal.isPlanned(run.eventSeq(), run.agent(), run.round())) {
                return Optional.of("a round that nobody planned: " + run);
            }
            rounds.merge(pair(run), run.round(), Math::max);
        }
        for (var run : now.runs().values()) {
            rounds.merge(pair(run), -1, Integer::sum);
        }
        return rounds.entrySet().stream()
                .filter(pair -> pair.getValue() != 0)
                .findFirst()
                .map(pair -> "rounds are missing, or there twice: " + pair);
    }

    private static String pair(RunRow run) {
        return run.agent() + " for event " + run.eventSeq();
    }
}
