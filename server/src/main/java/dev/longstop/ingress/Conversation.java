package dev.longstop.ingress;

import io.vertx.core.http.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * One connection: what is waited for on it, and since when.
 *
 * <p><i>Threads</i>: its event loop only.
 */
final class Conversation {

    /** What is waited for. */
    enum Phase {
        /** The headers of a request. */
        HEAD,
        /** The body of a request. */
        BODY,
        /** The commit. */
        COMMIT,
        /** The rest of a body that was refused. */
        LEFTOVER
    }

    private final HttpConnection connection;
    private final IngressSettings settings;
    private Phase phase = Phase.HEAD;
    private long sinceNanos;
    private boolean used;
    private @Nullable Exchange exchange;

    Conversation(HttpConnection connection, IngressSettings settings, long nowNanos) {
        this.connection = connection;
        this.settings = settings;
        this.sinceNanos = nowNanos;
    }

    Phase phase() {
        return phase;
    }

    /** A request's headers are there. */
    void begin(Exchange next) {
        exchange = next;
        used = true;
    }

    void enter(Phase next, long nowNanos) {
        phase = next;
        sinceNanos = nowNanos;
        if (next == Phase.HEAD) {
            exchange = null;
        }
    }

    void close() {
        connection.close();
    }

    /** The connection is gone. */
    void closed() {
        if (exchange != null) {
            exchange.abandoned();
        }
    }

    /** Ends what has taken too long: a late body or commit is answered, everything else is closed. */
    void checkDeadline(long nowNanos) {
        if (nowNanos - sinceNanos <= deadlineMs() * 1_000_000) {
            return;
        }
        if (exchange != null && (phase == Phase.BODY || phase == Phase.COMMIT)) {
            exchange.late();
        } else {
            close();
        }
    }

    private long deadlineMs() {
        return switch (phase) {
            case HEAD -> used ? settings.keepAliveMs() : settings.headMs();
            case BODY -> settings.bodyMs();
            case COMMIT -> settings.answerMs();
            case LEFTOVER -> settings.leftoverMs();
        };
    }
}
