package dev.longstop.ingress;

import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Time;
import java.util.Map;

/**
 * What the event loops of the public server share.
 *
 * <p><i>Threads</i>: safe.
 */
final class IngressState {

    private final IngressSettings settings;
    private final Ingress.Collaborators collaborators;
    private final Budget budget;
    private final Rejections rejections;
    private volatile Map<String, Entrance> entrances;
    private volatile boolean stopping;
    private volatile int port;

    IngressState(IngressSettings settings, Map<String, Entrance> entrances, Ingress.Collaborators collaborators) {
        this.settings = settings;
        this.entrances = entrances;
        this.collaborators = collaborators;
        this.budget = new Budget(settings.inFlightBytesMax());
        this.rejections = new Rejections(settings.rejectionsKept());
    }

    IngressSettings settings() {
        return settings;
    }

    Acceptor acceptor() {
        return collaborators.acceptor();
    }

    Callbacks callbacks() {
        return collaborators.callbacks();
    }

    Time time() {
        return collaborators.time();
    }

    Metrics metrics() {
        return collaborators.metrics();
    }

    Budget budget() {
        return budget;
    }

    Rejections rejections() {
        return rejections;
    }

    Map<String, Entrance> entrances() {
        return entrances;
    }

    void replace(Map<String, Entrance> next) {
        entrances = next;
    }

    boolean stopping() {
        return stopping;
    }

    void stop() {
        stopping = true;
    }

    int port() {
        return port;
    }

    void listening(int actualPort) {
        port = actualPort;
    }
}
