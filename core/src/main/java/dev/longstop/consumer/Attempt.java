package dev.longstop.consumer;

import dev.longstop.agent.Agent;
import dev.longstop.agent.Revocation;
import dev.longstop.agent.Revocation.Reason;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Interrupted;
import dev.longstop.queue.Lease;
import dev.longstop.queue.Settlement;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of this process, from its claim until it is settled or given up.
 *
 * <p><i>Threads</i>: safe. It ends once: the first who says how counts.
 */
final class Attempt {

    /** How much longer than it may an attempt takes before it is taken for hung. */
    static final long HUNG_MS = 60_000;

    private final Claimed claimed;
    private final Agent agent;
    private final Revocation revocation = new Revocation();
    private long startedNanos;
    private Lease lease;
    private long renewedNanos;
    private long revokedNanos;
    private long endedNanos;
    private boolean lost;
    private @Nullable Ending ending;
    private @Nullable Thread thread;

    Attempt(Claimed claimed, Agent agent, long nowNanos) {
        this.claimed = claimed;
        this.agent = agent;
        this.lease = claimed.lease();
        this.startedNanos = nowNanos;
        this.renewedNanos = nowNanos;
    }

    Claimed claimed() {
        return claimed;
    }

    Agent agent() {
        return agent;
    }

    Revocation revocation() {
        return revocation;
    }

    synchronized Lease lease() {
        return lease;
    }

    /** The lease stands anew, as of when its renewal was asked for. */
    synchronized void renewed(Lease stands, long askedNanos) {
        lease = stands;
        renewedNanos = askedNanos;
    }

    /** How long ago the lease was given or renewed. */
    synchronized long sinceRenewalMs(long nowNanos) {
        return TimeUnit.NANOSECONDS.toMillis(nowNanos - renewedNanos);
    }

    /** Someone else may do the work by now: nothing that this attempt says counts. */
    void lose(long nowNanos) {
        synchronized (this) {
            lost = true;
        }
        revoke(Reason.LEASE_LOST, nowNanos);
    }

    synchronized boolean lost() {
        return lost;
    }

    /** Ends the right to go on, for the first reason given. */
    void revoke(Reason reason, long nowNanos) {
        synchronized (this) {
            if (revocation.revoked()) {
                return;
            }
            revokedNanos = nowNanos;
        }
        // Outside, since whoever listens may do anything.
        revocation.revoke(reason);
    }

    /** Remembers the thread that works, so that {@link #interrupt} finds it, and since when it does. */
    synchronized void begins(long nowNanos) {
        thread = Thread.currentThread();
        startedNanos = nowNanos;
    }

    /** What must not run beside it. */
    Optional<String> lane() {
        return claimed.lane();
    }

    /** What an ending comes to: an attempt that was cut off by a stop may be one that must not be made again. */
    Ending unlessInterrupted(Ending how) {
        boolean holds = how instanceof Ending.Released && agent.interrupted() == Interrupted.HOLD && !lost();
        return holds ? new Ending.Interrupted() : how;
    }

    /** Interrupts the thread that works, if one does. */
    synchronized void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Ends the attempt; false if it had ended before. */
    synchronized boolean end(Ending how, long nowNanos) {
        if (Thread.currentThread() == thread) {
            thread = null;
        }
        if (ending != null) {
            return false;
        }
        ending = how;
        endedNanos = nowNanos;
        return true;
    }

    /** How long ago its work began; for one that has not begun, how long ago it was claimed. */
    synchronized long sinceStartMs(long nowNanos) {
        return TimeUnit.NANOSECONDS.toMillis(nowNanos - startedNanos);
    }

    /** How it ended; empty while it is in progress. */
    synchronized Optional<Ending> ending() {
        return Optional.ofNullable(ending);
    }

    boolean inProgress() {
        return ending().isEmpty();
    }

    /** How long it took. */
    synchronized long tookNanos() {
        return endedNanos - startedNanos;
    }

    /** How long ago it ended. */
    synchronized long sinceEndMs(long nowNanos) {
        return TimeUnit.NANOSECONDS.toMillis(nowNanos - endedNanos);
    }

    /** Whether it is in progress although it should have been over a good while ago (W3). */
    synchronized boolean hung(long nowNanos) {
        if (ending != null) {
            return false;
        }
        long runsMs = TimeUnit.NANOSECONDS.toMillis(nowNanos - startedNanos);
        long revokedMs = revocation.revoked() ? TimeUnit.NANOSECONDS.toMillis(nowNanos - revokedNanos) : 0;
        return runsMs - HUNG_MS > agent.timeoutMs() || revokedMs > HUNG_MS;
    }

    /** What is to be written. */
    Settlement settlement(Ending how) {
        return new Settlement(lease(), claimed.attempts(), how, agent.retry());
    }
}
