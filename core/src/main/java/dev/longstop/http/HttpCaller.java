package dev.longstop.http;

import dev.longstop.event.Headers;
import java.net.URI;
import java.util.Optional;

/**
 * Sends one HTTP/1.1 request and waits for its whole answer.
 *
 * <p><i>Threads</i>: safe; blocks its caller. <i>Source</i>: design section 4, "Calls out (N4)".
 */
public interface HttpCaller extends AutoCloseable {

    /** Sends the request. Never throws for what the other side does. */
    Answer call(Request request);

    @Override
    void close();

    /**
     * A request whose every byte is decided.
     *
     * @param method {@code GET}, {@code POST}, ...
     * @param uri where to, {@code http} or {@code https}
     * @param headers any text; characters that a header cannot carry are made safe, names that the client owns are refused
     * @param body the bytes to send; none where empty and the method has none
     * @param deadlineMs the bound of the whole exchange, connect to last byte, 1 to 3,600,000
     * @param answerBytesMax the most bytes of the answer that are kept; the rest is not read
     * @param freshConnection whether a pooled connection is out of the question: for at-most-once calls, since a pooled one
     *     may turn out closed after the request was sent
     */
    record Request(
            String method,
            URI uri,
            Headers headers,
            byte[] body,
            long deadlineMs,
            int answerBytesMax,
            boolean freshConnection) {}

    /** What came of a call. */
    sealed interface Answer {}

    /**
     * The other side answered.
     *
     * @param status the status, 3xx included: redirects are not followed
     * @param headers its headers
     * @param body its bytes, at most as many as were asked for
     * @param cut whether there were more
     */
    record Answered(int status, Headers headers, byte[] body, boolean cut) implements Answer {
        /** The wait that a {@code Retry-After} header asks for, in milliseconds from {@code wallMs}; empty if there is none. */
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
