package dev.longstop.measure;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which delivery is to be sent, and how long each took from the instant at which it was to be sent: a program that
 * stalls makes everything late that was due meanwhile, and all of that is counted. Knows neither clock nor network:
 * whoever turns it says how many nanoseconds have passed since the beginning.
 *
 * <p><i>Threads</i>: one at a time.
 */
final class Volley {

    private final Pace pace;
    private final Latencies latencies = new Latencies();
    private final Latencies beforeSending = new Latencies();
    private final Map<Answer, Long> answers = new EnumMap<>(Answer.class);
    private long next;
    private long inFlight;
    private long acceptedCounted;
    private long lastNanos;

    Volley(Pace pace) {
        this.pace = pace;
    }

    /**
     * A delivery under way.
     *
     * @param dueNanos when it was to be sent
     * @param counted whether it is later than the warm-up
     */
    record Shot(long dueNanos, boolean counted) {}

    /** The next delivery if it is due; it counts as sent then. */
    Optional<Shot> next(long nowNanos) {
        if (!pace.more(next, nowNanos) || pace.dueNanos(next, nowNanos) > nowNanos) {
            return Optional.empty();
        }
        long dueNanos = pace.dueNanos(next, nowNanos);
        next++;
        inFlight++;
        var shot = new Shot(dueNanos, pace.counted(dueNanos));
        if (shot.counted) {
            beforeSending.add(nowNanos - dueNanos);
        }
        return Optional.of(shot);
    }

    /** How long until the next delivery is due; 0 if one is, and much if there is no other. */
    long untilDueNanos(long nowNanos) {
        return pace.more(next, nowNanos) ? Math.max(0, pace.dueNanos(next, nowNanos) - nowNanos) : Long.MAX_VALUE;
    }

    /** A delivery has come to its end. What never was answered took at least until now. */
    void ended(Shot shot, long nowNanos, Answer answer) {
        inFlight--;
        answers.merge(answer, 1L, Long::sum);
        if (shot.counted) {
            latencies.add(nowNanos - shot.dueNanos);
            lastNanos = Math.max(lastNanos, nowNanos);
            acceptedCounted += answer == Answer.ACCEPTED ? 1 : 0;
        }
    }

    /** What is still to be sent has found no connection until now, and will not be. */
    void giveUp(long nowNanos) {
        for (var shot = next(nowNanos); shot.isPresent(); shot = next(nowNanos)) {
            ended(shot.get(), nowNanos, Answer.UNSENT);
        }
    }

    /** Whether everything was sent and has come to its end. */
    boolean over(long nowNanos) {
        return inFlight == 0 && !pace.more(next, nowNanos);
    }

    /** When the last delivery is due. */
    long lastDueNanos() {
        return pace.lastNanos();
    }

    /** How many came to which end, the warm-up included. */
    Map<Answer, Long> answers() {
        return Map.copyOf(answers);
    }

    /** How many a second were accepted of what counts, until the last answer. */
    double acceptedPerSecond() {
        long nanos = lastNanos - pace.countedFromNanos();
        return nanos <= 0 ? 0 : acceptedCounted * 1e9 / nanos;
    }

    /** From the instants at which deliveries were to be sent to their answers. */
    Latencies latencies() {
        return latencies;
    }

    /** From the same instants to those at which they were sent. */
    Latencies beforeSending() {
        return beforeSending;
    }
}
