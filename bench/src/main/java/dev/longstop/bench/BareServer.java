package dev.longstop.bench;

import dev.longstop.measure.Deliveries;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;

/** The ceiling: Vert.x with a handler that checks the HMAC and answers, and nothing else. */
final class BareServer implements AutoCloseable {

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger port = new AtomicInteger();

    /** Starts one handler for each event loop. */
    static BareServer start() throws InterruptedException {
        var server = new BareServer();
        int loops = Runtime.getRuntime().availableProcessors();
        server.vertx
                .deployVerticle(() -> new Handler(server.port), new DeploymentOptions().setInstances(loops))
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        return server;
    }

    int port() {
        return port.get();
    }

    @Override
    public void close() {
        vertx.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    private static final class Handler extends AbstractVerticle {

        private final AtomicInteger port;
        private final Mac mac = Deliveries.mac();

        Handler(AtomicInteger port) {
            this.port = port;
        }

        @Override
        public void start(io.vertx.core.Promise<Void> started) {
            HttpServer server = vertx.createHttpServer(new HttpServerOptions().setTcpNoDelay(true));
            server.requestHandler(request -> request.body().onSuccess(body -> {
                var given = request.getHeader("X-Hub-Signature-256");
                boolean right = given != null
                        && given.startsWith("sha256=")
                        && MessageDigest.isEqual(
                                mac.doFinal(body.getBytes()), HexFormat.of().parseHex(given.substring(7)));
                var answer = request.response().setStatusCode(right ? 200 : 401);
                answer.putHeader("Content-Type", "application/json");
                answer.end(
                        right
                                ? "{\"status\":\"accepted\",\"event\":\"" + request.getHeader("X-GitHub-Delivery")
                                        + "\"}"
                                : "{}");
            }));
            server.listen(-1, "127.0.0.1")
                    .onSuccess(listening -> {
                        port.set(listening.actualPort());
                        started.complete();
                    })
                    .onFailure(started::fail);
        }
    }
}
