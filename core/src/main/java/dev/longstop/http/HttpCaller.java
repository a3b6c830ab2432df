package dev.longstop.http;

import dev.longstop.event.Headers;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Sends one HTTP/1.1 request and waits for its whole answer.
 *
 * <p><i>Threads</i>: safe; blocks its caller. <i>Source</i>: design section 4, "Calls out (N4)".
 */
public interface HttpCaller extends AutoCloseable {

    /** Sends the request. Never throws for what the other side does. */
    default Answer call(Request request) {
        return call(request, new CompletableFuture<>());
    }

    /**
     * Sends the request, and drops the exchange when somebody gives it up.
     *
     * @param givenUp completes, with anything, when the answer is not wanted any more
     */
    Answer call(Request request, CompletableFuture<?> givenUp);

    @Override
    void close();

    /**
     * A request whose every byte is decided.
     *
     * <p><i>Errors</i>: what no target could make right is a bug and refused here: another scheme, a URI without
     * host, a method or header name that is not a token, a header that the client owns.
     *
     * @param method {@code GET}, {@code POST}, ...
     * @param uri where to, {@code http} or {@code https}
     * @param headers any values, made safe by {@link HeaderRules}
     * @param body the bytes to send; none where empty and the method has none
     * @param deadlineMs the bound of the whole exchange, connect to last byte, 1 to 3,600,000
     * @param answerBytesMax the most bytes of the answer that are kept; the rest is not read
     * @param freshConnection whether a pooled connection is out of the question: for at-most-once calls, since a
     *     pooled one may turn out closed after the request was sent. Such a call is sent once, or not at all. (A
     *     {@code GET} or {@code HEAD}, which change nothing, may be sent twice by any call.)
     */
    record Request(
            String method,
            URI uri,
            Headers headers,
            byte[] body,
            long deadlineMs,
            int answerBytesMax,
            boolean freshConnection) {

        /** The longest deadline of a call: an hour. */
        public static final long DEADLINE_MAX_MS = 3_600_000;

        public Request {
            HeaderRules.checkName(method);
            headers.values().keySet().forEach(HeaderRules::checkName);
            var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            if (uri.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
                throw new IllegalArgumentException("a call goes to an http or https URI with a host");
            }
            if (deadlineMs < 1 || deadlineMs > DEADLINE_MAX_MS || answerBytesMax < 0) {
                throw new IllegalArgumentException(
                        "a call has a deadline of 1 ms to an hour, and a bound of its answer");
            }
        }

        /** Never prints the URI, the headers or the body: each may hold a secret. */
        @Override
        public String toString() {
            return "Request[" + method + " " + uri.getHost() + "]";
        }
    }

    /** What came of a call. */
    sealed interface Answer {}

    /**
     * The other side answered.
     *
     * @param status the status, 3xx included: redirects are not followed
     * @param headers its headers, their values made safe
     * @param body its bytes, at most as many as were asked for
     * @param cut whether there were more
     */
    record Answered(int status, Headers headers, byte[] body, boolean cut) implements Answer {
        /**
         * The wait that a {@code Retry-After} header asks for, in milliseconds from {@code wallMs}; empty if there is
         * none.
         */
        public Optional<Long> retryAfterMs(long wallMs) {
            return headers.only("retry-after").flatMap(value -> RetryAfter.parse(value, wallMs));
        }
    }

    /**
     * There was no whole answer.
     *
     * @param why a sentence for people, without secrets
     * @param maybeSent whether the other side may have got the request
     */
    record Failed(String why, boolean maybeSent) implements Answer {}
}
