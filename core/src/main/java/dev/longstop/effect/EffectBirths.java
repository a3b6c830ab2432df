package dev.longstop.effect;

import dev.longstop.event.HeaderText;
import dev.longstop.event.SafeText;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes effects inside the transaction of the transition that calls for them (I7): both are committed, or neither.
 *
 * <p>An effect that its owner has already, by name and round, stays as it is.
 */
public final class EffectBirths {

    private EffectBirths() {}

    /** Writes the effects, due at once. Their owners' rows are written before. */
    public static void write(Tx tx, List<EffectBirth> births) {
        var ofRuns = new ArrayList<Object[]>();
        var ofJobs = new ArrayList<Object[]>();
        for (var birth : births) {
            if (birth.owner() instanceof EffectOwner.OfRun run) {
                ofRuns.add(row(tx, run.runId(), birth.seed()));
            } else if (birth.owner() instanceof EffectOwner.OfJob job) {
                ofJobs.add(row(tx, job.jobRow(), birth.seed()));
            }
        }
        tx.write(EffectSql.BIRTH_OF_RUN, ofRuns);
        tx.write(EffectSql.BIRTH_OF_JOB, ofJobs);
    }

    private static Object[] row(Tx tx, long owner, EffectSeed seed) {
        var request = seed.request();
        return new Object[] {
            tx.nextId("effect"),
            owner,
            seed.name(),
            seed.round(),
            seed.policy().word(),
            seed.idempotencyKey(),
            request.method(),
            SafeText.of(request.url()),
            HeaderText.write(request.headers()),
            request.body(),
            seed.kind(),
            SafeText.of(seed.settings()),
            tx.nowMs()
        };
    }
}
