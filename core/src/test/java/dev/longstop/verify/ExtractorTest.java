package dev.longstop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.verify.Extraction.Defect;
import dev.longstop.verify.Extraction.Events;
import dev.longstop.verify.Extraction.Extracted;
import dev.longstop.verify.Extraction.Unusable;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a verified delivery says; what cannot be used is a value and never an exception. */
class ExtractorTest {

    private static final String ISSUE = """
            {"action":"opened","issue":{"number":7},"repository":{"full_name":"acme/road"},
             "sender":{"login":"Wile"}}""";

    private static final Contract FROM_BODY = contract("""
            {"id": "acme", "event_id": ["json:id"], "event_type": ["json:type"], "action": ["json:n.action"],
             "subject": ["join:json:a+json:b"],
             "auth": {"kind": "signature", "algorithm": "hmac-sha256", "encoding": "hex",
                      "signature": {"from": "header:X-Acme"}}}""");

    @Test
    void anIssueIsTypedAndItsLaneIsTheIssue() {
        var event = extracted(github(), headers("issues"), ISSUE);

        assertThat(event.id()).isEqualTo(EventId.ofSender("id-1".getBytes(StandardCharsets.US_ASCII)));
        assertThat(event.type()).isEqualTo("issues");
        assertThat(event.action()).isEqualTo("opened");
        assertThat(event.subject()).contains("acme/road:7");
        assertThat(event.sender()).contains("Wile");
    }

    @Test
    void withoutASubjectThereIsNoLane() {
        assertThat(extracted(github(), headers("star"), "{\"action\":\"created\"}")
                        .subject())
                .isEmpty();
    }

    /** C1: forms carry the JSON in a field; plus signs, percent signs and UTF-8 come out whole. */
    @Test
    void theJsonOfAFormIsItsField() {
        var json = ISSUE.replace("Wile", "Wile E. + Cöyote & Söhne = 🐺 100%");
        var form = "a=1&payload=" + URLEncoder.encode(json, StandardCharsets.UTF_8) + "&empty=&flag";
        var headers = form(headers("issues"));

        assertThat(extracted(github(), headers, form).sender()).contains("Wile E. + Cöyote & Söhne = 🐺 100%");
    }

    @Test
    void aFormWithoutExactlyOneReadableFieldIsUnusable() {
        for (var body : new String[] {
            "payload", "payload=%7B%7D&payload=%7B%7D", "payload=%7", "payload=%zz", "a=%", "%70ayload=%7B%7D%"
        }) {
            assertThat(extract(github(), form(headers("issues")), body))
                    .as(body)
                    .isIn(new Unusable(Defect.NOT_A_FORM), new Unusable(Defect.NOT_JSON));
        }
        assertThat(extract(FROM_BODY, form(Headers.none()), "payload=%7B%7D"))
                .isEqualTo(new Unusable(Defect.NO_EVENT_ID));
    }

    /** Slash commands and the like: a form without a JSON field is an object of its fields. */
    @Test
    void aFormWithoutTheJsonFieldIsAnObjectOfItsFields() {
        var event = extracted(FROM_BODY, form(Headers.none()), "id=7%2B1&type=a+b&x=1&x=2&x=3&=&empty");

        assertThat(event.id().text()).isEqualTo("7+1");
        assertThat(event.type()).isEqualTo("a b");
        assertThat(event.payload().toString())
                .isEqualTo("{\"id\":\"7+1\",\"type\":\"a b\",\"x\":[\"1\",\"2\",\"3\"],\"\":\"\",\"empty\":\"\"}");
        assertThat(extract(FROM_BODY, form(Headers.none()), "id=1&id=2")).isEqualTo(new Unusable(Defect.NO_EVENT_ID));
        assertThat(extract(FROM_BODY, form(Headers.none()), "id=1" + "&x".repeat(Form.FIELDS_MAX)))
                .isEqualTo(new Unusable(Defect.NOT_A_FORM));
    }

    /** A word that goes without saying may be left out of an identity: what begins has the id alone (A10). */
    @Test
    void aPlaceIsNothingWhereItSaysTheExceptedWord() {
        var contract = contract("""
                {"id": "acme", "event_id": ["join:json:id+json:state!=begun", "json:id", "header:X-Id!=none"],
                 "auth": {"kind": "signature", "algorithm": "hmac-sha256", "encoding": "hex",
                          "signature": {"from": "header:X-Acme"}}}""");
        assertThat(id(contract, Headers.none(), "{\"id\":\"7\",\"state\":\"begun\"}"))
                .isEqualTo("7");
        assertThat(id(contract, Headers.none(), "{\"id\":\"7\",\"state\":\"over\"}"))
                .isEqualTo("7:over");
        assertThat(id(contract, Headers.of("X-Id", "8"), "{}")).isEqualTo("8");
        assertThat(extract(contract, Headers.of("X-Id", "none"), "{}")).isEqualTo(new Unusable(Defect.NO_EVENT_ID));
        assertThat(contract.headersToKeep()).contains("x-id");
        assertThat(contract.eventIdSigned()).as("the header is not").isFalse();
    }

    private static String id(Contract contract, Headers headers, String body) {
        return extracted(contract, headers, body).id().text();
    }

    private static final Contract BATCH = contract("""
            {"id": "acme", "sender": ["json:who"], "event_type": ["json:kind"],
             "batch": {"items": "json:events", "id": "id", "action": "done", "empty_is": "heartbeat"},
             "auth": {"kind": "signature", "algorithm": "hmac-sha256", "encoding": "hex",
                      "signature": {"from": "header:X-Acme"}}}""");

    /** One delivery, many events: each has its own identity and digest, and what the whole says holds for all. */
    @Test
    void aBatchIsSeveralEvents() {
        var extraction = extract(BATCH, Headers.none(), """
                {"who":"wile","kind":"order","events":[{"id":1,"done":"made"},{"id":2,"done":"sent"}]}""");

        assertThat(extraction).isInstanceOfSatisfying(Events.class, found -> {
            assertThat(found.events()).hasSize(2);
            assertThat(found.events().get(0).id().text()).isEqualTo("1");
            assertThat(found.events().get(0).hash())
                    .isEqualTo(EventId.sha256("{\"id\":1,\"done\":\"made\"}".getBytes(StandardCharsets.UTF_8)));
            assertThat(found.events().get(1).id().text()).isEqualTo("2");
            assertThat(found.events().get(1).type()).isEqualTo("order");
            assertThat(found.events().get(1).action()).isEqualTo("sent");
            assertThat(found.events().get(1).sender()).contains("wile");
            assertThat(found.events().get(1).payload().toString()).isEqualTo("{\"id\":2,\"done\":\"sent\"}");
        });
    }

    @Test
    void aBatchIsWholeOrUnusable() {
        assertThat(extract(BATCH, Headers.none(), "{\"events\":[]}")).isEqualTo(new Extraction.Heartbeat());
        assertThat(extract(BATCH, Headers.none(), "{}")).isEqualTo(new Unusable(Defect.NO_EVENTS));
        assertThat(extract(BATCH, Headers.none(), "{\"events\":{\"id\":1}}")).isEqualTo(new Unusable(Defect.NO_EVENTS));
        assertThat(extract(BATCH, Headers.none(), "{\"events\":[{\"id\":1},{}]}"))
                .isEqualTo(new Unusable(Defect.NO_EVENT_ID));
        assertThat(extract(BATCH, Headers.none(), "{\"events\":[" + "{\"id\":1},".repeat(1_000) + "{\"id\":1}]}"))
                .isEqualTo(new Unusable(Defect.TOO_MANY_EVENTS));
    }

    /** What an agent is handed for an event of a batch is the item, and for a form the form as JSON. */
    @Test
    void thePayloadOfAnAgentIsItsEventsOwn() {
        var body = "{\"events\":[{\"id\":1},{\"id\":2}]}".getBytes(StandardCharsets.UTF_8);
        assertThat(Payload.of(BATCH).bytes(body, "application/json", 1))
                .asString()
                .isEqualTo("{\"id\":2}");
        var form = "a=1&b=2".getBytes(StandardCharsets.UTF_8);
        assertThat(Payload.of(github()).bytes(form, "application/x-www-form-urlencoded", 0))
                .asString()
                .isEqualTo("{\"a\":\"1\",\"b\":\"2\"}");
        var wrong = "a=%".getBytes(StandardCharsets.UTF_8);
        assertThat(Payload.of(github()).bytes(wrong, "application/x-www-form-urlencoded", 0))
                .isEqualTo(wrong);
        assertThat(Payload.of(github()).bytes(body, "application/json", 0)).isSameAs(body);
    }

    @Test
    void anotherMediaTypeThatOnlyStartsLikeAFormIsReadAsJson() {
        var headers = Headers.of("X-GitHub-Delivery", "id-1", "Content-Type", "application/x-www-form-urlencoded-not");

        assertThat(extract(github(), headers, ISSUE)).isInstanceOf(Events.class);
    }

    @Test
    void aByteOrderMarkIsNoHindrance() {
        assertThat(extracted(github(), headers("issues"), "\ufeff" + ISSUE).action())
                .isEqualTo("opened");
    }

    @Test
    void whatIsNotJsonIsUnusable() {
        for (var body : new String[] {
            "Hello, World!",
            "{",
            "{\"a\":1} x",
            "{\"a\":1}{\"b\":2}",
            "{'a':1}",
            "\u0000",
            " ",
            "NaN",
            "[1,]",
            "{\"a\":\"\u0001\"}"
        }) {
            assertThat(extract(github(), headers("issues"), body)).as(body).isEqualTo(new Unusable(Defect.NOT_JSON));
        }
        assertThat(extract(github(), headers("issues"), "")).isEqualTo(new Unusable(Defect.EMPTY_BODY));
    }

    @Test
    void depthAndPartsAreBounded() {
        var deep = "[".repeat(Payload.DEPTH_MAX + 1) + "]".repeat(Payload.DEPTH_MAX + 1);
        var allowed = "[".repeat(Payload.DEPTH_MAX) + "]".repeat(Payload.DEPTH_MAX);
        var wide = "[" + "0,".repeat(Payload.TOKENS_MAX) + "0]";

        assertThat(extract(github(), headers("issues"), deep)).isEqualTo(new Unusable(Defect.NOT_JSON));
        assertThat(extract(github(), headers("issues"), allowed)).isInstanceOf(Events.class);
        assertThat(extract(github(), headers("issues"), wide)).isEqualTo(new Unusable(Defect.NOT_JSON));
    }

    @Test
    void withoutAnIdentityThereIsNoEvent() {
        assertThat(extract(github(), Headers.of("X-GitHub-Event", "issues"), ISSUE))
                .isEqualTo(new Unusable(Defect.NO_EVENT_ID));
        assertThat(extract(github(), Headers.of("X-GitHub-Delivery", ""), ISSUE))
                .isEqualTo(new Unusable(Defect.NO_EVENT_ID));
        for (var body :
                new String[] {"{}", "{\"id\":null}", "{\"id\":\"\"}", "{\"id\":{}}", "{\"id\":[1]}", "[]", "7"}) {
            assertThat(extract(FROM_BODY, Headers.none(), body)).as(body).isEqualTo(new Unusable(Defect.NO_EVENT_ID));
        }
    }

    @Test
    void anIdentityOrTypeThatWasSentTwiceIsUnusable() {
        assertThat(extract(github(), Headers.of("X-GitHub-Delivery", "a", "X-GitHub-Delivery", "b"), ISSUE))
                .isEqualTo(new Unusable(Defect.REPEATED_HEADER));
        assertThat(extract(
                        github(),
                        Headers.of("X-GitHub-Delivery", "a", "X-GitHub-Event", "ping", "X-GitHub-Event", "push"),
                        ISSUE))
                .isEqualTo(new Unusable(Defect.REPEATED_HEADER));
    }

    @Test
    void aContractWithoutIdentityTakesTheBodysDigest() {
        var contract = contract("""
                {"id": "acme", "auth": {"kind": "signature", "algorithm": "hmac-sha256", "encoding": "hex",
                                        "signature": {"from": "header:X-Acme"}}}""");
        var event = extracted(contract, Headers.none(), "{}");

        assertThat(event.id().origin()).isEqualTo(EventId.Origin.BODY_HASH);
        assertThat(event.id().text())
                .isEqualTo("hash:" + HexFormat.of().formatHex(EventId.sha256("{}".getBytes(StandardCharsets.UTF_8))));
    }

    /** Ids that are not plain text become digests of their exact bytes: two different ids never become one. */
    @Test
    void identitiesThatLookAlikeStayDifferent() {
        var ids = java.util.stream.Stream.of(
                        "{\"id\":\"\\ud800\"}",
                        "{\"id\":\"\\udc00\"}",
                        "{\"id\":\"?\"}",
                        "{\"id\":\"\ufffd\"}",
                        "{\"id\":\"a\\u0000\"}",
                        "{\"id\":\"a\"}",
                        "{\"id\":\"\\ud83d\\ude00\"}",
                        "{\"id\":1}",
                        "{\"id\":true}",
                        "{\"id\":\"\\ud83d\\ud83d\\ude00\"}")
                .map(body -> extracted(FROM_BODY, Headers.none(), body).id().text())
                .toList();

        assertThat(ids).doesNotHaveDuplicates();
        assertThat(extracted(FROM_BODY, Headers.none(), "{\"id\":\"\\ud83d\\ude00\"}")
                        .id())
                .extracting(id -> id.raw().orElseThrow())
                .isEqualTo("😀".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anIdentityOutOfAllBoundsIsUnusable() {
        assertThat(extract(FROM_BODY, Headers.none(), "{\"id\":\"" + "x".repeat(Extractor.ID_BYTES_MAX + 1) + "\"}"))
                .isEqualTo(new Unusable(Defect.LONG_EVENT_ID));
        assertThat(extract(FROM_BODY, Headers.none(), "{\"id\":\"" + "x".repeat(Extractor.ID_BYTES_MAX) + "\"}"))
                .isInstanceOf(Events.class);
    }

    /** F7, F8: what goes into text columns can be stored everywhere. */
    @Test
    void wordsAreMadeSafeAndCut() {
        var event = extracted(
                FROM_BODY,
                Headers.none(),
                "{\"id\":1,\"type\":\"a\\u0000b\",\"n\":{\"action\":\"" + "y".repeat(1_000)
                        + "\"},\"a\":\"\\ud800\",\"b\":2}");

        assertThat(event.type()).isEqualTo("a\ufffdb");
        assertThat(event.action()).hasSize(255);
        assertThat(event.subject()).contains("\ufffd:2");
    }

    @Test
    void aValueThatIsNoSingleValueCountsAsAbsent() {
        var event = extracted(
                FROM_BODY, Headers.none(), "{\"id\":1,\"type\":{\"x\":1},\"n\":{\"action\":null},\"a\":\"x\"}");

        assertThat(event.type()).isEmpty();
        assertThat(event.action()).isEmpty();
        assertThat(event.subject()).isEmpty();
    }

    /** Random mutations of a good body: an event or a defect, never an exception. The seed is fixed. */
    @Test
    void mutatedBodiesNeverThrow() {
        var random = new Random(77);
        var contract = github();
        var good = ISSUE.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 20_000; i++) {
            var body = good.clone();
            for (int flips = 0; flips <= random.nextInt(6); flips++) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            var headers = random.nextBoolean() ? headers("issues") : form(headers("issues"));
            assertThat(extract(contract, headers, body)).isNotNull();
        }
    }

    private static Headers headers(String type) {
        return Headers.of("X-GitHub-Event", type, "X-GitHub-Delivery", "id-1", "Content-Type", "application/json");
    }

    private static Headers form(Headers headers) {
        var values = new java.util.TreeMap<>(headers.values());
        values.put("content-type", java.util.List.of("application/x-www-form-urlencoded; charset=utf-8"));
        return new Headers(values);
    }

    private static Extracted extracted(Contract contract, Headers headers, String body) {
        var extraction = extract(contract, headers, body);
        assertThat(extraction).isInstanceOf(Events.class);
        return ((Events) extraction).events().get(0);
    }

    private static Extraction extract(Contract contract, Headers headers, String body) {
        return extract(contract, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    private static Extraction extract(Contract contract, Headers headers, byte[] body) {
        var request = Request.of(headers, body);
        return Extractor.extract(contract, request, Document.of(contract, request), EventId.sha256(body));
    }

    private static Contract github() {
        return ((Contracts.Sound) Contracts.builtIn("github")).contract();
    }

    private static Contract contract(String json) {
        return ((Contracts.Sound) Contracts.read(json.getBytes(StandardCharsets.UTF_8))).contract();
    }
}
