package dev.longstop.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contract.Encoding;
import dev.longstop.contract.Contract.Hmac;
import dev.longstop.contract.Contract.InHeader;
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

        assertThat(contract.auth()).isEqualTo(new Hmac("HmacSHA256", "x-acme", "", Encoding.HEX));
        assertThat(contract.eventId()).isEmpty();
        assertThat(contract.bodyAuthenticated()).isTrue();
        assertThat(contract.eventIdSigned()).isFalse();
        assertThat(contract.answer().status()).isEqualTo(200);
        assertThat(contract.bodyBytesMax()).isEqualTo(1_048_576);
        assertThat(contract.deadlineMs()).isEqualTo(10_000);
        assertThat(contract.retryHorizonMs()).isEqualTo(72L * 3_600_000);
    }

    @Test
    void aSingleTextCountsAsAListOfOne() {
        var contract = sound(SMALLEST.replace("{\"id\"", "{\"event_id\": \"header:X-Id\", \"id\""));

        assertThat(contract.eventId()).containsExactly(new InHeader("x-id"));
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
        assertThat(problemsOf(SMALLEST.replace("\"signature\", \"algorithm\"", "\"jwt\", \"algorithm\"")))
                .containsExactly("auth.kind: \"jwt\" is not available yet, only signature");
        assertThat(problemsOf(SMALLEST.replace("hmac-sha256", "ed25519")))
                .containsExactly(
                        "auth.algorithm: \"ed25519\" is not available yet, only hmac-sha1, hmac-sha256, hmac-sha512");
        assertThat(problemsOf(SMALLEST.replace("\"encoding\"", "\"signed\": \"{timestamp}.{body}\", \"encoding\"")))
                .containsExactly("auth.signed: \"{timestamp}.{body}\" is not available yet, only {body}");
        assertThat(problemsOf(SMALLEST.replace("\"encoding\"", "\"timestamp\": {\"from\": \"sig\"}, \"encoding\"")))
                .containsExactly("auth.timestamp: not available yet");
        assertThat(problemsOf(SMALLEST.replace("{\"from\"", "{\"split\": \",\", \"from\"")))
                .containsExactly("auth.signature.split: not available yet");
        assertThat(problemsOf(SMALLEST.replace("header:X-Acme", "json:signature")))
                .containsExactly("auth.signature.from: \"json:signature\" is not available yet, only header:");
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"batch\": {\"items\": \"json:events\"}, \"id\"")))
                .containsExactly("batch: not available yet");
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"event_id\": [\"query:id\"], \"id\"")))
                .containsExactly("event_id: \"query:id\" is not available yet, only header:, json:, join:");
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"handshake\": [{\"kind\": \"json-echo\"}], \"id\"")))
                .containsExactly("handshake[0].kind: \"json-echo\" is not available yet, only ack");
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"methods\": [\"POST\", \"PUT\"], \"id\"")))
                .containsExactly("methods: \"PUT\" is not available yet, only POST");
        assertThat(problemsOf(SMALLEST.replace("{\"id\"", "{\"bad_auth\": {\"status\": 400}, \"id\"")))
                .containsExactly("bad_auth.status: only 401 is available yet");
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
