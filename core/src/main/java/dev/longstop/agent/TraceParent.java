package dev.longstop.agent;

import dev.longstop.event.EventId;
import dev.longstop.queue.Claimed;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What ties an attempt to the trace of its event (S9).
 *
 * <p><i>Shape</i>: {@code 00-<32 hex>-<16 hex>-01}. The trace is the sender's where it sent a sound one, else it is
 * derived from the event: all runs and attempts of an event are in one trace. The span is derived from the run and
 * the attempt. <i>Source</i>: W3C Trace Context.
 *
 * @param text the value of the header {@code traceparent}
 */
public record TraceParent(String text) {

    private static final Pattern SOUND = Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}");
    private static final String NO_TRACE = "0".repeat(32);
    private static final String NO_SPAN = "0".repeat(16);

    /** The value for an attempt. */
    public static TraceParent of(Claimed claimed, String idempotencyKey) {
        var sent = SOUND.matcher(claimed.headers().only("traceparent").orElse(""));
        boolean sound = sent.matches()
                && !sent.group(1).equals(NO_TRACE)
                && !sent.group(2).equals(NO_SPAN);
        var trace = sound ? sent.group(1) : hash(claimed.event().key(), 16);
        return new TraceParent("00-" + trace + "-" + hash(idempotencyKey + "\0" + claimed.attempt(), 8) + "-01");
    }

    private static String hash(String text, int bytes) {
        var digest = EventId.sha256(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, bytes);
    }

    @Override
    public String toString() {
        return text;
    }
}
