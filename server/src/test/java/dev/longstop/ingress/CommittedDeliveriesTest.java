package dev.longstop.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Secret;
import dev.longstop.event.Headers;
import dev.longstop.inbox.EventsRead;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Source;
import dev.longstop.queue.RunList;
import dev.longstop.queue.RunState;
import dev.longstop.queue.RunSummary;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.verify.Request;
import dev.longstop.verify.Signer;
import dev.longstop.verify.Trust;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A door with a store behind it: which deliveries are one event, and what is left of each. */
class CommittedDeliveriesTest {

    private static final Secret SECRET = new Secret("s", "a-secret-of-this-test", Optional.empty());
    private static final Trust TRUST = Trust.in(List.of(SECRET));
    private static final long MINUTE_MS = 60_000;

    private static final String MENTION =
            "{\"type\":\"event_callback\",\"event_id\":\"Ev1\",\"event\":{\"type\":\"app_mention\",\"text\":\"hi\"}}";

    private static final Contract DOCUMENTS =
            ((Contracts.Sound) Contracts.read("""
                    {"id": "documents", "event_id": ["join:json:payload.id+json:event"], "event_type": ["json:event"],
                     "bad_auth": {"status": 403},
                     "auth": {"kind": "signature", "algorithm": "hmac-sha256", "encoding": "hex",
                              "signature": {"from": "header:X-Documents-Signature"}}}
                    """.getBytes(StandardCharsets.UTF_8))).contract();

    private final SqliteStore store;
    private final SystemTime time = new SystemTime();
    private Door door = new Door();

    CommittedDeliveriesTest(@TempDir Path folder) {
        store = SqliteStore.open(SqliteSettings.of(folder.resolve("longstop.db")), time, new SystemRandomness());
    }

    @BeforeEach
    void open() {
        door = new Door();
        door.inbox = new Inbox(store)::accept;
        var sources = new HashMap<String, Source>();
        for (var name : List.of("github", "slack", "linear", "shopify", "cursor", "stripe")) {
            sources.put(name, Door.of(name, TRUST));
        }
        sources.put("documents", Door.of(DOCUMENTS, TRUST));
        door.ingress.replace(sources);
    }

    @AfterEach
    void close() {
        door.close();
        store.close();
    }

    /** A delivery that its sender signs, when it says that it does. */
    private String[] headers(Contract contract, String body, long signedAtMs, String... own) {
        var all = new ArrayList<>(List.of(own));
        all.addAll(List.of("Content-Type", "application/json"));
        var request = Request.of(Headers.of(all.toArray(String[]::new)), body.getBytes(StandardCharsets.ISO_8859_1));
        Signer.sign(contract, TRUST, request, "msg-1", signedAtMs)
                .orElseThrow()
                .headers()
                .forEach((name, value) -> all.addAll(List.of(name, value)));
        return all.toArray(String[]::new);
    }

    private Wire.Reply post(String source, String body, String... headers) {
        try (var wire = door.wire()) {
            return wire.send(Wire.post("/in/" + source, body, headers)).reply();
        }
    }

    private String verdict(Wire.Reply reply) {
        assertThat(reply.status()).isEqualTo(200);
        return reply.headers().containsKey("longstop-status")
                ? reply.header("longstop-status")
                : JsonMapper.shared().readTree(reply.body()).path("status").asString("");
    }

    private String sent(String source, String body, String... own) {
        return verdict(post(source, body, headers(Door.contract(source), body, time.wallMs(), own)));
    }

    private List<RunSummary> runs() {
        return new RunList(store).list(RunList.Filter.newest(50)).items();
    }

    /** A1, B5: whoever was answered late sends again, signed anew; the work is in the store, once, at the answer. */
    @Test
    void aSenderThatDidNotHearTheAnswerStartsNothingMore() {
        assertThat(sent("slack", MENTION)).isEqualTo("accepted");
        assertThat(runs()).hasSize(1).allMatch(run -> run.state() == RunState.PENDING);
        for (int retry = 1; retry <= 3; retry++) {
            var again = headers(
                    Door.contract("slack"),
                    MENTION,
                    time.wallMs() + retry * MINUTE_MS,
                    "X-Slack-Retry-Num",
                    String.valueOf(retry),
                    "X-Slack-Retry-Reason",
                    "http_timeout");
            assertThat(verdict(post("slack", MENTION, again))).isEqualTo("duplicate");
        }
        assertThat(runs()).hasSize(1);
    }

    /** A2: a retry header proves nothing; only a stored id does. */
    @Test
    void theFirstToArriveMayBeARetry() {
        assertThat(sent("slack", MENTION, "X-Slack-Retry-Num", "2")).isEqualTo("accepted");
        assertThat(runs()).hasSize(1);
    }

    /** A10: what names the webhook, or the resource, is not what names the event. */
    @Test
    void eventsOfOneWebhookAreNotTakenForOne() {
        var issue = "{\"webhookId\":\"w1\",\"webhookTimestamp\":" + time.wallMs()
                + ",\"type\":\"Issue\",\"data\":{\"id\":\"%s\"}}";
        assertThat(sent("linear", issue.formatted("a"), "Linear-Delivery", "d1"))
                .isEqualTo("accepted");
        assertThat(sent("linear", issue.formatted("b"), "Linear-Delivery", "d2"))
                .isEqualTo("accepted");
        assertThat(runs()).hasSize(2);
    }

    /** A11: the event's own id goes before that of the message which carried it. */
    @Test
    void anotherMessageAboutTheSameEventIsADuplicate() {
        var order = "{\"id\":820982911946154508}";
        assertThat(sent("shopify", order, "X-Shopify-Event-Id", "e1", "X-Shopify-Webhook-Id", "m1"))
                .isEqualTo("accepted");
        assertThat(sent("shopify", order, "X-Shopify-Event-Id", "e1", "X-Shopify-Webhook-Id", "m2"))
                .isEqualTo("duplicate");
        assertThat(runs()).hasSize(1);
    }

    /** A13: a resend under a fresh id of the delivery keeps the event's identity. */
    @Test
    void aResendUnderAFreshDeliveryIdIsADuplicate() {
        var finished = "{\"id\":\"bc_1\",\"status\":\"FINISHED\",\"timestamp\":\"2026-03-01T10:00:00Z\"}";
        assertThat(sent("cursor", finished, "X-Webhook-ID", "d1")).isEqualTo("accepted");
        assertThat(sent("cursor", finished, "X-Webhook-ID", "d2")).isEqualTo("duplicate");
        assertThat(sent("cursor", finished.replace("FINISHED", "ERROR"), "X-Webhook-ID", "d3"))
                .isEqualTo("accepted");
        assertThat(runs()).hasSize(2);
    }

    /** A14: where nothing is an id and a time in the body changes with every attempt, chosen members are the id. */
    @Test
    void membersThatAreChosenMakeTheIdentity() {
        var signed = "{\"event\":\"DOCUMENT_SIGNED\",\"payload\":{\"id\":10},\"createdAt\":\"%s\"}";
        for (var attempt : List.of("10:00", "10:05", "10:10")) {
            var body = signed.formatted(attempt);
            var reply = post("documents", body, headers(DOCUMENTS, body, 0));
            assertThat(verdict(reply)).isEqualTo(attempt.equals("10:00") ? "accepted" : "duplicate");
        }
        assertThat(runs()).hasSize(1);
        var event =
                new EventsRead(store).show("documents", "10:DOCUMENT_SIGNED").orElseThrow();
        assertThat(event.mismatches()).as("the other contents are evidence").hasSize(2);
    }

    /** C2: the status is the one that the sender understands, the reason is for the operator alone. */
    @Test
    void whoIsRefusedHearsTheSendersStatusAndTheOperatorTheReason() {
        var body = "{\"event\":\"DOCUMENT_SIGNED\",\"payload\":{\"id\":10}}";
        var forged = post("documents", body, "X-Documents-Signature", "00".repeat(32));
        assertThat(forged.status()).isEqualTo(403);
        assertThat(forged.body()).isEqualTo(post("documents", body).body());
        assertThat(door.ingress.rejections().newestFirst())
                .extracting(Rejection::reason)
                .containsExactly("no_signature", "wrong_signature");
        assertThat(runs()).isEmpty();
    }

    /** C12: a retry whose body was changed, a counter in it say, is not let through for being a retry. */
    @Test
    void aRetryUnderTheSignatureOfTheFirstAttemptIsRefusedAndShown() {
        var first = "{\"attempt\":1,\"action\":\"opened\"}";
        var github = Door.contract("github");
        var headers = headers(github, first, 0, "X-GitHub-Delivery", "d1", "X-GitHub-Event", "issues");
        assertThat(post("github", first.replace('1', '2'), headers).status()).isEqualTo(401);
        assertThat(door.ingress.rejections().newestFirst()).hasSize(1).allSatisfy(rejection -> {
            assertThat(rejection.source()).isEqualTo("github");
            assertThat(rejection.reason()).isEqualTo("wrong_signature");
        });
        assertThat(runs()).isEmpty();
        assertThat(verdict(post("github", first, headers))).isEqualTo("accepted");
    }

    /** C17: id and type in headers that nobody signed start nothing by themselves. */
    @Test
    void aCapturedBodyUnderAnotherIdAndTypeIsHeld() {
        var body = "{\"action\":\"opened\"}";
        assertThat(sent("github", body, "X-GitHub-Delivery", "d1", "X-GitHub-Event", "issues"))
                .isEqualTo("accepted");
        assertThat(sent("github", body, "X-GitHub-Delivery", "d1", "X-GitHub-Event", "deployment"))
                .isEqualTo("duplicate");
        assertThat(sent("github", body, "X-GitHub-Delivery", "d2", "X-GitHub-Event", "deployment"))
                .isEqualTo("accepted");
        assertThat(runs()).extracting(RunSummary::state).containsExactly(RunState.HELD, RunState.PENDING);
    }

    /** D6: compared is the time of the attempt, not that of the event. */
    @Test
    void whatHappenedDaysAgoIsTakenInIfItIsSignedNow() {
        var body =
                "{\"id\":\"evt_1\",\"created\":" + (time.wallMs() / 1_000 - 3 * 86_400) + ",\"type\":\"invoice.paid\"}";
        assertThat(sent("stripe", body)).isEqualTo("accepted");
        var other = body.replace("evt_1", "evt_2");
        var stale = headers(Door.contract("stripe"), other, time.wallMs() - 6 * MINUTE_MS);
        assertThat(post("stripe", other, stale).status()).isEqualTo(401);
    }

    /** E3: the old address serves until it is taken out, beside the new one. */
    @Test
    void anOldAddressServesBesideTheNewOne() {
        var source = Door.source("hub", SECRET.value());
        var sources = new HashMap<>(Map.of("hub", source, "hub-2", Door.source("hub-2", SECRET.value())));
        door.ingress.replace(sources);
        var body = "{\"action\":\"opened\"}";
        var headers = headers(Door.github(), body, 0, "X-GitHub-Delivery", "d1", "X-GitHub-Event", "issues");
        assertThat(verdict(post("hub", body, headers))).isEqualTo("accepted");
        assertThat(verdict(post("hub-2", body, headers))).isEqualTo("accepted");
        sources.remove("hub");
        door.ingress.replace(sources);
        assertThat(post("hub", body, headers).status()).isEqualTo(404);
        assertThat(verdict(post("hub-2", body, headers))).isEqualTo("duplicate");
    }

    /** F1, F2: what a parser's or a tunnel's usual limit stops, 100 KB or 156 KB, is within the sender's own. */
    @Test
    void aLargeBodyWithinTheSendersLimitIsTakenIn() {
        var invoice = "{\"id\":\"evt_%s\",\"type\":\"invoice.paid\",\"text\":\"%s\"}";
        assertThat(sent("stripe", invoice.formatted("1", "x".repeat(457_000)))).isEqualTo("accepted");
        var tooLarge = invoice.formatted("2", "x".repeat(1 << 20));
        assertThat(post("stripe", tooLarge).status()).isEqualTo(413);
    }

    /** K7: what proves a delivery, and what else stands in its headers, is not kept; nothing of a refused one is. */
    @Test
    void noProofAndNoStrangersHeadersAreKept() {
        var body = "{\"action\":\"opened\"}";
        sent(
                "github",
                body,
                "X-GitHub-Delivery",
                "d1",
                "X-GitHub-Event",
                "issues",
                "Authorization",
                "Bearer of-nobody",
                "Cookie",
                "session=of-nobody");
        var kept = new EventsRead(store)
                .show("github", "d1")
                .orElseThrow()
                .headers()
                .values();
        assertThat(kept.keySet()).containsExactlyInAnyOrder("x-github-delivery", "x-github-event");
        post("github", body, "X-GitHub-Delivery", "d2", "X-Hub-Signature-256", "sha256=of-nobody");
        assertThat(door.ingress.rejections().newestFirst().toString()).doesNotContain("of-nobody");
    }
}
