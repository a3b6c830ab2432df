package dev.longstop.reconcile;

import dev.longstop.job.Epoch;
import dev.longstop.job.JobState;
import dev.longstop.job.Seen;
import dev.longstop.job.Sequence;
import dev.longstop.platform.Meaning;
import dev.longstop.platform.Reading;
import java.util.Optional;

/** Puts what a platform says into the words of the merge. */
final class Observations {

    private Observations() {}

    /** What a reading says of a job. */
    static Seen seen(Reading reading) {
        return new Seen(
                state(reading.meaning()),
                reading.order().map(order -> new Sequence(order.kind(), order.value())),
                reading.raw(),
                reading.flags(),
                reading.attention(),
                reading.finishedAtMs(),
                reading.result(),
                reading.unmapped(),
                reading.last());
    }

    /** Which generation a reading speaks of, where it says so. */
    static Optional<Epoch> epoch(Reading reading) {
        return reading.generation().map(generation -> new Epoch(generation.key(), generation.order()));
    }

    /** The state that a meaning is. */
    static JobState state(Meaning meaning) {
        return switch (meaning) {
            case QUEUED -> JobState.QUEUED;
            case RUNNING -> JobState.RUNNING;
            case WAITING -> JobState.WAITING;
            case LOST, NOT_FOUND -> JobState.LOST;
            case ENDED -> JobState.ENDED;
            case SUCCEEDED -> JobState.SUCCEEDED;
            case FAILED -> JobState.FAILED;
            case CANCELLED -> JobState.CANCELLED;
            case EXPIRED -> JobState.EXPIRED;
        };
    }
}
