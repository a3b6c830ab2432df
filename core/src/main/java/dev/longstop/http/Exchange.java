package dev.longstop.http;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller.Answer;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** One request on its way, once. */
final class Exchange {

    private static final int WHY_CHARS_MAX = 200;

    private final Request request;
    private final BoundedBody body;
    private volatile boolean bodyAsked;
    private volatile boolean headersCame;
    private volatile boolean died;
    private volatile boolean aborted;
    private volatile CompletableFuture<HttpResponse<BoundedBody.Taken>> answer = new CompletableFuture<>();

    Exchange(Request request) {
        this.request = request;
        body = new BoundedBody(request.answerBytesMax());
    }

    /** Sends the request and waits for the whole answer, or for the deadline. */
    Answer run(HttpClient client, long deadlineMs) {
        answer = client.sendAsync(message(), head -> {
            headersCame = true;
            return body;
        });
        if (aborted) {
            abort();
        }
        try {
            return answered(answer.get(deadlineMs, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            abort();
            return new Failed("no whole answer within " + deadlineMs + " ms", maybeSent());
        } catch (InterruptedException e) {
            abort();
            Thread.currentThread().interrupt();
            return new Failed("the call was interrupted", maybeSent());
        } catch (CancellationException e) {
            return new Failed("the call was given up", maybeSent());
        } catch (ExecutionException e) {
            return failed(e.getCause() == null ? e : e.getCause());
        }
    }

    /** Gives the exchange up and drops its connection; whoever waits for it is told. */
    void abort() {
        aborted = true;
        answer.cancel(true);
        body.drop();
    }

    /** Whether the connection ended before any of the answer came: what a stale pooled connection looks like. */
    boolean diedUnanswered() {
        return died && !headersCame;
    }

    private HttpRequest message() {
        var message = HttpRequest.newBuilder(request.uri()).method(request.method(), publisher());
        request.headers()
                .values()
                .forEach((name, values) -> values.forEach(value -> message.header(name, HeaderRules.safe(value))));
        if (request.headers().all("user-agent").isEmpty()) {
            message.header("user-agent", "longstop");
        }
        return message.build();
    }

    /** Publishes the body and notes when it is asked for: then the connection stands and the headers are sent. */
    private BodyPublisher publisher() {
        if (request.body().length == 0) {
            return BodyPublishers.noBody();
        }
        var bytes = BodyPublishers.ofByteArray(request.body());
        return new BodyPublisher() {
            @Override
            public long contentLength() {
                return bytes.contentLength();
            }

            @Override
            public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
                bodyAsked = true;
                bytes.subscribe(subscriber);
            }
        };
    }

    private static Answered answered(HttpResponse<BoundedBody.Taken> response) {
        var headers = new TreeMap<String, List<String>>();
        response.headers()
                .map()
                .forEach((name, values) ->
                        headers.put(name, values.stream().map(HeaderRules::safe).toList()));
        var taken = response.body();
        return new Answered(response.statusCode(), new Headers(headers), taken.bytes(), taken.cut());
    }

    private Failed failed(Throwable cause) {
        if (cause instanceof ConnectException || cause instanceof UnresolvedAddressException) {
            boolean unknown = cause instanceof UnresolvedAddressException
                    || cause.getCause() instanceof UnresolvedAddressException;
            return new Failed(unknown ? "the host's name is not known" : "could not connect" + detail(cause), false);
        }
        if (cause instanceof SSLHandshakeException) {
            return new Failed("no trusted connection" + detail(cause), false);
        }
        if (cause instanceof ProtocolException) {
            return new Failed("what came back is not HTTP/1.1" + detail(cause), maybeSent());
        }
        died = cause instanceof IOException && !(cause instanceof SSLException);
        return new Failed("the connection failed before the whole answer" + detail(cause), maybeSent());
    }

    private static String detail(Throwable cause) {
        var message = cause.getMessage();
        if (message == null || message.isBlank()) {
            return "";
        }
        return ": " + HeaderRules.safe(message.substring(0, Math.min(message.length(), WHY_CHARS_MAX)));
    }

    private boolean maybeSent() {
        return request.body().length == 0 || bodyAsked;
    }
}
