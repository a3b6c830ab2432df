package dev.longstop.alarm;

import dev.longstop.telemetry.Alarm;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What people were told of. <i>Threads</i>: safe. */
public interface AlarmBook {

    /**
     * Writes an alarm down as waiting, unless one of its kind and subject was written down within a day.
     *
     * @return whether it is news; fails if it could not be written down
     */
    CompletionStage<Boolean> note(Alarm alarm);

    /** Writes down that an alarm was told, or that nobody took it: it does not wait any more. */
    CompletionStage<Boolean> told(Alarm alarm);

    /** What an earlier process was still to tell, oldest first; at most a thousand. */
    List<Alarm> waiting();
}
