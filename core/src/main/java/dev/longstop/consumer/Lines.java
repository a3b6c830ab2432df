package dev.longstop.consumer;

import dev.longstop.queue.Claimed;
import dev.longstop.telemetry.LogKeys;
import org.slf4j.spi.LoggingEventBuilder;

/** Log lines that are about an attempt: the event's key is always there (S9). */
final class Lines {

    private Lines() {}

    static LoggingEventBuilder about(LoggingEventBuilder line, Claimed claimed) {
        return line.addKeyValue(LogKeys.EVENT, claimed.event().key())
                .addKeyValue(LogKeys.RUN, claimed.runId())
                .addKeyValue(LogKeys.AGENT, claimed.agent())
                .addKeyValue(LogKeys.ATTEMPT, claimed.attempt());
    }
}
