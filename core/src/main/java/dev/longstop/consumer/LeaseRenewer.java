package dev.longstop.consumer;

import dev.longstop.loop.Step;
import dev.longstop.loop.Wake;
import dev.longstop.queue.Lease;
import dev.longstop.queue.Runs;
import dev.longstop.time.Time;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of a consumer's attempts, each at a third of its time, until they are settled. It is turned by a
 * loop of its own, which starts first and stops last: draining, reporting and a store that fails need leases too.
 *
 * <p>A lease that is lost revokes its attempt. A renewal that fails is tried again: while the store is away nobody
 * else can take the lease either. What hangs, and what could not be reported for too long, is not renewed any more: a
 * process of which nothing works but this does not keep its work for ever (H18).
 */
public final class LeaseRenewer implements Step {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseRenewer.class);

    private final Runs runs;
    private final ConsumerSettings settings;
    private final Time time;
    private final Attempts attempts;
    private final StoreTrouble trouble;
    private final Map<Attempt, Renewal> asked = new LinkedHashMap<>();
    private final AtomicBoolean looksNow = new AtomicBoolean();
    private volatile Wake wake = Wake.none();
    private int failures;
    private long notBeforeNanos;

    LeaseRenewer(RunConsumer.Parts parts, ConsumerSettings settings, Attempts attempts, StoreTrouble trouble) {
        this.runs = parts.runs();
        this.time = parts.time();
        this.settings = settings;
        this.attempts = attempts;
        this.trouble = trouble;
        notBeforeNanos = time.nanos();
    }

    private record Renewal(Reply<Optional<Lease>> answer, long askedNanos) {}

    @Override
    public String name() {
        return "leases";
    }

    @Override
    public void turnedBy(Wake given) {
        wake = given;
    }

    /**
     * Renews every lease at the next turn: somebody may have ended a run, or newer work have taken its place, and its
     * attempt is to end now and not when it would have been renewed anyway.
     */
    void look() {
        looksNow.set(true);
        wake.up();
    }

    /** How long its loop rests at most, so that no renewal is late. */
    public long idleMs() {
        return Math.max(1, settings.leaseMs() / 12);
    }

    @Override
    public int turn() {
        int done = take();
        boolean paused = time.nanos() - notBeforeNanos < 0;
        boolean looks = looksNow.getAndSet(false);
        for (var attempt : attempts.all()) {
            boolean due = due(attempt) || (looks && attempt.inProgress() && !attempt.lost());
            if (!paused && !asked.containsKey(attempt) && due) {
                var answer = new Reply<>(runs.renew(attempt.lease(), settings.leaseMs()), wake);
                asked.put(attempt, new Renewal(answer, time.nanos()));
            }
        }
        return done + take();
    }

    private boolean due(Attempt attempt) {
        long now = time.nanos();
        boolean forgotten = attempt.inProgress()
                ? attempt.hung(now - TimeUnit.MILLISECONDS.toNanos(settings.leaseMs()))
                : attempt.sinceEndMs(now) > settings.settleGiveUpMs();
        return !attempt.lost() && !forgotten && attempt.sinceRenewalMs(now) >= settings.leaseMs() / 3;
    }

    private int take() {
        int before = asked.size();
        asked.entrySet().removeIf(renewal -> took(renewal.getKey(), renewal.getValue()));
        return before - asked.size();
    }

    private boolean took(Attempt attempt, Renewal renewal) {
        if (!renewal.answer.came()) {
            return false;
        }
        var failure = renewal.answer.failure();
        if (failure.isPresent()) {
            trouble.failed("renew", failure.get());
            notBeforeNanos = time.nanos() + trouble.pauseNanos(failures++);
            return true;
        }
        failures = 0;
        trouble.worked();
        var lease = renewal.answer.value();
        if (lease.isPresent()) {
            attempt.renewed(lease.get(), renewal.askedNanos);
        } else {
            // An attempt that has ended may be settled by now, which ends its lease too; its report knows.
            if (attempt.inProgress()) {
                Lines.about(LOG.atWarn(), attempt.claimed()).log("A lease was lost; its attempt is ended");
            }
            attempt.lose(time.nanos());
        }
        return true;
    }
}
