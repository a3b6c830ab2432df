package dev.longstop.proof;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import dev.longstop.time.Randomness;

/** Kills the serving process, and nothing else, at random moments under load, and starts it again. */
final class Crashes {

    /** A life ends after a random number of answers, so that a slow machine's lives are as full as a quick one's. */
    private static final int ACKNOWLEDGED_MAX = 40;

    private static final long LATER_MS_MAX = 300;
    private static final long ALIVE_MS = 60_000;
    private static final int TELL_PARTS = 4;

    private final Site site;
    private final Sender sender;
    private final Randomness chance;
    private final Runnable afterKill;
    private final Telling telling;
    private int kills;

    Crashes(Site site, Sender sender, Randomness chance, Runnable afterKill, Telling telling) {
        this.site = site;
        this.sender = sender;
        this.chance = chance;
        this.afterKill = afterKill;
        this.telling = telling;
    }

    /** How often the process was killed. */
    int kills() {
        return kills;
    }

    /** Kills so many times more. */
    void kill(int times) {
        int every = Math.max(1, times / TELL_PARTS);
        for (int i = 1; i <= times; i++) {
            live(site.serve());
            if (i % every == 0 || i == times) {
                telling.line("    killed %d times; %d deliveries acknowledged, %d answers cut off"
                        .formatted(kills, sender.acknowledgedCount(), sender.cutOff()));
            }
        }
    }

    private void live(Program program) {
        var posting = sender.post(program);
        long enough = sender.acknowledgedCount() + 1 + chance.below(ACKNOWLEDGED_MAX);
        long laterMs = chance.below(LATER_MS_MAX);
        if (!Patience.until(ALIVE_MS, () -> sender.acknowledgedCount() >= enough)) {
            throw new IllegalStateException("no deliveries are acknowledged; the program said:\n" + program.log());
        }
        boolean ended = Patience.until(laterMs, () -> !program.alive());
        if (ended) {
            throw new IllegalStateException("the program ended by itself; it said:\n" + program.log());
        }
        program.kill();
        kills++;
        posting.stop();
        afterKill.run();
    }
}
