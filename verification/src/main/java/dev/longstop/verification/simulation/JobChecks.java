package dev.longstop.verification.simulation;

import java.util.HashSet;
import java.util.Optional;

/** What jobs and their effects promise: I6, I7, I8, I10. */
final class JobChecks {

    /** I6: in each generation the rank only rises, and an outcome stays. */
    Optional<String> ranksOnlyRise(Tables before, Tables now) {
        for (var old : before.jobs().values()) {
            var row = now.jobs().get(old.row());
            if (row == null
                    || row.rank() < old.rank()
                    || (old.rank() == 3 && !row.state().equals(old.state()))) {
                return Optional.of("a job went back: " + old + " became " + row);
            }
        }
        return Optional.empty();
    }

    /** I7, as far as tables show it alone: at most one effect per owner, name and round. */
    Optional<String> effectsFollowTransitions(Tables now) {
        var known = new HashSet<String>();
        for (var effect : now.effects().values()) {
            if (!known.add(effect.owner() + "\0" + effect.name() + "\0" + effect.round())) {
                return Optional.of("two effects of one kind: " + effect);
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

    /** I10, as far as tables show it alone: a job has as many observations as it counts. */
    Optional<String> observationsAreKept(Tables now) {
        return now.jobs().values().stream()
                .filter(job -> now.observations().getOrDefault(job.row(), 0) != job.observations())
                .findFirst()
                .map(job -> "an observation is missing: " + job + " has "
                        + now.observations().get(job.row()));
    }
}
