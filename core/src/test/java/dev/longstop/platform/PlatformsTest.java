package dev.longstop.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Platform data: what comes along loads, what is wrong is said with its place, what is asked is what it says. */
class PlatformsTest {

    static Iterable<String> names() {
        return Platforms.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everythingThatComesWithTheProgramLoads(String name) {
        assertThat(Platforms.builtIn(name)).isInstanceOf(Platforms.Sound.class);
    }

    @Test
    void aNameThatIsNearlyRightIsSuggested() {
        assertThat(problems(Platforms.builtIn("anthropic-session")))
                .singleElement()
                .asString()
                .contains("anthropic-sessions");
    }

    @Test
    void everyProblemIsReportedWithItsPlace() {
        var read = Platforms.read("""
                {"id":"x","baseUrl":"https://x.test","status":{"path":"/s/${id}"},"polling":{},
                 "read":{"raw":"status"},
                 "states":[{"when":{"$.s":{"in":"a"}},"to":"done"}],
                 "webhook":{"trust":"blind","jobId":"$.id","events":{"a":{"to":"over"}}}}
                """.getBytes(StandardCharsets.UTF_8));
        assertThat(problems(read))
                .anyMatch(line -> line.startsWith("polling: unknown key"))
                .anyMatch(line -> line.startsWith("read.raw: "))
                .anyMatch(line -> line.startsWith("states[0].to: "))
                .anyMatch(line -> line.startsWith("states[0].when: "))
                .anyMatch(line -> line.startsWith("webhook.trust: "))
                .anyMatch(line -> line.startsWith("webhook.events: "));
        assertThat(problems(Platforms.read("nothing".getBytes(StandardCharsets.UTF_8))))
                .hasSize(1);
    }

    /** Values go into addresses encoded; an id that leads elsewhere makes no call (ids are strangers' words). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "r1 | https://api.replicate.com/v1/predictions/r1",
                "a?b#c d | https://api.replicate.com/v1/predictions/a%3Fb%23c%20d",
                "%2e%2e | https://api.replicate.com/v1/predictions/%252e%252e",
                "batches/7 | https://api.replicate.com/v1/predictions/batches/7",
                "../../x | ",
                "a/../b | ",
            })
    void idsAreEncoded(String id, String address) {
        var call = sound("replicate").asking(variables().and(Map.of("id", id)));
        assertThat(call instanceof Call.Ready ready ? Optional.of(ready.uri().toString()) : Optional.empty())
                .isEqualTo(Optional.ofNullable(address));
    }

    @Test
    void theLoginIsPutInAndNeverPrinted() {
        var call = sound("anthropic-sessions").asking(variables().and(Map.of("id", "sesn_1")));
        var ready = (Call.Ready) call;
        assertThat(ready.headers().only("x-api-key")).contains("s3cret");
        assertThat(ready.headers().only("anthropic-version")).contains("2023-06-01");
        assertThat(ready.toString()).doesNotContain("s3cret");
        assertThat(variables().toString()).doesNotContain("s3cret");
    }

    /** A value that a template needs and that is not there is said by its name; an optional login is left out. */
    @Test
    void whatIsMissingIsNamed() {
        var none = Variables.of(Map.of(), Map.of("id", "1", "base", "http://127.0.0.1:1/"));
        assertThat(sound("replicate").asking(none)).isEqualTo(new Call.Unfit("a value is missing: secret:api_key"));
        assertThat(sound("langgraph").asking(variables().and(Map.of("id", "1", "deploymentUrl", "http://h.test"))))
                .isEqualTo(new Call.Unfit("a value is missing: parent"));
        var asked = (Call.Ready) sound("agent-callback").asking(none);
        assertThat(asked.uri()).hasToString("http://127.0.0.1:1/jobs/1");
        assertThat(asked.headers().all("authorization")).isEmpty();
    }

    /** A body's lone variable keeps its type. */
    @Test
    void aLoneVariableKeepsItsType() {
        var call = sound("mcp-tasks").asking(variables().and(Map.of("id", "t-1", "serverUrl", "https://m.test")));
        var ready = (Call.Ready) call;
        assertThat(new String(ready.body(), StandardCharsets.UTF_8)).contains("\"taskId\":\"t-1\"");
        assertThat(ready.headers().only("mcp-name")).contains("t-1");
    }

    /** No wait is longer than five minutes, a third of what results are kept for, and what the platform says. */
    @ParameterizedTest
    @CsvSource({"openai-batches, 300000", "openai-responses, 60000", "runpod, 300000", "replicate, 60000"})
    void theLongestWaitIsCapped(String name, long longestMs) {
        assertThat(sound(name).cadence().longestMs()).isEqualTo(longestMs);
    }

    /** What a job made, where the platform's answer has it: an effect may speak of it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "openai-responses | completed | done",
                "replicate | succeeded | [\"https://replicate.delivery/x.png\"]",
                "replicate | succeeded_purged | ",
                "runpod | completed | {\"ok\":true}",
                "modal | done | {\"ok\":true}",
                "mcp-tasks | completed | ok"
            })
    void theResultIsRead(String name, String status, String result) {
        var recorded =
                Platforms.recording(name).path("samples").path("statuses").path(status);
        var reader = new Reader(sound(name));
        var document = reader.document(recorded.toString().getBytes(StandardCharsets.UTF_8), 200);
        assertThat(reader.read(document).result()).isEqualTo(Optional.ofNullable(result));
    }

    private static Variables variables() {
        var secret = new dev.longstop.contract.Secret("test", "s3cret", Optional.empty());
        return Variables.of(Map.of("api_key", secret), Map.of());
    }

    private static Platform sound(String name) {
        return ((Platforms.Sound) Platforms.builtIn(name)).platform();
    }

    private static java.util.List<String> problems(Platforms.Reading reading) {
        return ((Platforms.Wrong) reading).problems();
    }
}
