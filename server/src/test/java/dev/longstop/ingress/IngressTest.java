package dev.longstop.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.queue.RunSeed;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.verification.Await;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a sender is answered, and what the inbox gets (R1 to R4, S1, S2, S6, S12). */
class IngressTest {

    private static final int IN_TIME_MS = 10_000;

    private final Door door = new Door();

    @AfterEach
    void close() {
        door.close();
    }

    @Test
    void aSignedDeliveryIsAcceptedWithItsRun() {
        var reply = door.post(Door.ISSUE, Door.headers("id-1", "issues", Door.ISSUE));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("content-type")).isEqualTo("application/json");
        assertThat(reply.body()).isEqualTo("{\"status\":\"accepted\",\"event\":\"hub/id-1\"}");
        assertThat(onlyItem().runs()).extracting(RunSeed::agent).containsExactly("triage");
        assertThat(onlyItem().subject()).contains("acme/road:7");
        assertThat(door.counted("hub", "accepted")).isEqualTo(1);
    }

    /** The delivery is evidence: its bytes as they came, and never what proves it. */
    @Test
    void theDeliveryHoldsRawBytesAndNoSignature() {
        var body = Door.ISSUE.replace("wile", "caf\u00c3\u00a9") + "\r\n ";
        door.post(body, Door.headers("id-1", "issues", body));

        var delivery = door.accepted.get(0).delivery();
        assertThat(delivery.body()).isEqualTo(body.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(delivery.headers().values()).containsOnlyKeys("x-github-delivery", "x-github-event");
        assertThat(delivery.secret()).contains("s");
        assertThat(delivery.contentType()).isEqualTo("application/json");
        assertThat(delivery.replayWatch()).isTrue();
    }

    /** S6, B2: success is said after the commit, and not before. */
    @Test
    void nothingIsAnsweredBeforeTheCommit() {
        var commit = new CompletableFuture<List<Outcome>>();
        door.inbox = acceptance -> commit;
        try (var wire = door.wire()) {
            wire.send(Door.signed("id-1", Door.ISSUE));
            Await.until("the delivery is with the inbox", IN_TIME_MS, () -> door.accepted.size() == 1);
            assertThat(wire.silentFor(200)).isTrue();

            commit.complete(List.of(new Outcome(Verdict.ACCEPTED, 1, false)));
            assertThat(wire.reply().status()).isEqualTo(200);
        }
    }

    /** The answers of one commit come back together, again and again; a bug in one of them keeps back no other. */
    @Test
    void allThatSharedACommitAreAnswered() throws InterruptedException {
        var commits = new ConcurrentLinkedQueue<CompletableFuture<List<Outcome>>>();
        door.inbox = acceptance -> {
            var commit = new CompletableFuture<List<Outcome>>();
            commits.add(commit);
            return commit;
        };
        List<Outcome> fresh = List.of(new Outcome(Verdict.ACCEPTED, 1, false));
        var wires = Stream.generate(door::wire).limit(16).toList();
        try (var broken = door.wire()) {
            for (int round = 0; round < 5; round++) {
                if (round == 3) {
                    broken.send(Door.signed("broken", Door.ISSUE));
                    Await.until("the first is with the inbox", IN_TIME_MS, () -> commits.size() == 1);
                }
                int all = wires.size() + commits.size();
                wires.forEach(wire -> wire.send(Door.signed("shared", Door.ISSUE)));
                Await.until("all are with the inbox", IN_TIME_MS, () -> commits.size() == all);
                if (round == 3) {
                    Objects.requireNonNull(commits.poll()).complete(List.of());
                }
                commits.forEach(commit -> commit.complete(fresh));
                commits.clear();
                wires.forEach(wire -> assertThat(wire.reply().status()).isEqualTo(200));
            }
        } finally {
            wires.forEach(Wire::close);
        }
    }

    /** R4: a repetition is success; A27: what is stored is never told, whatever differs. */
    @Test
    void aDuplicateIsSuccessAndTellsNothing() {
        for (var verdict : List.of(Verdict.DUPLICATE, Verdict.MISMATCH)) {
            door.inbox = acceptance -> CompletableFuture.completedStage(List.of(new Outcome(verdict, 1, false)));
            var reply = door.post(Door.ISSUE, Door.headers("id-1", "issues", Door.ISSUE));

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body()).isEqualTo("{\"status\":\"duplicate\",\"event\":\"hub/id-1\"}");
        }
        assertThat(door.counted("hub", "duplicate")).isEqualTo(1);
        assertThat(door.counted("hub", "mismatch")).isEqualTo(1);
    }

    @Test
    void aSuspectedReplayIsAcceptedAndCounted() {
        door.inbox = acceptance -> CompletableFuture.completedStage(List.of(new Outcome(Verdict.ACCEPTED, 1, true)));

        assertThat(door.post(Door.ISSUE, Door.headers("id-2", "issues", Door.ISSUE))
                        .body())
                .contains("\"accepted\"");
        assertThat(door.counted("hub", "suspected_replay")).isEqualTo(1);
    }

    /** S1: authentic and unwanted is success with a reason, and starts nothing. */
    @Test
    void anUnwantedEventIsIgnoredWithItsReason() {
        var closed = Door.ISSUE.replace("opened", "closed");
        var own = Door.ISSUE.replace("wile", "acme-agent");

        assertThat(door.post(closed, Door.headers("id-1", "issues", closed)).body())
                .isEqualTo("{\"status\":\"ignored\",\"event\":\"hub/id-1\",\"reason\":\"no_rule\"}");
        assertThat(door.post(own, Door.headers("id-2", "issues", own)).body())
                .endsWith("\"reason\":\"ignored_sender\"}");
        assertThat(door.post("{}", Door.headers("id-3", "ping", "{}")).body())
                .endsWith("\"reason\":\"endpoint_test\"}");
        assertThat(door.accepted)
                .allMatch(acceptance -> acceptance.items().get(0).runs().isEmpty());
        assertThat(door.counted("hub", "ignored")).isEqualTo(3);
    }

    @Test
    void aStrangeIdStaysReadableJson() {
        var quoted = door.post(Door.ISSUE, Door.headers("a\"b\\c", "issues", Door.ISSUE));
        var hostile = door.post(Door.ISSUE, Door.headers("\u00e9".repeat(300), "issues", Door.ISSUE));

        assertThat(quoted.body()).isEqualTo("{\"status\":\"accepted\",\"event\":\"hub/a\\\"b\\\\c\"}");
        assertThat(hostile.body()).startsWith("{\"status\":\"accepted\",\"event\":\"hub/sha256:");
    }

    /** R3, S2, C15: whatever is wrong with a signature, the answer is the same, and nothing is handed on. */
    @Test
    void forgedDeliveriesAreAllToldTheSameAndLeaveNothing() {
        var wrong = Door.sign("another secret", Door.ISSUE);
        var bodies = List.of(
                door.post(Door.ISSUE, "X-GitHub-Delivery", "id-1", "X-Hub-Signature-256", wrong),
                door.post(Door.ISSUE, "X-GitHub-Delivery", "id-1", "X-Hub-Signature-256", "nonsense"),
                door.post(Door.ISSUE, "X-GitHub-Delivery", "id-1", "X-Hub-Signature-256", ""),
                door.post(Door.ISSUE, "X-GitHub-Delivery", "id-1"),
                door.post("not json", "X-Hub-Signature-256", wrong),
                door.post("", "X-Hub-Signature-256", wrong));

        assertThat(bodies).allMatch(reply -> reply.status() == 401);
        assertThat(bodies).extracting(Wire.Reply::body).containsOnly("{\"status\":\"unauthenticated\"}");
        assertThat(door.accepted).isEmpty();
        assertThat(door.counted("hub", "unauthenticated")).isEqualTo(6);
        assertThat(door.ingress.rejections().newestFirst())
                .extracting(Rejection::reason)
                .containsExactly(
                        "wrong_signature",
                        "wrong_signature",
                        "no_signature",
                        "no_signature",
                        "malformed_signature",
                        "wrong_signature");
    }

    @Test
    void onlyTheLastFewRejectionsAreRememberedAndOnlyTheirMetadata() {
        try (var small =
                new Door(settings -> Settings.of(settings).rejectionsKept(3).done())) {
            for (int i = 0; i < 5; i++) {
                small.post("body-" + i, "User-Agent", "agent-" + i + "x".repeat(500));
            }
            assertThat(small.ingress.rejections().newestFirst())
                    .extracting(rejection -> rejection.agent().substring(0, 7))
                    .containsExactly("agent-4", "agent-3", "agent-2");
            assertThat(small.ingress.rejections().newestFirst()).allSatisfy(rejection -> {
                assertThat(rejection.agent()).hasSize(100);
                assertThat(rejection.source()).isEqualTo("hub");
                assertThat(rejection.status()).isEqualTo(401);
                assertThat(rejection.remote()).isEqualTo("127.0.0.1");
                assertThat(rejection.bytes()).isEqualTo(6);
            });
        }
    }

    @Test
    void anAuthenticDeliveryThatCannotBeUsedIsToldWhy() {
        var reply = door.post("Hello, World!", Door.headers("id-1", "issues", "Hello, World!"));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).isEqualTo("{\"status\":\"unusable\",\"reason\":\"not_json\"}");
        assertThat(door.post(Door.ISSUE, "X-Hub-Signature-256", Door.sign(Door.SECRET, Door.ISSUE))
                        .body())
                .contains("no_event_id");
        assertThat(door.accepted).isEmpty();
        assertThat(door.counted("hub", "malformed")).isEqualTo(2);
    }

    /** S12: what could not be committed gets no success, and the sender is asked to come again. */
    @Test
    void aFailingStoreIsUnavailable() {
        door.inbox = acceptance ->
                CompletableFuture.failedStage(new StoreFailure(ErrorCode.STORE_FULL, "the disk is full", null));

        var reply = door.post(Door.ISSUE, Door.headers("id-1", "issues", Door.ISSUE));

        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.header("retry-after")).isEqualTo("30");
        assertThat(reply.body()).isEqualTo("{\"status\":\"unavailable\"}");
        assertThat(door.counted("hub", "unavailable")).isEqualTo(1);
        assertThat(door.ingress.bytesInFlight()).isZero();
    }

    @Test
    void anInboxThatThrowsIsUnavailableToo() {
        door.inbox = acceptance -> {
            throw new IllegalStateException("a bug");
        };

        assertThat(door.post(Door.ISSUE, Door.headers("id-1", "issues", Door.ISSUE))
                        .status())
                .isEqualTo(503);
        assertThat(door.ingress.bytesInFlight()).isZero();
    }

    /** R1: only POST; an unknown source is unknown for every method. */
    @Test
    void otherMethodsAreNotAllowedAndUnknownSourcesAreNotFound() {
        for (var method : List.of("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")) {
            try (var wire = door.wire()) {
                var known = wire.send(method + " /in/hub HTTP/1.1\r\nHost: door\r\n\r\n")
                        .reply(method.equals("HEAD"));
                assertThat(known.status()).as(method).isEqualTo(405);
                assertThat(known.header("allow")).isEqualTo("POST");
                var unknown = wire.send(method + " /in/other HTTP/1.1\r\nHost: door\r\n\r\n")
                        .reply(method.equals("HEAD"));
                assertThat(unknown.status()).as(method).isEqualTo(404);
            }
        }
        assertThat(door.counted("hub", "method")).isEqualTo(8);
        assertThat(door.counted("_unknown", "malformed")).isEqualTo(8);
    }

    @Test
    void onlyTheExactPathIsASource() {
        for (var path : List.of(
                "/",
                "/in",
                "/in/",
                "/in/hub/",
                "/in/hub/x",
                "/in/HUB",
                "/in/../in/hub",
                "/in/h%75b",
                "//in/hub",
                "*",
                "/in/_start",
                "/in/" + "x".repeat(3_000))) {
            try (var wire = door.wire()) {
                var reply = wire.send(Wire.post(path, Door.ISSUE, Door.headers("id-1", "issues", Door.ISSUE)))
                        .reply();
                assertThat(reply.status()).as(path).isEqualTo(404);
            }
        }
        try (var wire = door.wire()) {
            var query = wire.send(Wire.post("/in/hub?a=b", Door.ISSUE, Door.headers("id-1", "issues", Door.ISSUE)))
                    .reply();
            assertThat(query.status()).isEqualTo(200);
        }
    }

    @Test
    void healthzAnswersWhoAsks() {
        try (var wire = door.wire()) {
            assertThat(wire.send("GET /healthz HTTP/1.1\r\nHost: door\r\n\r\n")
                            .reply()
                            .body())
                    .isEqualTo("{\"status\":\"ok\"}");
            assertThat(wire.send("HEAD /healthz HTTP/1.1\r\nHost: door\r\n\r\n")
                            .reply(true)
                            .status())
                    .isEqualTo(200);
            assertThat(wire.send(Wire.post("/healthz", "x")).reply().status()).isEqualTo(405);
        }
    }

    @Test
    void aConnectionIsUsedAgainAndPipelinedRequestsAreAnsweredInOrder() {
        try (var wire = door.wire()) {
            wire.send(Door.signed("id-1", Door.ISSUE) + Door.signed("id-2", Door.ISSUE) + Door.signed("id-3", "{}"));

            assertThat(wire.reply().body()).contains("hub/id-1");
            assertThat(wire.reply().body()).contains("hub/id-2");
            assertThat(wire.reply().body()).contains("hub/id-3");
            assertThat(wire.send(Door.signed("id-4", Door.ISSUE)).reply().body())
                    .contains("hub/id-4");
        }
    }

    @Test
    void chunksAreOneBody() {
        var half = Door.ISSUE.length() / 2;
        var head = "POST /in/hub HTTP/1.1\r\nHost: door\r\nTransfer-Encoding: chunked\r\n"
                + "X-GitHub-Delivery: id-1\r\n" + "X-GitHub-Event: issues\r\nX-Hub-Signature-256: "
                + Door.sign(Door.SECRET, Door.ISSUE) + "\r\n\r\n";
        try (var wire = door.wire()) {
            wire.send(head + chunk(Door.ISSUE.substring(0, half)));
            wire.send(chunk(Door.ISSUE.substring(half)) + "0\r\n\r\n");

            assertThat(wire.reply().body()).contains("accepted");
        }
    }

    /** C9: HTTP/2 proxies write header names in lower case. */
    @Test
    void headerNamesHaveNoCase() {
        var request = Door.signed("id-1", Door.ISSUE)
                .replace("X-GitHub-Delivery", "x-github-delivery")
                .replace("X-Hub-Signature-256", "x-hUB-signature-256");
        try (var wire = door.wire()) {
            assertThat(wire.send(request).reply().status()).isEqualTo(200);
        }
    }

    @Test
    void otherEndpointsAreTakenAllAtOnce() {
        door.ingress.replace(Map.of("other", Door.source("other", "new secret")));

        assertThat(door.post(Door.ISSUE, Door.headers("id-1", "issues", Door.ISSUE))
                        .status())
                .isEqualTo(404);
        try (var wire = door.wire()) {
            var headers = Door.headers("id-1", "issues", Door.ISSUE);
            headers[7] = Door.sign("new secret", Door.ISSUE);
            assertThat(wire.send(Wire.post("/in/other", Door.ISSUE, headers))
                            .reply()
                            .body())
                    .contains("other/id-1");
        }
    }

    /** I14, S14: while one commit hangs, others are answered. */
    @Test
    void aSlowCommitHoldsUpNobodyElse() {
        var slow = new CompletableFuture<List<Outcome>>();
        var first = new AtomicReference<CompletableFuture<List<Outcome>>>(slow);
        door.inbox = acceptance -> {
            var held = first.getAndSet(null);
            return held != null
                    ? held
                    : CompletableFuture.completedStage(List.of(new Outcome(Verdict.ACCEPTED, 1, false)));
        };
        try (var wire = door.wire()) {
            wire.send(Door.signed("id-1", Door.ISSUE));
            Await.until("the first is with the inbox", IN_TIME_MS, () -> door.accepted.size() == 1);
            for (int i = 0; i < 20; i++) {
                assertThat(door.post(Door.ISSUE, Door.headers("id-x" + i, "issues", Door.ISSUE))
                                .status())
                        .isEqualTo(200);
            }
            slow.complete(List.of(new Outcome(Verdict.ACCEPTED, 1, false)));
            assertThat(wire.reply().status()).isEqualTo(200);
        }
    }

    private Acceptance.Item onlyItem() {
        assertThat(door.accepted).hasSize(1);
        return door.accepted.get(0).items().get(0);
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }
}
