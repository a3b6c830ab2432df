package dev.longstop.telemetry;

import java.util.Locale;

/** What became of a delivery, as {@link MetricNames#DELIVERIES} counts it. */
public enum DeliveryOutcome {
    /** New: committed, with its runs. */
    ACCEPTED,
    /** Known: the same event came again. */
    DUPLICATE,
    /** Known by its identity, with other content. */
    MISMATCH,
    /** New by its identity, though the same signed body came before. */
    SUSPECTED_REPLAY,
    /** New: committed, and nothing was started. */
    IGNORED,
    /** A sender's question whether the endpoint is ours. */
    HANDSHAKE,
    /** Not the sender's, as far as we can tell. */
    UNAUTHENTICATED,
    /** Not HTTP, not finished in time, or authentic and unusable. */
    MALFORMED,
    /** Larger than the source takes. */
    TOO_LARGE,
    /** Refused, since too many bytes were in flight. */
    OVERLOADED,
    /** Refused, since the store could not commit. */
    UNAVAILABLE,
    /** Of a method that the source does not take. */
    METHOD;

    /** The label's value. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
