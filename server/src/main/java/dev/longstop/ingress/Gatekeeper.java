package dev.longstop.ingress;

import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.DeliveryOutcome;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import dev.longstop.verify.Gzip;
import dev.longstop.verify.Handshakes;
import dev.longstop.verify.Request;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event loop of the public server: routes requests, and watches over the deadlines of its connections.
 *
 * <p><i>Threads</i>: everything here runs on its event loop, but for examining large bodies.
 */
final class Gatekeeper extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(Gatekeeper.class);
    private static final String IN = "/in/";
    private static final byte[] NO_BODY = {};
    private static final String HEALTH = "/healthz";
    private static final String CALLBACK = "/callback/";
    private static final Pattern RUN = Pattern.compile("[0-9]{1,18}");
    private static final Pattern TOKEN = Pattern.compile("[0-9a-f]{1,128}");
    private static final long COMPLAIN_EVERY_NANOS = 10_000_000_000L;

    private final IngressState state;
    private final Map<HttpConnection, Conversation> conversations = new HashMap<>();
    private final Queue<Runnable> given = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean called = new AtomicBoolean();
    private final Requests requests = new Requests();
    private final Metrics.Deliveries unknown;
    private @Nullable HttpServer server;
    private @Nullable WorkerExecutor workers;
    private @Nullable Context loop;
    private @Nullable Thread thread;
    private long complainedNanos;

    Gatekeeper(IngressState state) {
        this.state = state;
        this.unknown = state.metrics().deliveries(Metrics.UNKNOWN_SOURCE);
        this.complainedNanos = state.time().nanos() - COMPLAIN_EVERY_NANOS;
    }

    @Override
    public Future<?> start() {
        var settings = settings();
        loop = context;
        thread = Thread.currentThread();
        workers = vertx.createSharedWorkerExecutor("longstop-examine", settings.loops());
        vertx.setPeriodic(settings.sweepMs(), timer -> sweep());
        // Loops share the port. A negative one means a free one, the same for all; zero would be another for each.
        server = vertx.createHttpServer(options(settings))
                .connectionHandler(this::connected)
                .requestHandler(this::handle)
                .invalidRequestHandler(this::invalid)
                .exceptionHandler(failure -> LOG.atDebug()
                        .addKeyValue(LogKeys.WHY, failure.toString())
                        .log("a connection ended with a failure"));
        return server.listen(settings.port() == 0 ? -1 : settings.port(), settings.host())
                .onSuccess(listening -> state.listening(listening.actualPort()));
    }

    private static HttpServerOptions options(IngressSettings settings) {
        return new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setHandle100ContinueAutomatically(false)
                .setCompressionSupported(false)
                .setDecompressionSupported(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setMaxHeaderSize(settings.headerBytesMax())
                .setMaxInitialLineLength(4_096)
                .setMaxChunkSize(64 * 1_024)
                .setAcceptBacklog(1_024);
    }

    @Override
    public Future<?> stop() {
        return server == null
                ? Future.succeededFuture()
                : server.shutdown(settings().drainMs(), TimeUnit.MILLISECONDS);
    }

    private void connected(HttpConnection connection) {
        if (conversations.size() >= settings().connectionsMax()) {
            connection.close();
            return;
        }
        var conversation = new Conversation(connection, settings(), nanos());
        conversations.put(connection, conversation);
        connection.closeHandler(closed -> {
            conversations.remove(connection);
            conversation.closed();
        });
    }

    private void handle(HttpServerRequest request) {
        var exchange = begin(request);
        if (exchange == null) {
            return;
        }
        var path = String.valueOf(request.path());
        var entrance = path.startsWith(IN) ? state.entrances().get(path.substring(IN.length())) : null;
        if (entrance != null) {
            var method = request.method().name();
            if (entrance.asks().contains(method) && answersQuestion(entrance, request, exchange)) {
                return;
            }
            if (!entrance.takes(method)) {
                exchange.refuse(Answer.notAllowed(entrance.allow()), entrance.deliveries(), DeliveryOutcome.METHOD);
            } else if (stopping()) {
                exchange.refuse(Answer.STOPPING, entrance.deliveries(), DeliveryOutcome.UNAVAILABLE);
            } else {
                exchange.deliver(entrance);
            }
        } else if (path.equals(HEALTH)) {
            health(request, exchange);
        } else if (path.startsWith(CALLBACK)) {
            callback(request, path.substring(CALLBACK.length()), exchange);
        } else {
            exchange.refuse(Answer.NOT_FOUND, unknown, DeliveryOutcome.MALFORMED);
        }
    }

    /** Answers an unsigned question, if the request is one. */
    private boolean answersQuestion(Entrance entrance, HttpServerRequest request, Exchange exchange) {
        var reply = Handshakes.unsigned(
                entrance.source().contract(), entrance.source().trust(), requests.of(request, NO_BODY));
        reply.ifPresent(it -> exchange.refuse(
                Answer.fixed(it.answer()),
                entrance.deliveries(),
                it.granted() ? DeliveryOutcome.HANDSHAKE : DeliveryOutcome.UNAUTHENTICATED));
        return reply.isPresent();
    }

    private void callback(HttpServerRequest request, String run, Exchange exchange) {
        var token = request.getParam("token");
        if (!HttpMethod.POST.equals(request.method())) {
            exchange.dismiss(Answer.notAllowed("POST"));
        } else if (stopping()) {
            exchange.dismiss(Answer.STOPPING);
        } else if (!RUN.matcher(run).matches()
                || token == null
                || !TOKEN.matcher(token).matches()) {
            exchange.dismiss(Answer.NOT_FOUND);
        } else {
            exchange.callback(Long.parseLong(run), token);
        }
    }

    /** Hands a callback on, and comes back to this event loop with the answer. */
    void hear(long run, String token, byte[] body, Consumer<Answer> answer) {
        state.callbacks().hear(run, token, body).whenComplete((heard, failure) -> {
            if (failure != null) {
                complain(failure);
            }
            var said = failure != null || heard == null
                    ? Answer.UNAVAILABLE
                    : switch (heard) {
                        case TAKEN -> Answer.TAKEN;
                        case LATE -> Answer.LATE;
                        case UNKNOWN -> Answer.NOT_FOUND;
                        case UNUSABLE -> Answer.unusable("no_state");
                    };
            onLoop(() -> answer.accept(said));
        });
    }

    private void health(HttpServerRequest request, Exchange exchange) {
        boolean asks = HttpMethod.GET.equals(request.method()) || HttpMethod.HEAD.equals(request.method());
        if (!asks) {
            exchange.dismiss(Answer.notAllowed("GET, HEAD"));
        } else {
            exchange.dismiss(stopping() ? Answer.STOPPING : Answer.OK);
        }
    }

    private @Nullable Exchange begin(HttpServerRequest request) {
        var conversation = conversations.get(request.connection());
        if (conversation == null) {
            request.connection().close();
            return null;
        }
        var exchange = new Exchange(this, conversation, request);
        conversation.begin(exchange);
        return exchange;
    }

    /** Bytes that are no HTTP: answered where that is possible, and the connection ends. */
    private void invalid(HttpServerRequest request) {
        unknown.count(DeliveryOutcome.MALFORMED);
        var cause = request.decoderResult().cause();
        var answer = cause instanceof TooLongHttpLineException
                ? Answer.LONG_LINE
                : cause instanceof TooLongHttpHeaderException ? Answer.LARGE_HEADERS : Answer.BAD_REQUEST;
        answer.send(request.response(), true);
        request.connection().close();
    }

    private void sweep() {
        long now = nanos();
        for (var conversation : List.copyOf(conversations.values())) {
            conversation.checkDeadline(now);
        }
    }

    /**
     * Examines a whole request: here and now if it is small, on a worker if it is large, or compressed and may become
     * so. A bug fails the future.
     */
    Future<Finding> examine(Entrance entrance, Request request) {
        long receivedAtMs = state.time().nowMs();
        long wallMs = state.time().wallMs();
        boolean small = request.body().length < settings().offloadBytes() && !Gzip.isEncoded(request);
        if (workers == null || small) {
            return Future.succeededFuture(request)
                    .map(whole -> Examiner.examine(entrance, whole, receivedAtMs, wallMs));
        }
        return workers.executeBlocking(() -> Examiner.examine(entrance, request, receivedAtMs, wallMs), false);
    }

    /**
     * Hands a delivery to the inbox, and comes back to this event loop with what became of it.
     *
     * @param bytes what it holds of the budget: given back when its commit settles
     */
    void accept(Acceptance acceptance, long bytes, BiConsumer<@Nullable List<Outcome>, @Nullable Throwable> settled) {
        CompletableFuture.completedStage(acceptance)
                .thenCompose(state.acceptor()::accept)
                .whenComplete((outcomes, failure) -> {
                    budget().giveBack(bytes);
                    onLoop(() -> settled.accept(outcomes, failure));
                });
    }

    /** Does work on this event loop: what others give while it is busy, or asleep, costs one call of it together. */
    private void onLoop(Runnable work) {
        if (Thread.currentThread() == thread || loop == null) {
            work.run();
            return;
        }
        given.add(work);
        callLoop(loop);
    }

    private void callLoop(Context to) {
        if (!given.isEmpty() && called.compareAndSet(false, true)) {
            to.runOnContext(go -> doGiven(to));
        }
    }

    private void doGiven(Context here) {
        called.set(false);
        try {
            for (var work = given.poll(); work != null; work = given.poll()) {
                work.run();
            }
        } finally {
            callLoop(here); // A bug in one answer keeps back none of the others.
        }
    }

    /** Logs a failure, not more than once in a while: a store that is down fails every request. */
    void complain(Throwable failure) {
        long now = nanos();
        if (now - complainedNanos < COMPLAIN_EVERY_NANOS) {
            return;
        }
        complainedNanos = now;
        var cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof StoreFailure store) {
            LOG.atWarn()
                    .addKeyValue(LogKeys.CODE, store.code())
                    .addKeyValue(LogKeys.WHY, store.getMessage())
                    .log("deliveries cannot be committed; their senders are told to come again");
        } else {
            LOG.error("a delivery ended in a bug; its sender is told to come again", cause);
        }
    }

    void remember(Rejection rejection) {
        state.rejections().add(rejection);
    }

    long wallMs() {
        return state.time().wallMs();
    }

    Requests requests() {
        return requests;
    }

    Budget budget() {
        return state.budget();
    }

    Metrics metrics() {
        return state.metrics();
    }

    IngressSettings settings() {
        return state.settings();
    }

    boolean stopping() {
        return state.stopping();
    }

    long nanos() {
        return state.time().nanos();
    }
}
