package dev.longstop.admin;

import dev.longstop.config.Reload;
import dev.longstop.ingress.Ingress;
import dev.longstop.queue.Runs;
import dev.longstop.store.Pulse;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.LogKeys;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admin HTTP server: health, metrics and {@code /api/}.
 *
 * <p><i>Bounds</i>: {@link #QUESTIONS_MAX} questions to the store at once; the rest are told to come again.
 * <i>Threads</i>: safe; what blocks runs on workers of its own. <i>Source</i>: design section 10.
 */
public final class AdminServer {

    /** Questions that may wait for the store at once. */
    static final int QUESTIONS_MAX = 32;

    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    private static final int WORKERS = 4;
    private static final int IDLE_S = 60;
    private static final int STOP_S = 5;

    /**
     * What it tells of.
     *
     * @param store the store, for events and runs
     * @param pulse whether it can commit
     * @param runs the queue, for how much of it waits
     * @param ingress the public server
     * @param orders what people may order of runs
     * @param hands with what people act on jobs and effects
     * @param reload reads the configuration again
     */
    public record Watched(
            Store store,
            Pulse pulse,
            Runs runs,
            Ingress ingress,
            Orders orders,
            Hands hands,
            Supplier<CompletionStage<Reload>> reload) {}

    private final AdminSettings settings;
    private final Gate gate;
    private final Api api;
    private final Health health;
    private final Scrape scrape;
    private final HttpServer server;
    private final WorkerExecutor workers;
    private final AtomicInteger questions = new AtomicInteger();

    /**
     * A server that is not listening yet.
     *
     * @param vertx gives the event loop; stays the caller's
     */
    public AdminServer(Vertx vertx, AdminSettings settings, Watched watched, Scrape scrape) {
        this.settings = settings;
        this.gate = new Gate(settings);
        this.api = new Api(watched);
        this.health = new Health(watched.pulse, watched.ingress);
        this.scrape = scrape;
        this.workers = vertx.createSharedWorkerExecutor("longstop-admin", WORKERS);
        this.server = vertx.createHttpServer(new HttpServerOptions()
                        .setHttp2ClearTextEnabled(false)
                        .setPerFrameWebSocketCompressionSupported(false)
                        .setPerMessageWebSocketCompressionSupported(false)
                        .setMaxHeaderSize(16 * 1_024)
                        .setIdleTimeout(IDLE_S))
                .exceptionHandler(failure -> LOG.atDebug()
                        .addKeyValue(LogKeys.WHY, failure.toString())
                        .log("a connection ended with a failure"))
                .requestHandler(this::handle);
    }

    /**
     * Starts to listen.
     *
     * @return the port; fails if it is taken or may not be had
     */
    public CompletionStage<Integer> start() {
        return server.listen(settings.port(), settings.host())
                .map(HttpServer::actualPort)
                .toCompletionStage();
    }

    /** Stops; questions in progress have a few seconds. */
    public CompletionStage<Void> close() {
        return server.shutdown(STOP_S, TimeUnit.SECONDS)
                .eventually(workers::close)
                .toCompletionStage();
    }

    private void handle(HttpServerRequest request) {
        answer(request).onSuccess(reply -> send(request, reply)).onFailure(bug -> {
            LOG.error("a question to the admin API ended in a bug", bug);
            send(request, Reply.problem(500, "this is a bug; the log says more"));
        });
    }

    private Future<Reply> answer(HttpServerRequest request) {
        var path = String.valueOf(request.path());
        if (HttpMethod.POST.equals(request.method())) {
            return ordered(request, path);
        }
        if (!HttpMethod.GET.equals(request.method()) && !HttpMethod.HEAD.equals(request.method())) {
            return Future.succeededFuture(
                    Reply.problem(405, "only GET and POST are answered").with("Allow", "GET, HEAD, POST"));
        }
        if (path.equals("/health/live")) {
            return Future.succeededFuture(health.live());
        }
        if (path.equals("/health/ready") || path.equals("/health")) {
            return blocking(health::ready);
        }
        var refusal = gate.refusal(request.getHeader(HttpHeaders.HOST), request.getHeader(HttpHeaders.AUTHORIZATION));
        if (refusal.isPresent()) {
            return Future.succeededFuture(refusal.get());
        }
        if (path.equals("/metrics")) {
            return blocking(scrape::read);
        }
        return path.startsWith(Api.PREFIX)
                ? blocking(() -> api.answer(path, request.query()))
                : Future.succeededFuture(Reply.notFound("such path"));
    }

    private Future<Reply> ordered(HttpServerRequest request, String path) {
        var refusal = gate.refusal(request.getHeader(HttpHeaders.HOST), request.getHeader(HttpHeaders.AUTHORIZATION));
        if (refusal.isPresent()) {
            return Future.succeededFuture(refusal.get());
        }
        if (!path.startsWith(Api.PREFIX)) {
            return Future.succeededFuture(Reply.notFound("such order"));
        }
        var order = Buffer.buffer();
        var whole = Promise.<Buffer>promise();
        request.handler(chunk -> {
            if (order.length() <= Orders.BYTES_MAX) {
                order.appendBuffer(chunk);
            }
        });
        request.exceptionHandler(whole::tryFail).endHandler(end -> whole.tryComplete(order));
        return whole.future()
                .compose(body -> body.length() > Orders.BYTES_MAX
                        ? Future.succeededFuture(Reply.problem(413, "an order is at most 1 MiB"))
                        : blocking(() -> api.act(path, body.getBytes())));
    }

    private Future<Reply> blocking(Callable<Reply> question) {
        if (questions.incrementAndGet() > QUESTIONS_MAX) {
            questions.decrementAndGet();
            return Future.succeededFuture(
                    Reply.problem(503, "too many questions at once").with("Retry-After", "1"));
        }
        return workers.executeBlocking(() -> asked(question), false)
                .onComplete(answered -> questions.decrementAndGet());
    }

    private static Reply asked(Callable<Reply> question) throws Exception {
        try {
            return question.call();
        } catch (StoreFailure failure) {
            var code = Words.object().put("code", failure.code().name());
            return Reply.problem(503, String.valueOf(failure.getMessage()), code)
                    .with("Retry-After", "5");
        }
    }

    private static void send(HttpServerRequest request, Reply reply) {
        var response = request.response();
        if (response.closed() || response.ended()) {
            return;
        }
        response.setStatusCode(reply.status())
                .putHeader(HttpHeaders.CONTENT_TYPE, reply.mediaType())
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                .putHeader("X-Content-Type-Options", "nosniff");
        reply.headers().forEach(response::putHeader);
        response.end(Buffer.buffer(reply.body()));
    }
}
