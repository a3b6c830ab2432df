package dev.longstop.app;

import dev.longstop.agent.CallbackBody;
import dev.longstop.ingress.Callbacks;
import dev.longstop.queue.Callback;
import dev.longstop.queue.Called;
import dev.longstop.queue.Runs;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands what agents say of their runs from outside to the queue. */
record Listening(Runs runs, Work work, Metrics metrics) implements Callbacks {

    private static final Logger LOG = LoggerFactory.getLogger(Listening.class);

    @Override
    public CompletionStage<Heard> hear(long runId, String token, byte[] body) {
        return CallbackBody.read(body)
                .map(ending -> runs.call(new Callback(runId, token, ending), work::retry)
                        .thenApply(this::heard))
                .orElse(CompletableFuture.completedStage(Heard.UNUSABLE));
    }

    private Heard heard(Called called) {
        if (called instanceof Called.Taken taken) {
            metrics.runOver(taken.agent(), word(taken));
            LOG.atInfo()
                    .addKeyValue(LogKeys.EVENT, taken.event())
                    .addKeyValue(LogKeys.RUN, taken.runId())
                    .addKeyValue(LogKeys.AGENT, taken.agent())
                    .addKeyValue(LogKeys.OUTCOME, word(taken))
                    .log("An agent called back");
            // A lane is free, or the run is due again.
            work.wake();
            return Heard.TAKEN;
        }
        return called instanceof Called.Late ? Heard.LATE : Heard.UNKNOWN;
    }

    private static String word(Called.Taken taken) {
        return switch (taken.state()) {
            case PENDING -> "retry";
            case RUNNING, WAITING, HELD, DONE, DEAD, CANCELLED, SUPERSEDED, EXPIRED, UNCERTAIN ->
                taken.state().word();
        };
    }
}
