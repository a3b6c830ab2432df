package dev.longstop.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Encoding;
import dev.longstop.contract.Secret;
import dev.longstop.event.Headers;
import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.inbox.Source;
import dev.longstop.time.SystemTime;
import dev.longstop.verify.KeyedDigest;
import dev.longstop.verify.Recording;
import dev.longstop.verify.Request;
import dev.longstop.verify.Signer;
import dev.longstop.verify.Trust;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Questions, batches, forms and answers as contracts say, over the wire. */
class ContractsAtTheDoorTest {

    private static final Secret SECRET = new Secret("s", "a-secret-of-this-test", Optional.empty());
    private static final String END = "\r\nHost: door\r\n\r\n";
    private static final Trust TRUST = Trust.in(List.of(SECRET));

    private Door door = new Door();

    @BeforeEach
    void open() {
        door = new Door();
    }

    @AfterEach
    void close() {
        door.close();
    }

    private void sources(Trust trust, String... contracts) {
        var sources = new HashMap<String, Source>();
        for (var contract : contracts) {
            sources.put(contract, Door.of(contract, trust));
        }
        door.ingress.replace(sources);
    }

    private Wire.Reply exchange(String request) {
        try (var wire = door.wire()) {
            return wire.send(request).reply(request.startsWith("HEAD"));
        }
    }

    private Wire.Reply signed(String contract, String body, String... headers) {
        var all = new ArrayList<>(List.of(headers));
        if (!all.contains("Content-Type")) {
            all.addAll(List.of("Content-Type", "application/json"));
        }
        var request = Request.of(Headers.of(all.toArray(String[]::new)), body.getBytes(StandardCharsets.ISO_8859_1));
        long now = new SystemTime().wallMs();
        Signer.sign(Door.contract(contract), TRUST, request, "msg-1", now)
                .orElseThrow()
                .headers()
                .forEach((name, value) -> all.addAll(List.of(name, value)));
        return exchange(Wire.post("/in/" + contract, body, all.toArray(String[]::new)));
    }

    /** A challenge is echoed only once it is known who asks: no reflector for strangers. */
    @Test
    void aSignedChallengeIsEchoedAndAForgedOneIsNot() {
        sources(TRUST, "slack");
        var body = "{\"challenge\":\"<b>abc</b>\",\"type\":\"url_verification\"}";
        var reply = signed("slack", body);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("<b>abc</b>");
        assertThat(reply.header("content-type")).isEqualTo("text/plain");
        assertThat(reply.header("x-content-type-options")).isEqualTo("nosniff");
        assertThat(exchange(Wire.post("/in/slack", body)).status()).isEqualTo(401);
        assertThat(signed("slack", body.replace("<b>", "x".repeat(2_000))).body())
                .doesNotContain("xxx");
        assertThat(door.counted("slack", "handshake")).isEqualTo(1);
    }

    @Test
    void aChallengeIsAnsweredWithItsHmac() {
        sources(TRUST, "zoom");
        var reply = signed(
                "zoom",
                "{\"event\":\"endpoint.url_validation\",\"payload\":{\"plainToken\":\"qgg8vlvZRS6UYooatFL8Aw\"}}");

        var digest = new KeyedDigest("HmacSHA256", SECRET.value().getBytes(StandardCharsets.UTF_8))
                .of(List.of("qgg8vlvZRS6UYooatFL8Aw".getBytes(StandardCharsets.UTF_8)));
        assertThat(reply.body())
                .isEqualTo("{\"plainToken\":\"qgg8vlvZRS6UYooatFL8Aw\",\"encryptedToken\":\""
                        + Encoding.HEX.encode(digest) + "\"}");
        assertThat(door.accepted).isEmpty();
    }

    @Test
    void aQuestionOfTheQueryIsAnsweredIfItBringsTheToken() {
        var token = new Secret("t", "meaty ham hock", Optional.empty());
        sources(
                new Trust(List.of(SECRET), List.of(), Optional.empty(), Map.of(), List.of(), Optional.of(token)),
                "meta");
        var question =
                "GET /in/meta?hub.mode=subscribe&hub.challenge=1158%%2B201444&hub.verify_token=%s HTTP/1.1" + END;

        assertThat(exchange(question.formatted("meaty+ham%20hock")).body()).isEqualTo("1158+201444");
        assertThat(exchange(question.formatted("wrong")).status()).isEqualTo(403);
        assertThat(exchange("GET /in/meta HTTP/1.1" + END).status()).isEqualTo(405);
        sources(TRUST, "meta");
        assertThat(exchange(question.formatted("meaty+ham+hock")).status())
                .as("no token is configured")
                .isEqualTo(403);
        assertThat(door.accepted).isEmpty();
    }

    @Test
    void aQuestionWithoutProofIsDecodedOnceAndGoesAsPlainText() {
        sources(TRUST, "ms-graph");
        var reply = exchange(Wire.post(
                "/in/ms-graph?validationToken=Validation%3A+Testing+Request-Id%3A+ab%2Bc%3D%3D+%3Cscript%3E", ""));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEqualTo("Validation: Testing Request-Id: ab+c== <script>");
        assertThat(reply.header("content-type")).isEqualTo("text/plain");
        assertThat(reply.header("x-content-type-options")).isEqualTo("nosniff");
    }

    @Test
    void aMethodAloneMayBeTheQuestion() {
        sources(
                new Trust(List.of(SECRET), List.of(), Optional.of("https://x"), Map.of(), List.of(), Optional.empty()),
                "trello");

        assertThat(exchange("HEAD /in/trello HTTP/1.1" + END).status()).isEqualTo(200);
        var other = exchange("GET /in/trello HTTP/1.1" + END);
        assertThat(other.status()).isEqualTo(405);
        assertThat(other.header("allow")).isEqualTo("POST, HEAD");
    }

    @Test
    void aConstantAnswerGoesOnlyToWhoSigns() throws GeneralSecurityException {
        var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        var key = new Secret(
                "k", Base64.getEncoder().encodeToString(pair.getPublic().getEncoded()), Optional.empty());
        sources(new Trust(List.of(), List.of(key), Optional.empty(), Map.of(), List.of(), Optional.empty()), "discord");

        assertThat(interaction(pair, "{\"id\":\"1\",\"type\":1}").body()).isEqualTo("{\"type\":1}");
        var deferred = interaction(pair, "{\"id\":\"2\",\"type\":2,\"data\":{\"name\":\"agent\"}}");
        assertThat(deferred.body()).isEqualTo("{\"type\":5}");
        assertThat(deferred.header("content-type")).isEqualTo("application/json");
        assertThat(deferred.header("longstop-status")).isEqualTo("accepted");
        assertThat(door.accepted).hasSize(1);
        var other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        assertThat(interaction(other, "{\"id\":\"1\",\"type\":1}").status()).isEqualTo(401);
    }

    private Wire.Reply interaction(KeyPair pair, String body) throws GeneralSecurityException {
        var stamp = String.valueOf(new SystemTime().wallMs() / 1_000);
        var signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update((stamp + body).getBytes(StandardCharsets.ISO_8859_1));
        return exchange(Wire.post(
                "/in/discord",
                body,
                "X-Signature-Timestamp",
                stamp,
                "X-Signature-Ed25519",
                Encoding.HEX.encode(signature.sign())));
    }

    /** One delivery, one commit, one answer, however many events it carries. */
    @Test
    void aBatchIsCommittedWholeAndAnsweredOnce() {
        sources(TRUST, "asana");
        door.inbox = acceptance -> CompletableFuture.completedStage(
                List.of(new Outcome(Verdict.DUPLICATE, 1, false), new Outcome(Verdict.ACCEPTED, 2, false)));
        var reply = signed(
                "asana",
                "{\"events\":[{\"action\":\"added\",\"resource\":{\"gid\":\"1\",\"resource_type\":\"task\"}},"
                        + "{\"action\":\"changed\",\"resource\":{\"gid\":\"2\",\"resource_type\":\"story\"}}]}");

        assertThat(reply.body()).isEqualTo("{\"status\":\"accepted\",\"events\":2}");
        assertThat(door.accepted).hasSize(1);
        var items = door.accepted.get(0).items();
        assertThat(items).hasSize(2);
        assertThat(items.get(0).type() + "." + items.get(0).action()).isEqualTo("task.added");
        assertThat(items.get(1).type() + "." + items.get(1).action()).isEqualTo("story.changed");
        assertThat(items.get(0).id().text())
                .startsWith("hash:")
                .isNotEqualTo(items.get(1).id().text());

        assertThat(signed("asana", "{\"events\":[]}").status()).isEqualTo(200);
        assertThat(door.accepted).as("a heartbeat is no event").hasSize(1);
        assertThat(signed("asana", "{\"events\":7}").status()).isEqualTo(400);
        assertThat(exchange(Wire.post("/in/asana", "{\"events\":[]}")).status()).isEqualTo(401);
    }

    /** C1: the raw bytes of the form are what is signed; the event is what its fields say. */
    @Test
    void aFormIsVerifiedAsItCameAndReadAsAnObject() {
        sources(TRUST, "slack");
        var form = "Content-Type";
        var type = "application/x-www-form-urlencoded";
        var reply = signed("slack", "command=%2Ftriage&text=a+b&trigger_id=13345224609.8534564800", form, type);

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.body()).isEmpty();
        assertThat(reply.header("longstop-status")).isEqualTo("accepted");
        var item = door.accepted.get(0).items().get(0);
        assertThat(item.id().text()).isEqualTo("13345224609.8534564800");
        assertThat(item.type()).isEqualTo("/triage");
        assertThat(signed("slack", "payload=%7B%7D&payload=%7B%7D", form, type).status())
                .isEqualTo(400);
    }

    /** A status that a sender understands is data: here, accepted and not yet processed. */
    @Test
    void theStatusOfSuccessIsTheContracts() {
        sources(TRUST, "cloudevents");
        var reply = signed("cloudevents", "{}", "ce-id", "1", "ce-source", "/x", "ce-type", "made");

        assertThat(reply.status()).isEqualTo(202);
        assertThat(reply.body()).isEqualTo("{\"status\":\"accepted\",\"event\":\"cloudevents//x:1\"}");
        assertThat(door.accepted.get(0).items().get(0).bodyAuthenticated()).isFalse();
    }

    /** A delivery without a body is an event only where the contract says so. */
    @Test
    void anEmptyBodyIsAnEventWhereTheContractSaysSo() {
        sources(TRUST, "google-drive-watch", "huggingface");

        assertThat(signed("google-drive-watch", "", "X-Goog-Channel-ID", "c", "X-Goog-Message-Number", "7")
                        .body())
                .contains("accepted", "google-drive-watch/c:7");
        assertThat(signed("huggingface", "").status()).isEqualTo(400);
    }

    /** C7: signed as it was sent, a packed body is kept so and read unpacked; one that grows too large is refused. */
    @Test
    void aPackedBodyThatIsSignedAsSentIsKeptSo() {
        sources(TRUST, "github");
        var packed = packed("{\"action\":\"opened\"}");
        var headers = new String[] {"X-GitHub-Delivery", "e1", "Content-Encoding", "gzip"};
        assertThat(signed("github", packed, headers).status()).isEqualTo(200);
        assertThat(door.accepted.get(0).items().get(0).action()).isEqualTo("opened");
        assertThat(door.accepted.get(0).delivery().body())
                .asString(StandardCharsets.ISO_8859_1)
                .isEqualTo(packed);

        var bomb = signed("github", packed(" ".repeat(26 * 1024 * 1024)), headers);
        assertThat(bomb.status()).isEqualTo(413);
        assertThat(signed("github", packed.substring(0, 20), headers).body()).contains("broken_body");
        assertThat(signed("github", packed, "X-GitHub-Delivery", "e1", "Content-Encoding", "br")
                        .body())
                .contains("encoded_body");
        assertThat(signed("github", packed, "X-GitHub-Delivery", "e1").body()).contains("not_json");
        assertThat(door.accepted).hasSize(1);
        assertThat(door.ingress.bytesInFlight()).isZero();
    }

    /** C7: signed as it is unpacked, a body is unpacked before, within the bound, and kept as it was signed. */
    @Test
    void aPackedBodyThatIsSignedUnpackedIsKeptUnpacked() {
        var recording = recording();
        var contract = ((Contracts.Sound) Contracts.read(recording.contract().orElseThrow())).contract();
        for (var recorded : recording.cases()) {
            door.ingress.replace(Map.of("packing", Door.of(contract, recorded.trust())));
            door.accepted.clear();
            var headers = new ArrayList<String>();
            recorded.data()
                    .path("headers")
                    .forEachEntry((name, value) -> headers.addAll(List.of(name, value.asString(""))));
            var body = new String(recorded.body(), StandardCharsets.ISO_8859_1);
            int status = exchange(Wire.post("/in/packing", body, headers.toArray(String[]::new)))
                    .status();
            assertThat(status)
                    .as(recorded.name())
                    .isEqualTo(recorded.accepted() ? 200 : recorded.name().equals("a_bomb") ? 413 : 401);
            assertThat(door.accepted).as(recorded.name()).hasSize(recorded.accepted() ? 1 : 0);
            door.accepted.forEach(taken -> assertThat(taken.delivery().body())
                    .asString(StandardCharsets.UTF_8)
                    .startsWith("{\"id\":"));
        }
        assertThat(door.ingress.bytesInFlight()).isZero();
    }

    /** What is kept unpacked counts as bytes in flight until its commit settles. */
    @Test
    void whatIsKeptUnpackedIsCountedAsItIs() {
        door.close();
        door = new Door(
                settings -> Settings.of(settings).inFlightBytesMax(100_000).done());
        var contract = ((Contracts.Sound) Contracts.read(recording().contract().orElseThrow())).contract();
        door.ingress.replace(Map.of("packing", Door.of(contract, TRUST)));
        assertThat(unpacked(contract, 1_000).status()).isEqualTo(200);
        assertThat(unpacked(contract, 200_000).status()).isEqualTo(503);
        assertThat(door.accepted).hasSize(1);
        assertThat(door.ingress.bytesInFlight()).isZero();
    }

    private Wire.Reply unpacked(Contract contract, int spaces) {
        var plain = "{\"id\":\"e" + spaces + "\"}" + " ".repeat(spaces);
        var digest = new KeyedDigest("HmacSHA256", SECRET.value().getBytes(StandardCharsets.UTF_8))
                .of(List.of(plain.getBytes(StandardCharsets.UTF_8)));
        return exchange(Wire.post(
                "/in/" + contract.id(),
                packed(plain),
                "X-Packed-Signature",
                Encoding.HEX.encode(digest),
                "Content-Encoding",
                "gzip"));
    }

    private static Recording recording() {
        try {
            return Recording.read(Files.readAllBytes(Path.of("../core/src/test/resources/packed.json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String packed(String plain) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(plain.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
