package dev.longstop.ingress;

import dev.longstop.verify.Request;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Requests of the server in the form in which the rules look at them. <i>Threads</i>: safe. */
final class Requests {

    /**
     * Names that contracts look for, in the server's form: it keeps its hash, which would be computed for each look of
     * each delivery. As many as contracts and the configuration name: none comes from a request.
     */
    private final Map<String, CharSequence> names = new ConcurrentHashMap<>();

    /** A request with the body that it has by now. */
    Request of(HttpServerRequest request, byte[] body) {
        MultiMap headers = request.headers();
        return new Request(
                request.method().name(),
                Objects.requireNonNullElse(request.query(), ""),
                name -> headers.getAll(names.computeIfAbsent(name, HttpHeaders::createOptimized)),
                body);
    }
}
