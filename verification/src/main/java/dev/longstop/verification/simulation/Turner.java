package dev.longstop.verification.simulation;

import dev.longstop.loop.Step;
import dev.longstop.loop.Wake;
import dev.longstop.store.StoreFailure;
import dev.longstop.verification.Generator;
import java.util.concurrent.CompletionException;

/**
 * Turns one step of a node, as its loop would: at once while there is work, after a rest otherwise, sooner when woken,
 * after a pause when it crashed because of the store.
 */
final class Turner implements Wake {

    private static final long IDLE_MS = 1_000;

    private final Step step;
    private final Timeline timeline;
    private final Swarm faults;
    private final Journal journal;
    private final Life life;
    private final Generator chance;
    private long turn;
    private long dueMs;
    private long idleMs = IDLE_MS;
    private boolean turning;
    private boolean again;

    Turner(Step step, World world, Life life, Generator chance) {
        this.step = step;
        this.timeline = world.timeline();
        this.faults = world.faults();
        this.journal = world.journal();
        this.life = life;
        this.chance = chance;
        this.dueMs = Long.MAX_VALUE;
    }

    /** Rests so long at most where there is nothing to do. */
    Turner resting(long atMostMs) {
        idleMs = atMostMs;
        return this;
    }

    /** Begins. */
    void begin() {
        step.turnedBy(this);
        next(chance.between(0L, idleMs));
    }

    @Override
    public void up() {
        if (faults.strikes(Fault.WAKE_LOST, 0.8)) {
            return;
        }
        long soonMs = chance.between(0L, 20L);
        if (timeline.nowMs() + soonMs < dueMs) {
            next(soonMs);
        }
    }

    private void next(long delayMs) {
        long mine = ++turn;
        dueMs = timeline.nowMs() + delayMs;
        timeline.in(delayMs, step.name(), () -> life.run(() -> turn(mine)));
    }

    private void turn(long mine) {
        if (turning) {
            again = true;
            return;
        }
        if (mine != turn) {
            return;
        }
        dueMs = Long.MAX_VALUE;
        turning = true;
        long restMs = turnOnce();
        turning = false;
        if (again || mine == turn) {
            again = false;
            next(restMs);
        }
    }

    private long turnOnce() {
        try {
            return step.turn() > 0 ? chance.between(0L, 20L) : chance.between(idleMs / 4, idleMs);
        } catch (StoreFailure failure) {
            return pause();
        } catch (CompletionException failed) {
            if (!(failed.getCause() instanceof StoreFailure)) {
                throw failed;
            }
            return pause();
        }
    }

    private long pause() {
        journal.count("step failed");
        return chance.between(100L, 3_000L);
    }
}
