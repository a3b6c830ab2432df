package dev.longstop.consumer;

import dev.longstop.agent.Agent;
import dev.longstop.loop.Wake;
import dev.longstop.loop.Workers;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Runs;
import dev.longstop.queue.Slots;
import dev.longstop.time.Time;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Asks the queue for as many due runs as the agents have room for: when somebody says that there may be some, when a
 * claim brought some, when room was made or a lane became free, and in any case once in a while, since retries become
 * due without a word.
 *
 * <p>A run that lost two leases may be what brought processes down. Such suspects are taken one at a time, the next one
 * when the last is over or has been at work for a while; and the first of them when this process has lived for a while,
 * twice as long for each lease more. So a poisonous run takes no other with it five times, and processes that are
 * killed again and again do not use up the chances of runs that are innocent.
 *
 * <p><i>Threads</i>: {@link #want} by any; the rest by the consumer's.
 */
final class Claiming {

    /** The longest "while", whatever the lease. */
    private static final long SUSPECT_MS_MAX = 60_000;

    private final Runs runs;
    private final Map<String, Agent> agents;
    private final Workers workers;
    private final ConsumerSettings settings;
    private final Time time;
    private final Attempts attempts;
    private final StoreTrouble trouble;
    private final AtomicBoolean wanted = new AtomicBoolean(true);
    private @Nullable Reply<List<Claimed>> answer;
    private final long bornNanos;
    private long askedNanos;
    private long notBeforeNanos;
    private int failures;

    Claiming(RunConsumer.Parts parts, ConsumerSettings settings, Attempts attempts, StoreTrouble trouble) {
        this.runs = parts.runs();
        this.agents = parts.agentsByName();
        this.workers = parts.workers();
        this.time = parts.time();
        this.settings = settings;
        this.attempts = attempts;
        this.trouble = trouble;
        bornNanos = time.nanos();
        askedNanos = bornNanos;
        notBeforeNanos = bornNanos;
    }

    /** There may be something to claim. */
    void want() {
        wanted.set(true);
    }

    /** Leaves the queue alone for a while. */
    void pause(int times) {
        notBeforeNanos = time.nanos() + trouble.pauseNanos(times);
    }

    /** Whether an answer is still to come. */
    boolean asked() {
        return answer != null;
    }

    /** Asks, if there is a reason and room. */
    void ask(Wake wake) {
        long now = time.nanos();
        if (answer != null || now - notBeforeNanos < 0) {
            return;
        }
        boolean polls = now - askedNanos >= TimeUnit.MILLISECONDS.toNanos(settings.pollMs());
        var slots = slots();
        if (slots.isEmpty() || !(wanted.get() || polls)) {
            return;
        }
        wanted.set(false);
        askedNanos = now;
        int max = Math.min(settings.claimMax(), workers.free());
        var request = new ClaimRequest(settings.owner(), slots, settings.leaseMs(), max, lapsesMax(now));
        answer = new Reply<>(runs.claim(request), wake);
    }

    /** The most leases that a run may have lost to be taken now. */
    private int lapsesMax(long now) {
        long whileMs = Math.min(settings.leaseMs(), SUSPECT_MS_MAX);
        int lapses = Runs.LAPSES_SUSPECT - 1;
        if (attempts.inProgress().stream()
                .anyMatch(attempt -> attempt.claimed().suspect() && attempt.sinceStartMs(now) < whileMs)) {
            return lapses;
        }
        long livedMs = TimeUnit.NANOSECONDS.toMillis(now - bornNanos);
        for (long neededMs = whileMs; livedMs >= neededMs && lapses < Runs.LAPSES_MAX - 1; neededMs *= 2) {
            lapses++;
        }
        return lapses;
    }

    /** Takes the answer, if it came. */
    List<Claimed> take() {
        var asked = answer;
        if (asked == null || !asked.came()) {
            return List.of();
        }
        answer = null;
        var failure = asked.failure();
        if (failure.isPresent()) {
            trouble.failed("claim", failure.get());
            pause(failures++);
            want();
            return List.of();
        }
        failures = 0;
        trouble.worked();
        var claimed = asked.value();
        if (!claimed.isEmpty()) {
            want();
        }
        return claimed;
    }

    /** The agents that have room; none if no thread has, or too many reports wait. */
    private List<Slots> slots() {
        if (workers.free() < 1) {
            return List.of();
        }
        var inProgress = attempts.inProgressByAgent();
        return agents.values().stream()
                .map(agent ->
                        new Slots(agent.name(), Math.max(0, agent.room() - inProgress.getOrDefault(agent.name(), 0))))
                .filter(slots -> slots.free() > 0)
                .toList();
    }
}
