package dev.longstop.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contracts.Sound;
import dev.longstop.contract.Contracts.Wrong;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Contracts are data: what is built in is sound, and what is wrong says where and what is expected. */
class ContractsTest {

    private static final String SMALLEST = """
            {"id": "acme",
             "auth": {"kind": "signature", "algorithm": "hmac-sha256", "encoding": "hex",
                      "signature": {"from": "header:X-Acme"}}}""";

    @Test
    void everyBuiltInContractIsSoundAndCarriesItsFilesName() {
        assertThat(Contracts.names()).isNotEmpty().isSorted();
        for (var name : Contracts.names()) {
            assertThat(Contracts.builtIn(name))
                    .as(name)
                    .isInstanceOfSatisfying(
                            Sound.class,
                            sound -> assertThat(sound.contract().id()).isEqualTo(name));
        }
    }

    @Test
    void theIndexNamesEveryContractFile() throws IOException, URISyntaxException {
        var index = Objects.requireNonNull(Contracts.class.getResource("/contracts/index.txt"));
        try (var files =
                Files.list(Objects.requireNonNull(Path.of(index.toURI()).getParent()))) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".json")))
                    .containsExactlyInAnyOrderElementsOf(Contracts.names().stream()
                            .map(name -> name + ".json")
                            .toList());
        }
    }

    /** Nothing in Java knows a sender by name: all that the program knows stands in the data. */
    @Test
    void noSourceFileNamesASender() throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            var sources = files.filter(Files::isRegularFile).toList();
            assertThat(sources).isNotEmpty();
            for (var name : Contracts.names()) {
                assertThat(sources)
                        .noneMatch(file ->
                                read(file).toLowerCase(java.util.Locale.ROOT).contains("\"" + name + "\""));
            }
        }
    }

    @Test
    void theSmallestContractHasDefaults() {
        var contract = sound(SMALLEST);

        assertThat(contract.auth()).singleElement().isInstanceOfSatisfying(Auth.Signature.class, signature -> {
            assertThat(signature.algorithm()).isEqualTo(Algorithm.HMAC_SHA256);
            assertThat(signature.place())
                    .isEqualTo(new Auth.Place(new Locator.InHeader("x-acme"), "", "", Optional.empty(), Encoding.HEX));
            assertThat(signature.signed().text()).isEqualTo("{body}");
        });
        assertThat(contract.eventId()).isEmpty();
        assertThat(contract.bodyAuthenticated()).isTrue();
        assertThat(contract.eventIdSigned()).isTrue();
        assertThat(contract.answers().success().status()).isEqualTo(200);
        assertThat(contract.bodyBytesMax()).isEqualTo(1_048_576);
        assertThat(contract.deadlineMs()).isEqualTo(10_000);
        assertThat(contract.retryHorizonMs()).isEqualTo(72L * 3_600_000);
    }

    @Test
    void aSingleTextCountsAsAListOfOne() {
        var contract = sound(SMALLEST.replace("{\"id\"", "{\"event_id\": \"header:X-Id\", \"id\""));

        assertThat(contract.eventId()).containsExactly(new Locator.InHeader("x-id"));
    }

    @Test
    void theHeadersToKeepAreThoseThatIdentifyAndTypeIt() {
        var contract = sound(SMALLEST.replace("{\"id\"", """
                {"event_id": "join:header:X-Id+json:n", "event_type": "header:X-Type",
                 "keep_headers": ["X-Hook"], "id\""""));

        assertThat(contract.headersToKeep()).containsExactly("user-agent", "x-id", "x-type", "x-hook");
    }

    @Test
    void anUnknownNameComesWithASuggestion() {
        assertThat(problems(Contracts.builtIn("gihtub")))
                .singleElement()
                .asString()
                .contains("no contract \"gihtub\"")
                .endsWith("did you mean \"github\"?");
    }

    @Test
    void aNameIsNeverAPathOutOfTheFolder() {
        assertThat(Contracts.builtIn("../db/sqlite/V1__schema")).isInstanceOf(Wrong.class);
        assertThat(Contracts.builtIn("")).isInstanceOf(Wrong.class);
    }

    @Test
    void anUnknownKeyComesWithASuggestion() {
        assertThat(problemsOf(SMALLEST.replace("\"algorithm\"", "\"algoritm\"")))
                .contains("auth.algoritm: unknown key; did you mean \"algorithm\"?", "auth.algorithm: is missing");
    }

    /** The whole form is known; what nothing acts on yet is refused by name, and never silently passed over. */
    @Test
    void aPartOfTheFormThatNothingActsOnYetIsRefused() {
        assertThat(problemsOf(
                        SMALLEST.replace("\"encoding\"", "\"key_from\": {\"jwks\": \"https://x\"}, \"encoding\"")))
                .containsExactly("auth.key_from: not available yet");
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"handshake\": [{\"kind\": \"fetch-url\"}], \"id\"")))
                .singleElement()
                .asString()
                .startsWith("handshake[0].kind: \"fetch-url\" is not one of ack, json-echo");
    }

    @Test
    void whatIsWrongSaysWhereAndWhatIsExpected() {
        assertThat(problemsOf(SMALLEST.replace("hmac-sha256", "hmac-sha257")))
                .singleElement()
                .asString()
                .startsWith("auth.algorithm: \"hmac-sha257\" is not one of hmac-sha1, hmac-sha256")
                .endsWith("did you mean \"hmac-sha256\"?");
        assertThat(problemsOf(SMALLEST.replace("\"encoding\"", "\"signed\": \"{timestamp}.{body}\", \"encoding\"")))
                .containsExactly("auth.signed: {timestamp} needs the key \"timestamp\"");
        assertThat(problemsOf(SMALLEST.replace("\"encoding\"", "\"signed\": \"{id}\", \"encoding\"")))
                .containsExactly("auth.signed: {id} needs the key \"id_from\"");
        assertThat(problemsOf(SMALLEST.replace("\"encoding\"", "\"signed\": \"{bodie}\", \"encoding\"")))
                .containsExactly("auth.signed: there is no {bodie}");
        assertThat(problemsOf(SMALLEST.replace("\"encoding\"", "\"signed\": \"{body\", \"encoding\"")))
                .containsExactly("auth.signed: a brace is not closed");
        assertThat(problemsOf(SMALLEST.replace("\"encoding\"", "\"timestamp\": {\"from\": \"sig\"}, \"encoding\"")))
                .containsExactly("auth.timestamp.from: \"sig\" needs signature.ts_prefix");
        assertThat(problemsOf(SMALLEST.replace("header:X-Acme", "somewhere")))
                .containsExactly("auth.signature.from: \"somewhere\" is not a place; places begin with header:, json:,"
                        + " query:, join:, hash:, const:");
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"methods\": [\"POST\", \"GET\"], \"id\"")))
                .containsExactly("methods: \"GET\" is not one of POST, PUT");
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"handshake\": [{\"kind\": \"json-echo\"}], \"id\"")))
                .containsExactly("handshake[0].when: is missing: without it every delivery would be this question");
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"public_url\": \"https://x\", \"id\"")))
                .containsExactly("public_url: belongs to the source's configuration");
    }

    /** A plain digest of known text is no proof, and 404 or 410 would make the sender give the endpoint up. */
    @Test
    void whatWouldBeUnsafeIsRefused() {
        assertThat(problemsOf(SMALLEST.replace("hmac-sha256", "sha256")))
                .containsExactly("auth.signed: anybody can compute sha256 unless {secret} is in it");
        assertThat(problemsOf(SMALLEST.replace("\"encoding\"", "\"signed\": \"{secret}{body}\", \"encoding\"")))
                .containsExactly("auth.signed: {secret} belongs to plain digests only");
        for (var status : new int[] {404, 410}) {
            assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"bad_auth\": {\"status\": " + status + "}, \"id\"")))
                    .containsExactly("bad_auth.status: " + status + " makes senders give the endpoint up");
        }
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"success\": {\"status\": 301}, \"id\"")))
                .containsExactly("success.status: a whole number from 200 to 299 is expected");
        assertThat(problemsOf("{\"id\": \"a\", \"auth\": []}")).containsExactly("auth: is missing");
    }

    /** What a proof covers follows from what is signed, unless the contract says it. */
    @Test
    void whatIsCoveredIsWorkedOut() {
        var byHeader = SMALLEST.replace("{\"id\"", "{\"event_id\": \"header:X-Id\", \"id\"");
        assertThat(sound(byHeader).eventIdSigned()).isFalse();
        assertThat(sound(byHeader).bodyAuthenticated()).isTrue();
        var signedId = byHeader.replace(
                "\"encoding\"", "\"signed\": \"{id}.{body}\", \"id_from\": \"header:x-id\", \"encoding\"");
        assertThat(sound(signedId).eventIdSigned()).isTrue();
        assertThat(sound(SMALLEST.replace("{\"id\"", "{\"event_id\": \"json:id\", \"id\""))
                        .eventIdSigned())
                .isTrue();
        var idOnly = byHeader.replace("\"encoding\"", "\"signed\": \"{header:X-Id}{crc32_body}\", \"encoding\"");
        assertThat(sound(idOnly).bodyAuthenticated()).isFalse();
        assertThat(sound(idOnly).eventIdSigned()).isTrue();
        var token =
                "{\"id\": \"t\", \"event_id\": \"json:id\", \"auth\": {\"kind\": \"token\", \"from\": \"header:X\"}}";
        assertThat(sound(token).bodyAuthenticated()).isFalse();
        assertThat(sound(token).eventIdSigned()).isFalse();
        assertThat(sound(token).signsTime()).isFalse();
    }

    @Test
    void whatTheFormDoesNotUseMayBeNullOrEmpty() {
        assertThat(Contracts.read(bytes(SMALLEST.replace("{\"id\"", "{\"batch\": null, \"handshake\": [], \"id\""))))
                .isInstanceOf(Sound.class);
    }

    @Test
    void allProblemsAreInOneReport() {
        assertThat(problemsOf("{\"auth\": {\"kind\": \"signature\"}, \"max_body\": \"much\", \"deadline_ms\": 1}"))
                .contains(
                        "id: is missing",
                        "auth.algorithm: is missing",
                        "auth.signature.from: is missing",
                        "max_body: an amount such as 1MiB is expected",
                        "deadline_ms: a whole number from 100 to 60000 is expected");
    }

    @Test
    void whatIsNoContractAtAllIsAProblemAndNoException() {
        assertThat(problemsOf("")).isNotEmpty();
        assertThat(problemsOf("[]")).containsExactly("the contract: an object is expected");
        assertThat(problemsOf("nonsense")).isNotEmpty();
        assertThat(problemsOf(SMALLEST.replace("{\"from\": \"header:X-Acme\"}", "7")))
                .contains("auth.signature: an object is expected");
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"action\": \"json:a..b\", \"id\"")))
                .singleElement()
                .asString()
                .startsWith("action: \"json:a..b\" is not a path");
    }

    @Test
    void amountsHaveUnits() {
        assertThat(Quantity.bytes("25MiB")).hasValue(26_214_400);
        assertThat(Quantity.bytes("100")).hasValue(100);
        assertThat(Quantity.bytes("1.5MiB")).isEmpty();
        assertThat(Quantity.bytes("-1")).isEmpty();
        assertThat(Quantity.milliseconds("72h")).hasValue(259_200_000);
        assertThat(Quantity.milliseconds("72")).isEmpty();
        assertThat(Quantity.milliseconds("")).isEmpty();
    }

    private static Contract sound(String json) {
        var reading = Contracts.read(bytes(json));
        assertThat(reading).isInstanceOf(Sound.class);
        return ((Sound) reading).contract();
    }

    private static List<String> problemsOf(String json) {
        return problems(Contracts.read(bytes(json)));
    }

    private static List<String> problems(Contracts.Reading reading) {
        assertThat(reading).isInstanceOf(Wrong.class);
        return ((Wrong) reading).problems();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
