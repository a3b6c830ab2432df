package dev.longstop.ingress;

import dev.longstop.inbox.Source;
import dev.longstop.ingress.Callbacks.Heard;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Time;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * The public HTTP server: {@code POST /in/{source}}, {@code POST /callback/{run}} and {@code GET /healthz}.
 *
 * <p><i>Threads</i>: safe. <i>Source</i>: design sections 3 ("Answer"), 7 (N5) and 10.
 */
public final class Ingress {

    /**
     * Whom it works with.
     *
     * @param acceptor takes in what was verified
     * @param time the clocks: the store's for what is written, the node's for what others signed
     * @param metrics where it counts
     * @param callbacks who listens to what agents say of their runs
     */
    public record Collaborators(Acceptor acceptor, Time time, Metrics metrics, Callbacks callbacks) {

        /** Where no agent calls back. */
        public Collaborators(Acceptor acceptor, Time time, Metrics metrics) {
            this(acceptor, time, metrics, (run, token, body) -> CompletableFuture.completedStage(Heard.UNKNOWN));
        }
    }

    private final Vertx vertx;
    private final IngressState state;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile CompletionStage<String> deployed = CompletableFuture.completedStage("");

    /**
     * A server that is not listening yet.
     *
     * @param vertx gives the event loops; stays the caller's
     * @param sources the endpoints by name
     */
    public Ingress(Vertx vertx, IngressSettings settings, Map<String, Source> sources, Collaborators collaborators) {
        this.vertx = vertx;
        this.state = new IngressState(settings, Entrance.of(sources, collaborators.metrics), collaborators);
    }

    /**
     * Starts to listen, on every event loop.
     *
     * @return the port; fails if it is taken or may not be had
     */
    public CompletionStage<Integer> start() {
        deployed = vertx.deployVerticle(
                        () -> new Gatekeeper(state),
                        new DeploymentOptions().setInstances(state.settings().loops()))
                .toCompletionStage();
        return deployed.thenApply(id -> state.port());
    }

    /** Takes other endpoints from now on, all of them at once. */
    public void replace(Map<String, Source> sources) {
        state.replace(Entrance.of(sources, state.metrics()));
    }

    /** The endpoints as they are now, by name. */
    public Map<String, Source> sources() {
        return state.entrances().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entrance -> entrance.getValue().source()));
    }

    /** The last few requests that were refused. */
    public Rejections rejections() {
        return state.rejections();
    }

    /** Bytes in flight now. */
    public long bytesInFlight() {
        return state.budget().taken();
    }

    /** Whether it takes deliveries. */
    public boolean open() {
        return state.port() > 0 && !state.stopping();
    }

    /**
     * Stops: no new connection and no new delivery, while those in flight get their answer, within the time to drain.
     *
     * @return completes when all connections are closed; asking again gives the same
     */
    public CompletionStage<Void> close() {
        state.stop();
        if (closing.compareAndSet(false, true)) {
            deployed.exceptionally(neverListened -> "")
                    .thenCompose(this::undeploy)
                    .whenComplete((done, failure) -> closed.complete(null));
        }
        return closed;
    }

    private CompletionStage<Void> undeploy(String id) {
        return id.isEmpty()
                ? CompletableFuture.completedStage(null)
                : vertx.undeploy(id).toCompletionStage();
    }
}
