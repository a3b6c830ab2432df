package dev.longstop.verification.suite;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answer;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link HttpCaller} keeps (N4), against servers that talk bytes and obey nothing.
 *
 * <p>A test extends it and says which caller to try.
 */
@Timeout(60)
public abstract class HttpCallerContract {

    /** A deadline that is meant to pass. */
    private static final long SHORT_MS = 500;
    /** What a caller may take beyond a deadline on a busy machine. */
    private static final long SLACK_MS = 5_000;
    /** A deadline that is not meant to pass. */
    private static final long LONG_MS = 20_000;

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private HttpCaller caller;

    /** A new caller, which the suite closes. */
    protected abstract HttpCaller newCaller();

    @BeforeEach
    void open() {
        caller = newCaller();
    }

    @AfterEach
    void close() {
        caller.close();
    }

    @Test
    void everyByteOfTheRequestArrivesAndTheWholeAnswerComesBack() {
        try (var server =
                RawServer.answering("HTTP/1.1 418 Teapot\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 5\r\n\r\nhello")) {
            var answer = answered(caller.call(new Request(
                    "PATCH",
                    server.uri("/a/b?c=d%20e"),
                    Headers.of("Content-Type", "text/plain", "X-Two", "1", "X-Two", "2"),
                    "some bytes".getBytes(ISO_8859_1),
                    LONG_MS,
                    100,
                    false)));

            var request = server.request();
            assertThat(request).startsWith("PATCH /a/b?c=d%20e HTTP/1.1\r\n").endsWith("\r\n\r\nsome bytes");
            assertThat(RawServer.header(request, "x-two")).containsExactly("1", "2");
            assertThat(RawServer.header(request, "content-type")).containsExactly("text/plain");
            assertThat(RawServer.header(request, "content-length")).containsExactly("10");
            assertThat(RawServer.header(request, "upgrade"))
                    .as("HTTP/1.1 and nothing else")
                    .isEmpty();
            assertThat(answer.status()).isEqualTo(418);
            assertThat(answer.headers().all("X-A")).containsExactly("1", "2");
            assertThat(answer.body()).asString().isEqualTo("hello");
            assertThat(answer.cut()).isFalse();
        }
    }

    @Test
    void anEmptyPostSaysThatItIsEmpty() {
        try (var server = RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
            var answer = answered(caller.call(post(server, "", LONG_MS, true)));

            assertThat(answer.status()).isEqualTo(204);
            assertThat(RawServer.header(server.request(), "content-length")).containsExactly("0");
        }
    }

    @Test
    void aChunkedAnswerIsPutTogether() {
        try (var server = RawServer.answering(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")) {
            assertThat(answered(caller.call(post(server, "x", LONG_MS, true))).body())
                    .asString()
                    .isEqualTo("abcde");
        }
    }

    /** One byte now and then: each arrives in time, the whole never does. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSlowBodyEndsAtTheDeadlineAndTheConnectionIsDropped(boolean fresh) {
        try (var server = new RawServer(line -> {
            line.readRequest();
            line.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
            line.writeUntilDropped("a", 50);
        })) {
            failedAndHeard(server, post(server, "x", SHORT_MS, fresh));
            assertThat(server.dropped()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n"
            })
    void silenceEndsAtTheDeadlineWhereverItBegins(String said) {
        try (var server = new RawServer(line -> {
            line.readRequest();
            line.write(said);
            line.awaitDropped();
        })) {
            failedAndHeard(server, post(server, "x", SHORT_MS, true));
            failedAndHeard(server, post(server, "x", SHORT_MS, false));
        }
    }

    @Test
    void aTargetThatNeverReadsDoesNotHoldTheCaller() {
        try (var server = new RawServer(RawServer.Line::awaitClosing)) {
            failedInTime(post(server, "x".repeat(20_000_000), SHORT_MS, true));
        }
    }

    @Test
    void headersWithoutEndEndAtTheDeadlineOrBefore() {
        try (var server = new RawServer(line -> {
            line.readRequest();
            line.write("HTTP/1.1 200 OK\r\n");
            line.writeUntilDropped("x-more: and more\r\n".repeat(50), 5);
        })) {
            failedInTime(post(server, "x", SHORT_MS, true));
            assertThat(server.dropped()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aConnectionClosedWithoutAnswerMayHaveBeenHeardAndIsNotTriedAgain(boolean fresh) {
        try (var server = new RawServer(RawServer.Line::readRequest)) {
            assertThat(failedInTime(post(server, "x", LONG_MS, fresh)).maybeSent())
                    .isTrue();
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void anAnswerThatBreaksOffIsNoAnswer() {
        try (var server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")) {
            assertThat(failedInTime(post(server, "x", LONG_MS, true)).maybeSent())
                    .isTrue();
            assertThat(failedInTime(post(server, "x", LONG_MS, false)).maybeSent())
                    .isTrue();
            assertThat(server.requests).hasSize(2);
        }
    }

    /** The target closes a pooled connection when the next request is on its way: a repeatable call does not notice. */
    @Test
    void aRepeatableCallSurvivesAPooledConnectionThatIsClosed() {
        try (var server = RawServer.closingOnTheSecondRequest()) {
            for (int i = 0; i < 5; i++) {
                assertThat(answered(caller.call(post(server, "n" + i, LONG_MS, false)))
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    /** The same target, and a call that must not be sent twice: it never touches the pool, and is sent exactly once. */
    @Test
    void anAtMostOnceCallIsSentOnceWhateverThePoolHolds() {
        try (var server = RawServer.closingOnTheSecondRequest()) {
            answered(caller.call(post(server, "pooled", LONG_MS, false)));
            for (int i = 0; i < 5; i++) {
                assertThat(answered(caller.call(post(server, "once" + i, LONG_MS, true)))
                                .status())
                        .isEqualTo(200);
            }
            assertThat(server.requests).hasSize(6);
            assertThat(server.connections).hasValue(6);
        }
    }

    @Test
    void aFreshConnectionIsClosedWithItsCall() {
        try (var server = RawServer.keepingConnections()) {
            answered(caller.call(post(server, "x", LONG_MS, true)));
            assertThat(server.dropped()).isTrue();
        }
    }

    @Test
    void aConnectionThatWasClosedWhileIdleIsNoticed() {
        try (var server = RawServer.answering(OK)) {
            for (int i = 0; i < 5; i++) {
                answered(caller.call(post(server, "n" + i, LONG_MS, false)));
            }
            assertThat(server.requests).as("each sent once").hasSizeBetween(5, 9);
        }
    }

    @Test
    void hostileValuesCannotWriteHeaders() {
        try (var server = RawServer.answering(OK)) {
            var value = "a\r\nX-Injected: 1\r\n\r\nGET / HTTP/1.1\r\n\0\u001b[31mé\uD83D\uDE00\uD800\t b";
            answered(caller.call(new Request(
                    "POST",
                    server.uri("/"),
                    Headers.of("X-Type", value, "X-Long", "y".repeat(1_000_000)),
                    new byte[] {1},
                    LONG_MS,
                    100,
                    true)));

            var request = server.request();
            assertThat(RawServer.header(request, "x-injected")).isEmpty();
            assertThat(RawServer.header(request, "x-type"))
                    .containsExactly("a??X-Injected: 1????GET / HTTP/1.1????[31m???\t b");
            assertThat(RawServer.header(request, "x-long").get(0).length()).isLessThanOrEqualTo(8_192);
            assertThat(server.requests).as("further requests").isEmpty();
        }
    }

    @Test
    void hostileHeadersOfAnAnswerComeBackHarmless() {
        try (var server = RawServer.answering("HTTP/1.1 200 OK\r\nX-Bad: caf\u00e9 \u001b[31m \u0001 \u0080\r\n"
                + "X-Ok: fine\r\nContent-Length: 2\r\n\r\nok")) {
            // Refusing such an answer is as good as making it safe.
            if (caller.call(post(server, "x", LONG_MS, true)) instanceof Answered answer) {
                answer.headers()
                        .values()
                        .values()
                        .forEach(values -> assertThat(values)
                                .allMatch(value -> value.chars().allMatch(c -> c >= 0x20 && c <= 0x7e)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "connection",
                "Content-Length",
                "transfer-encoding",
                "Expect",
                "upgrade",
                "te",
                "a b",
                "a:b",
                "a\r\nb",
                "\u00e9",
                ""
            })
    void namesThatTheClientOwnsOrThatAreNoneAreRefusedAsABug(String name) {
        assertThatThrownBy(() -> new Request(
                        "GET", URI.create("http://127.0.0.1/"), Headers.of(name, "x"), new byte[0], 1, 1, false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://127.0.0.1/", "file:///etc/passwd", "/relative", "http:///nohost", "jar:http://a!/b"})
    void onlyHttpAndHttpsAreCalled(String uri) {
        assertThatThrownBy(() -> new Request("GET", URI.create(uri), Headers.none(), new byte[0], 1, 1, false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAnswerLargerThanTheBoundIsCutAndNotReadOn(boolean fresh) {
        try (var server = new RawServer(line -> {
            line.readRequest();
            line.write("HTTP/1.1 200 OK\r\nContent-Length: 100000000000\r\n\r\n");
            line.writeUntilDropped("0123456789", 0);
        })) {
            var answer = answered(caller.call(post(server, "x", LONG_MS, fresh)));
            assertThat(answer.cut()).isTrue();
            assertThat(answer.body()).hasSize(100).startsWith("0123456789".getBytes(ISO_8859_1));
            assertThat(server.dropped()).isTrue();
        }
    }

    @Test
    void chunksWithoutEndAreCut() {
        try (var server = new RawServer(line -> {
            line.readRequest();
            line.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            line.writeUntilDropped("5\r\nabcde\r\n", 0);
        })) {
            var answer = answered(caller.call(post(server, "x", LONG_MS, false)));
            assertThat(answer.cut()).isTrue();
            assertThat(answer.body()).hasSize(100);
            assertThat(server.dropped()).isTrue();
        }
    }

    @Test
    void anAnswerOfExactlyTheBoundIsWhole() {
        try (var server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + "z".repeat(100))) {
            var answer = answered(caller.call(post(server, "x", LONG_MS, true)));
            assertThat(answer.cut()).isFalse();
            assertThat(answer.body()).hasSize(100);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectIsAnAnswer(int status) {
        var moved = "HTTP/1.1 " + status + " Moved\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n";
        try (var server = RawServer.answering(moved)) {
            assertThat(answered(caller.call(post(server, "x", LONG_MS, false))).status())
                    .isEqualTo(status);
            assertThat(server.requests).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "\u0000\u0001\u0002\u0003\r\n\r\n",
                "HTTP/1.1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n"
            })
    void whatIsNotHttpIsAFailureThatMayHaveBeenHeard(String said) {
        try (var server = RawServer.answering(said)) {
            var answer = caller.call(post(server, "x", SHORT_MS * 3, true));
            // Some clients forgive a line without colon; none may crash or hang on any of these.
            if (answer instanceof Failed failed) {
                assertThat(failed.maybeSent()).isTrue();
                assertThat(failed.why()).matches("[\\t\\x20-\\x7e]+");
            }
        }
    }

    @Test
    void aRefusedConnectionWasCertainlyNotHeard() throws IOException {
        int port;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        var uri = URI.create("http://127.0.0.1:" + port + "/");
        for (boolean fresh : new boolean[] {true, false}) {
            var failed =
                    failed(caller.call(new Request("POST", uri, Headers.none(), new byte[] {1}, LONG_MS, 100, fresh)));
            assertThat(failed.maybeSent()).isFalse();
            assertThat(failed.why()).isNotBlank();
        }
    }

    @Test
    void anUnknownHostWasCertainlyNotHeard() {
        var uri = URI.create("http://nowhere.invalid/");
        var failed = failed(caller.call(new Request("POST", uri, Headers.none(), new byte[] {1}, LONG_MS, 100, true)));
        assertThat(failed.maybeSent()).isFalse();
    }

    @Test
    void anInterruptEndsTheCallAndIsKept() throws InterruptedException {
        try (var server = new RawServer(line -> {
            line.readRequest();
            line.awaitDropped();
        })) {
            var answer = new AtomicReference<Answer>();
            var kept = new CountDownLatch(1);
            var thread = new Thread(() -> {
                answer.set(caller.call(post(server, "x", LONG_MS, true)));
                if (Thread.currentThread().isInterrupted()) {
                    kept.countDown();
                }
            });
            thread.start();
            server.request();
            thread.interrupt();

            assertThat(kept.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(answer.get()).isInstanceOf(Failed.class);
            assertThat(server.dropped()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closingEndsWhatIsInProgressAndLaterCallsAreNotSent(boolean fresh) throws InterruptedException {
        try (var server = new RawServer(line -> {
            line.readRequest();
            line.awaitDropped();
        })) {
            var ended = new CountDownLatch(1);
            new Thread(() -> {
                        failed(caller.call(post(server, "x", LONG_MS, fresh)));
                        ended.countDown();
                    })
                    .start();
            server.request();

            caller.close();

            assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(failed(caller.call(post(server, "y", LONG_MS, fresh))).maybeSent())
                    .isFalse();
            assertThat(server.requests).isEmpty();
        }
    }

    private static Request post(RawServer server, String body, long deadlineMs, boolean fresh) {
        return new Request("POST", server.uri("/"), Headers.none(), body.getBytes(ISO_8859_1), deadlineMs, 100, fresh);
    }

    private static Answered answered(Answer answer) {
        assertThat(answer).isInstanceOf(Answered.class);
        return (Answered) answer;
    }

    private static Failed failed(Answer answer) {
        assertThat(answer).isInstanceOf(Failed.class);
        return (Failed) answer;
    }

    /**
     * Where the deadline is short, a busy machine may not have got as far as sending; what arrived must count as sent.
     */
    private void failedAndHeard(RawServer server, Request request) {
        int before = server.requests.size();
        var failed = failedInTime(request);
        assertThat(failed.maybeSent() || server.requests.size() == before)
                .as("what arrived may have been sent")
                .isTrue();
    }

    private Failed failedInTime(Request request) {
        long from = System.nanoTime();
        var failed = failed(caller.call(request));
        long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
        assertThat(ms).as("the deadline bounds the whole exchange").isLessThan(request.deadlineMs() + SLACK_MS);
        return failed;
    }
}
