package dev.longstop.verification.simulation;

import dev.longstop.job.Observed;
import dev.longstop.verification.simulation.Tables.JobRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** What jobs and their effects promise: I6, I7, I8, I10. */
final class JobChecks {

    private final Map<Long, Integer> observed = new TreeMap<>();

    /** An observation was merged in a commit. */
    void noted(Observed observation) {
        observed.merge(observation.jobRow(), 1, Integer::sum);
    }

    /** I6: in each generation the rank only rises, and an outcome stays; a generation that is over stays so. */
    Optional<String> ranksOnlyRise(Tables before, Tables now) {
        for (var old : before.jobs().values()) {
            var row = now.jobs().get(old.row());
            if (row == null
                    || row.rank() < old.rank()
                    || (old.rank() == 3 && !row.state().equals(old.state()))
                    || (old.superseded() && !row.superseded())) {
                return Optional.of("a job went back: " + old + " became " + row);
            }
        }
        return Optional.empty();
    }

    /** I7: a generation of ours has the effects that its outcome calls for, one of each, and no others. */
    Optional<String> effectsFollowTransitions(Tables now) {
        var names = new HashMap<Long, TreeSet<String>>();
        for (var effect : now.effects().values()) {
            long row = effect.jobRow().orElse(-1);
            if (!names.computeIfAbsent(row, r -> new TreeSet<>()).add(effect.name() + " " + effect.round())) {
                return Optional.of("two effects of one kind: " + effect);
            }
        }
        for (var job : now.jobs().values()) {
            var due = new TreeSet<String>();
            if (job.ours()) {
                JobEffects.names(job.state()).forEach(name -> due.add(name + " 1"));
            }
            var born = names.getOrDefault(job.row(), new TreeSet<>());
            if (!born.equals(due)) {
                return Optional.of("effects " + born + " instead of " + due + ": " + job);
            }
        }
        return Optional.empty();
    }

    /** I8: an effect stays, and so do its key and its request. */
    Optional<String> requestsStay(Tables before, Tables now) {
        for (var old : before.effects().values()) {
            var effect = now.effects().get(old.id());
            if (effect == null || !effect.request().equals(old.request())) {
                return Optional.of("an effect's request changed: " + old + " became " + effect);
            }
        }
        return Optional.empty();
    }

    /** I10: whatever was merged is kept with the generation that it was merged into. */
    Optional<String> observationsAreKept(Tables now) {
        for (var job : observed.entrySet()) {
            int kept = now.observations().getOrDefault(job.getKey(), 0);
            if (kept != job.getValue()) {
                return Optional.of("kept " + kept + " of " + job.getValue() + " observations: "
                        + Optional.<JobRow>ofNullable(now.jobs().get(job.getKey())));
            }
        }
        return Optional.empty();
    }
}
