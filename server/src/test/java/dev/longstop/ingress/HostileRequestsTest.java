package dev.longstop.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.time.Patience;
import dev.longstop.verification.Await;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes that mean no good: every wait has an end, every amount a bound, and nothing is handed on (F1, F3; N5). */
class HostileRequestsTest {

    private static final int IN_TIME_MS = 60_000;
    private static final String FORGED = "X-Hub-Signature-256: sha256=00\r\n";

    @Test
    void bytesThatAreNoHttpGetAnAnswerOrAClose() {
        try (var door = new Door(settings -> Settings.of(settings).headMs(400).done())) {
            var hello = new byte[300]; // as a TLS client begins
            hello[0] = 0x16;
            hello[1] = 3;
            hello[2] = 1;
            for (var bytes : List.of(
                    ascii("\r\n\r\n\r\n"),
                    ascii("GET\r\n\r\n"),
                    ascii("GET /in/hub\r\n\r\n"),
                    ascii("GET /in/hub FTP/7.7\r\n\r\n"),
                    ascii("GET /in/hub HTTP/9.9\r\n\r\n"),
                    ascii("POST /in/hub HTTP/1.1\r\nno colon\r\n\r\n"),
                    ascii("POST /in/hub HTTP/1.1\r\nA\u0000b: c\r\n\r\n"),
                    ascii("POST /in/hub HTTP/1.1\r\nA: b\u0000c\r\n\r\n"),
                    ascii("POST /in/hub HTTP/1.1\r\nContent-Length: x\r\n\r\n"),
                    ascii("POST /in/hub HTTP/1.1\r\nContent-Length: -1\r\n\r\n"),
                    ascii("POST /in/hub HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
                    ascii("POST /in/hub HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
                    ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                    ascii("x".repeat(100_000)),
                    hello)) {
                try (var wire = door.wire()) {
                    wire.trySend(bytes);
                    var said = wire.untilClosed();
                    assertThat(said).matches("(?s)!?|\\S+ (4\\d\\d|501) .*");
                }
            }
            assertThat(door.accepted).isEmpty();
        }
    }

    @Test
    void headersAndTheRequestLineAreBounded() {
        try (var door = new Door()) {
            try (var wire = door.wire()) {
                wire.send("POST /in/hub HTTP/1.1\r\nX-Large: " + "x".repeat(20_000) + "\r\n\r\n");
                assertThat(wire.reply().status()).isEqualTo(431);
            }
            try (var wire = door.wire()) {
                wire.send("POST /in/" + "x".repeat(5_000) + " HTTP/1.1\r\n\r\n");
                assertThat(wire.reply().status()).isEqualTo(414);
            }
        }
    }

    /** One byte now and then: the deadline is over the whole, and not from byte to byte. */
    @Test
    void headersThatTrickleInAreCutOff() {
        try (var door = new Door(settings -> Settings.of(settings).headMs(300).done());
                var wire = door.wire()) {
            assertThat(trickle(wire, "POST /in/hub HTTP/1.1\r\nHost: door\r\nX-Slow: "))
                    .isTrue();
        }
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() {
        try (var door = new Door(settings -> Settings.of(settings).headMs(300).done());
                var wire = door.wire()) {
            assertThat(wire.untilClosed()).isEmpty();
        }
    }

    @Test
    void aUsedConnectionIsClosedWhenNothingFollows() {
        try (var door = new Door(
                        settings -> Settings.of(settings).keepAliveMs(300).done());
                var wire = door.wire()) {
            assertThat(wire.send("GET /healthz HTTP/1.1\r\nHost: door\r\n\r\n")
                            .reply()
                            .status())
                    .isEqualTo(200);
            assertThat(wire.untilClosed()).isEmpty();
        }
    }

    @Test
    void aBodyThatTricklesInIsAnsweredAndCutOff() {
        try (var door = new Door(settings -> Settings.of(settings).bodyMs(300).done())) {
            try (var wire = door.wire()) {
                assertThat(trickle(
                                wire,
                                "POST /in/hub HTTP/1.1\r\nHost: door\r\nContent-Length: 100000\r\n" + FORGED + "\r\n"))
                        .isTrue();
                assertThat(wire.untilClosed()).startsWith("HTTP/1.1 408 ");
            }
            assertThat(door.counted("hub", "malformed")).isEqualTo(1);
            assertThat(door.ingress.bytesInFlight()).isZero();
        }
    }

    @Test
    void aSlowCommitIsAnsweredAndItsBytesStayCountedUntilItSettles() {
        var commit = new CompletableFuture<List<Outcome>>();
        try (var door = new Door(settings -> Settings.of(settings).answerMs(300).done());
                var wire = door.wire()) {
            door.inbox = acceptance -> commit;
            var reply = wire.send(Door.signed("id-1", Door.ISSUE)).reply();

            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.header("retry-after")).isNotEmpty();
            assertThat(door.ingress.bytesInFlight()).isEqualTo(IngressSettings.REQUEST_BYTES + Door.ISSUE.length());
            commit.complete(List.of(new Outcome(Verdict.ACCEPTED, 1, false)));
            Await.until("the bytes are given back", IN_TIME_MS, () -> door.ingress.bytesInFlight() == 0);

            door.inbox =
                    acceptance -> CompletableFuture.completedStage(List.of(new Outcome(Verdict.DUPLICATE, 1, false)));
            assertThat(wire.send(Door.signed("id-1", Door.ISSUE)).reply().body())
                    .contains("duplicate");
        }
    }

    /** F1: the bound is the source's; a length that was declared is refused before a byte of it is read. */
    @Test
    void aBodyOfTooLargeALengthIsRefusedAtOnce() {
        try (var door = new Door();
                var wire = door.wire()) {
            wire.send("POST /in/hub HTTP/1.1\r\nHost: door\r\nContent-Length: 26214401\r\n" + FORGED + "\r\n");
            var reply = wire.reply();

            assertThat(reply.status()).isEqualTo(413);
            assertThat(reply.closes()).isTrue();
            assertThat(wire.untilClosed()).isEmpty();
            assertThat(door.counted("hub", "too_large")).isEqualTo(1);
        }
    }

    /** F3: without a length the bytes are counted as they come. A client that writes on still reads the answer. */
    @Test
    void aBodyThatGrowsTooLargeIsRefusedAndTheClientReadsIt() {
        try (var door = new Door(settings -> settings)) {
            door.ingress.replace(java.util.Map.of("hub", Small.source(100_000)));
            try (var wire = door.wire()) {
                wire.send("POST /in/hub HTTP/1.1\r\nHost: door\r\nTransfer-Encoding: chunked\r\n" + FORGED + "\r\n");
                var chunk = "10000\r\n" + "x".repeat(0x10000) + "\r\n";
                for (int i = 0; i < 8; i++) {
                    wire.send(chunk);
                }
                wire.send("0\r\n\r\n");
                assertThat(wire.reply().status()).isEqualTo(413);
                assertThat(wire.untilClosed()).isEmpty();
            }
            assertThat(door.ingress.bytesInFlight()).isZero();
        }
    }

    @Test
    void aRefusedBodyThatNeverEndsIsCutOff() {
        try (var door = new Door(settings -> settings);
                var wire = door.wire()) {
            wire.send("POST /in/other HTTP/1.1\r\nHost: door\r\nTransfer-Encoding: chunked\r\n\r\n");
            var chunk = ascii("10000\r\n" + "x".repeat(0x10000) + "\r\n");
            int sent = 0;
            while (sent < 1_000 && wire.trySend(chunk)) {
                sent++;
            }
            assertThat(sent).as("chunks of 64 KiB that were taken").isLessThan(500);
        }
    }

    @Test
    void aRefusedBodyThatStopsIsCutOff() {
        try (var door = new Door(settings -> Settings.of(settings).done());
                var wire = door.wire()) {
            wire.send("POST /in/other HTTP/1.1\r\nHost: door\r\nContent-Length: 1000\r\n\r\nabc");

            assertThat(wire.reply().status()).isEqualTo(404);
            assertThat(wire.untilClosed()).isEmpty();
        }
    }

    @Test
    void aRefusedSmallBodyLeavesTheConnectionUsable() {
        try (var door = new Door();
                var wire = door.wire()) {
            assertThat(wire.send(Wire.post("/in/other", "x".repeat(10_000)))
                            .reply()
                            .status())
                    .isEqualTo(404);
            assertThat(wire.send(Door.signed("id-1", Door.ISSUE)).reply().status())
                    .isEqualTo(200);
        }
    }

    @Test
    void whoAsksWhetherToContinueIsTold() {
        var head = "POST /in/hub HTTP/1.1\r\nHost: door\r\nExpect: 100-continue\r\nX-GitHub-Delivery: id-1\r\n"
                + "X-GitHub-Event: issues\r\nX-Hub-Signature-256: " + Door.sign(Door.SECRET, Door.ISSUE) + "\r\n"
                + "Content-Length: ";
        try (var door = new Door()) {
            try (var wire = door.wire()) {
                wire.send(head + Door.ISSUE.length() + "\r\n\r\n");
                assertThat(wire.reply().status()).isEqualTo(100);
                assertThat(wire.send(Door.ISSUE).reply().status()).isEqualTo(200);
            }
            try (var wire = door.wire()) {
                wire.send(head + "99999999999\r\n\r\n");
                assertThat(wire.reply().status()).isEqualTo(413);
            }
            try (var wire = door.wire()) {
                wire.send((head + "3\r\n\r\nabc").replace("100-continue", "miracles"));
                assertThat(wire.reply().status()).isEqualTo(417);
            }
        }
    }

    @Test
    void noOtherProtocolIsSpoken() {
        try (var door = new Door();
                var wire = door.wire()) {
            var h2c = String.join(
                    "\r\n",
                    "Host: door",
                    "Connection: Upgrade, HTTP2-Settings",
                    "Upgrade: h2c",
                    "HTTP2-Settings: AAMAAA",
                    "");
            var webSocket = String.join(
                    "\r\n",
                    "GET /in/hub HTTP/1.1",
                    "Host: door",
                    "Connection: Upgrade",
                    "Upgrade: websocket",
                    "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                    "",
                    "");

            assertThat(wire.send(Door.signed("id-1", Door.ISSUE).replace("Host: door\r\n", h2c))
                            .reply()
                            .body())
                    .contains("accepted");
            assertThat(wire.send(webSocket).reply().status()).isEqualTo(405);
        }
    }

    /** The bytes in flight are bounded; what is over gets 503, and a slot is free again when its commit settled. */
    @Test
    void overTheBoundOfBytesInFlightRequestsAreTurnedAway() {
        var commit = new CompletableFuture<List<Outcome>>();
        try (var door = new Door(settings ->
                        Settings.of(settings).inFlightBytesMax(10_000).done());
                var first = door.wire();
                var second = door.wire()) {
            door.inbox = acceptance -> commit;
            first.send(Door.signed("id-1", Door.ISSUE));
            second.send(Door.signed("id-2", Door.ISSUE));
            Await.until("both are with the inbox", IN_TIME_MS, () -> door.accepted.size() == 2);

            var turnedAway = door.post(Door.ISSUE, Door.headers("id-3", "issues", Door.ISSUE));
            assertThat(turnedAway.status()).isEqualTo(503);
            assertThat(turnedAway.header("retry-after")).isEqualTo("5");
            assertThat(door.counted("hub", "overloaded")).isEqualTo(1);

            commit.complete(List.of(new Outcome(Verdict.ACCEPTED, 1, false)));
            assertThat(first.reply().status()).isEqualTo(200);
            assertThat(second.reply().status()).isEqualTo(200);
            assertThat(door.post(Door.ISSUE, Door.headers("id-4", "issues", Door.ISSUE))
                            .status())
                    .isEqualTo(200);
            assertThat(door.ingress.bytesInFlight()).isZero();
        }
    }

    /** A promise of a length takes nothing from the budget; only bytes that arrived do. */
    @Test
    void promisesOfLargeBodiesDoNotShutTheDoor() {
        try (var door = new Door();
                var one = door.wire();
                var two = door.wire();
                var three = door.wire()) {
            for (var wire : List.of(one, two, three)) {
                wire.send("POST /in/hub HTTP/1.1\r\nHost: door\r\nContent-Length: 25000000\r\n" + FORGED + "\r\nx");
            }
            Await.until("the first bytes arrived", IN_TIME_MS, () -> door.ingress.bytesInFlight() == 3 * 4_097);
            assertThat(door.post(Door.ISSUE, Door.headers("id-1", "issues", Door.ISSUE))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aCallerThatGoesAwayGivesItsBytesBack() {
        try (var door = new Door()) {
            try (var wire = door.wire()) {
                wire.send("POST /in/hub HTTP/1.1\r\nHost: door\r\nContent-Length: 1000\r\n" + FORGED + "\r\nabc");
                Await.until("the bytes arrived", IN_TIME_MS, () -> door.ingress.bytesInFlight() > 4_096);
            }
            Await.until("the bytes are given back", IN_TIME_MS, () -> door.ingress.bytesInFlight() == 0);
        }
    }

    @Test
    void aLargeBodyIsExaminedAsWell() {
        var padding = "x".repeat(1_500_000);
        var large = Door.ISSUE.replace("\"wile\"", "\"wile\",\"padding\":\"" + padding + "\"");
        try (var door = new Door();
                var wire = door.wire()) {
            wire.send(Door.signed("id-1", large));
            assertThat(wire.reply().body()).contains("accepted");
            assertThat(door.accepted.get(0).delivery().body()).hasSize(large.length());

            wire.send(Door.signed("id-2", large).replace("\"wile\"", "\"mile\""));
            assertThat(wire.reply().status()).isEqualTo(401);
            assertThat(door.ingress.bytesInFlight()).isZero();
        }
    }

    @Test
    void connectionsAreBounded() {
        try (var door =
                new Door(settings -> Settings.of(settings).connectionsMax(1).done())) {
            int loops = IngressSettings.of("", 0).loops();
            var open = new java.util.ArrayList<Wire>();
            for (int i = 0; i < loops; i++) {
                open.add(door.wire());
                assertThat(open.get(i)
                                .send("GET /healthz HTTP/1.1\r\nHost: door\r\n\r\n")
                                .reply()
                                .status())
                        .isEqualTo(200);
            }
            try (var wire = door.wire()) {
                assertThat(wire.untilClosed()).isIn("", "!");
            }
            open.forEach(Wire::close);
            Await.until("a place is free again", IN_TIME_MS, () -> served(door));
        }
    }

    /** Mutated requests: never 5xx, never accepted, always an end. The seed is fixed; a failure prints the request. */
    @Test
    void mutatedRequestsAreNeverAcceptedAndNeverAFailure() {
        mutate(20_261_130, 5, 100);
    }

    @Test
    @Tag("long")
    @Timeout(3_600)
    void aMillionMutatedRequestsAreNeverAcceptedAndNeverAFailure() {
        mutate(20_261_204, 1_000, 1_000);
    }

    private static void mutate(long seed, int rounds, int atOnce) {
        var random = new Random(seed);
        try (var door = new Door(settings ->
                Settings.of(settings).headMs(400).bodyMs(400).keepAliveMs(400).done())) {
            for (int round = 0; round < rounds; round++) {
                var sent = new LinkedHashMap<Wire, String>();
                for (int i = 0; i < atOnce; i++) {
                    var request = mutated(random, "id-" + i);
                    var wire = door.wire();
                    wire.trySend(ascii(request + "\r\n\r\n"));
                    sent.put(wire, request);
                }
                sent.forEach((wire, request) -> {
                    assertThat(wire.untilClosed())
                            .as(request)
                            .doesNotContain("HTTP/1.1 2", "HTTP/1.1 500", "HTTP/1.1 503");
                    wire.close();
                });
            }
            assertThat(door.accepted).isEmpty();
            Await.until("nothing is left in flight", IN_TIME_MS, () -> door.ingress.bytesInFlight() == 0);
        }
    }

    /** A signed request with one byte of its body changed, and up to three bytes anywhere. */
    private static String mutated(Random random, String id) {
        var request = ascii(Door.signed(id, Door.ISSUE));
        int changed = request.length - 1 - random.nextInt(Door.ISSUE.length());
        byte other = (byte) (request[changed] ^ (1 + random.nextInt(255)));
        for (int flips = random.nextInt(4); flips > 0; flips--) {
            request[random.nextInt(request.length)] = (byte) random.nextInt(256);
        }
        request[changed] = other; // the last, so that nothing changes it back
        return new String(request, StandardCharsets.ISO_8859_1);
    }

    private static boolean served(Door door) {
        try (var wire = door.wire()) {
            return wire.trySend(ascii("GET /healthz HTTP/1.1\r\nHost: door\r\nConnection: close\r\n\r\n"))
                    && wire.untilClosed().startsWith("HTTP/1.1 200");
        }
    }

    /** Sends a head, then a byte every so often: whether the server ends it. */
    private static boolean trickle(Wire wire, String head) {
        wire.send(head);
        return Patience.until(IN_TIME_MS, () -> !wire.trySend(ascii("x")));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A source with a small bound. */
    private static final class Small {
        static dev.longstop.inbox.Source source(int bodyBytesMax) {
            var source = Door.source("hub", Door.SECRET);
            return new dev.longstop.inbox.Source(
                    source.name(),
                    source.contract(),
                    source.secrets(),
                    source.rules(),
                    source.ignore(),
                    source.feeds(),
                    bodyBytesMax,
                    source.dedupWindowMs(),
                    source.replays());
        }
    }
}
