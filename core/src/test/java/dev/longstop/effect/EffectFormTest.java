package dev.longstop.effect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What an effect says: a pure function of the end that it follows from. */
class EffectFormTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain: ${result.text} | text/plain; charset=utf-8 | plain: it \"works\"",
                "${event.source} ${event.id} ${run.id} ${$.issue.labels[0]} | text/plain; charset=utf-8 | hub e1 7 bug",
                "${result.nothing}${$.nothing}|text/plain; charset=utf-8 | ''",
                "{\"text\":\"${result.text}\",\"n\":1} | application/json | {\"text\":\"it \\\"works\\\"\",\"n\":1}",
                "[\"${result.more.deep}\"] | application/json | [\"1\"]",
            })
    void templatesAreFilled(String body, String type, String said) {
        var seed = form(Optional.of(body)).seed(occasion("succeeded")).orElseThrow();
        assertThat(seed.request().headers().only("content-type")).contains(type);
        assertThat(text(seed)).isEqualTo(said);
    }

    /** Without a template everything that is known is said, the payload apart. */
    @Test
    void withoutATemplateEverythingIsSaid() {
        var said = JsonMapper.shared()
                .readTree(text(form(Optional.empty()).seed(occasion("failed")).orElseThrow()));
        assertThat(said.path("effect").asString()).isEqualTo("tell");
        assertThat(said.path("outcome").asString()).isEqualTo("failed");
        assertThat(said.path("event").path("id").asString()).isEqualTo("e1");
        assertThat(said.path("result").path("text").asString()).isEqualTo("it \"works\"");
        assertThat(said.has("payload")).isFalse();
    }

    @Test
    void onlyTheOutcomesThatAreNamedAreFollowed() {
        assertThat(form(Optional.empty()).seed(occasion("cancelled"))).isEmpty();
    }

    /** R20: the key is derived from what the effect belongs to, and from nothing else. */
    @Test
    void theKeyIsThatOfTheWork() {
        var one = form(Optional.of("a")).seed(occasion("succeeded")).orElseThrow();
        var other = form(Optional.of("b")).seed(occasion("failed")).orElseThrow();
        assertThat(one.idempotencyKey()).isEqualTo(other.idempotencyKey()).matches("ls-[0-9a-f]{64}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "done | done",
                "{\"a\":1} | {\"a\":1}",
                "{\"text\":\"inner\"} | inner",
                "{broken | {broken",
                "[1] | [1]",
            })
    void aResultHasAText(String result, String text) {
        assertThat(Occasion.result(Optional.of(result)).path("text").asString()).isEqualTo(text);
    }

    private static EffectForm form(Optional<String> body) {
        return new EffectForm(
                "tell",
                "http",
                EffectPolicy.AT_LEAST_ONCE,
                Set.of("succeeded", "failed"),
                new Place.Address("https://h.test/x"),
                body);
    }

    private static Occasion occasion(String outcome) {
        var facts = JsonMapper.shared().createObjectNode();
        facts.putObject("event").put("id", "e1").put("source", "hub");
        facts.putObject("run").put("id", 7);
        facts.set("result", Occasion.result(Optional.of("{\"text\":\"it \\\"works\\\"\",\"more\":{\"deep\":1}}")));
        facts.putObject("payload").putObject("issue").putArray("labels").add("bug");
        return new Occasion("here", "triage", "hub/e1", "1", outcome, facts);
    }

    private static String text(EffectSeed seed) {
        return new String(seed.request().body(), StandardCharsets.UTF_8);
    }
}
