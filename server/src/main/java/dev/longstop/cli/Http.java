package dev.longstop.cli;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One HTTP exchange at a time, with a deadline over the whole of it. No redirects, no proxy. */
final class Http {

    private static final long CONNECT_SECONDS = 5;
    private static final long EXCHANGE_SECONDS = 30;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(CONNECT_SECONDS))
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();

    /** What came of it. */
    sealed interface Reply {}

    /** The other side answered. */
    record Answered(int status, byte[] body, Map<String, List<String>> headers) implements Reply {}

    /** There was no answer, and why, in a few words. */
    record Unreachable(String why) implements Reply {}

    /** Asks for a document. */
    Reply get(URI uri, Map<String, String> headers) {
        return exchange(request(uri, headers).GET());
    }

    /** Posts a body. */
    Reply post(URI uri, Map<String, String> headers, byte[] body) {
        return send("POST", uri, headers, body);
    }

    /** Sends a body. */
    Reply send(String method, URI uri, Map<String, String> headers, byte[] body) {
        return exchange(request(uri, headers).method(method, HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    private static HttpRequest.Builder request(URI uri, Map<String, String> headers) {
        var request = HttpRequest.newBuilder(uri);
        headers.forEach(request::header);
        return request;
    }

    private Reply exchange(HttpRequest.Builder request) {
        try {
            var answer = client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
                    .get(EXCHANGE_SECONDS, TimeUnit.SECONDS);
            return new Answered(
                    answer.statusCode(), answer.body(), answer.headers().map());
        } catch (ExecutionException e) {
            return new Unreachable(why(e.getCause() == null ? e : e.getCause()));
        } catch (TimeoutException e) {
            return new Unreachable("no answer within " + EXCHANGE_SECONDS + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Unreachable("interrupted");
        }
    }

    private static String why(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "the host is not known";
            }
        }
        if (failure instanceof HttpConnectTimeoutException) {
            return "no connection within " + CONNECT_SECONDS + " s";
        }
        return failure instanceof ConnectException
                ? "connection refused"
                : failure.getClass().getSimpleName()
                        + (failure.getMessage() == null ? "" : ": " + failure.getMessage());
    }
}
