package dev.longstop.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.contract.Contracts;
import dev.longstop.contract.Path;
import dev.longstop.contract.Secret;
import dev.longstop.event.EventId;
import dev.longstop.inbox.Rule.Condition;
import dev.longstop.inbox.Rules.Decision;
import dev.longstop.inbox.Rules.Ignored;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.verify.Extraction.Extracted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Which event starts which agents: default deny, and closed on every doubt (S1, K4). */
class RulesTest {

    private static final String DRAFT = """
            {"action":"opened","pull_request":{"draft":false,"number":5,"label":null,"size":1.0,"tags":["a"]}}""";

    @Test
    void whatNoRuleNamesIsIgnored() {
        assertThat(decide(source(), event("issues", "opened")).ignored()).contains(Ignored.NO_RULE);
        assertThat(decide(source(rule("issues.closed", "triage")), event("issues", "opened"))
                        .ignored())
                .contains(Ignored.NO_RULE);
    }

    @Test
    void aPatternIsTypeAndActionOrTypeOrAnything() {
        for (var pattern : List.of("issues.opened", "issues", "issues.*", "*")) {
            assertThat(agents(decide(source(rule(pattern, "triage")), event("issues", "opened"))))
                    .as(pattern)
                    .containsExactly("triage");
        }
        for (var pattern :
                List.of("issue", "issues.", "issues.open", "issues.opened.x", ".opened", "issue.*", "ISSUES")) {
            assertThat(decide(source(rule(pattern, "triage")), event("issues", "opened"))
                            .ignored())
                    .as(pattern)
                    .contains(Ignored.NO_RULE);
        }
    }

    @Test
    void aTypeWithDotsAndNoActionIsMatchedWhole() {
        assertThat(agents(decide(source(rule("invoice.paid", "book")), event("invoice.paid", ""))))
                .containsExactly("book");
        assertThat(decide(source(rule("invoice", "book")), event("invoice.paid", ""))
                        .ignored())
                .contains(Ignored.NO_RULE);
    }

    @Test
    void severalRulesAndAgentsStartEachAgentOnce() {
        var source = source(
                new Rule(List.of("issues.opened"), Map.of(), List.of("triage", "label"), RunMode.LIVE),
                rule("issues", "triage"),
                rule("*", "audit"));

        assertThat(agents(decide(source, event("issues", "opened")))).containsExactly("triage", "label", "audit");
    }

    @Test
    void aShadowRuleRecordsAndALiveRuleForTheSameAgentWins() {
        var shadow = new Rule(List.of("issues"), Map.of(), List.of("triage"), RunMode.SHADOW);

        assertThat(decide(source(shadow), event("issues", "opened")).runs())
                .extracting(RunSeed::mode)
                .containsExactly(RunMode.SHADOW);
        assertThat(decide(source(shadow, rule("issues", "triage")), event("issues", "opened"))
                        .runs())
                .extracting(RunSeed::mode)
                .containsExactly(RunMode.LIVE);
        assertThat(decide(source(rule("issues", "triage"), shadow), event("issues", "opened"))
                        .runs())
                .extracting(RunSeed::mode)
                .containsExactly(RunMode.LIVE);
    }

    @Test
    void theLaneIsTheAgentsOwnForTheSubject() {
        var runs = decide(
                        source(rule("issues", "triage"), rule("*", "audit")),
                        event("issues", "opened", Optional.of("acme/road:7"), ""))
                .runs();

        assertThat(runs)
                .extracting(run -> run.lane().orElseThrow())
                .containsExactly("triage:hub/acme/road:7", "audit:hub/acme/road:7");
        assertThat(decide(source(rule("issues", "triage")), event("issues", "opened"))
                        .runs())
                .extracting(RunSeed::lane)
                .containsExactly(Optional.empty());
    }

    /** K1, K4: the agent's own doing never starts it again, whatever case its name is written in. */
    @Test
    void anIgnoredSenderStartsNothing() {
        var source = source(rule("*", "triage"));

        assertThat(decide(source, event("issues", "opened", Optional.empty(), "Acme-Agent"))
                        .ignored())
                .contains(Ignored.IGNORED_SENDER);
        assertThat(agents(decide(source, event("issues", "opened", Optional.empty(), "wile"))))
                .containsExactly("triage");
    }

    @Test
    void aTestOfTheEndpointStartsNothingEvenUnderARuleForAnything() {
        assertThat(decide(source(rule("*", "triage")), event("ping", "")).ignored())
                .contains(Ignored.ENDPOINT_TEST);
    }

    @Test
    void conditionsCompareJsonValues() {
        assertThat(holds("$.pull_request.draft", new Rule.Is(false))).isTrue();
        assertThat(holds("$.pull_request.draft", new Rule.Is("false"))).isFalse();
        assertThat(holds("$.pull_request.draft", new Rule.Not(true))).isTrue();
        assertThat(holds("$.pull_request.number", new Rule.Is(5))).isTrue();
        assertThat(holds("$.pull_request.number", new Rule.Is(5L))).isTrue();
        assertThat(holds("$.pull_request.number", new Rule.Is(5.0))).isTrue();
        assertThat(holds("$.pull_request.number", new Rule.Is("5"))).isFalse();
        assertThat(holds("$.pull_request.size", new Rule.Is(1))).isTrue();
        assertThat(holds("$.action", new Rule.In(List.of("closed", "opened")))).isTrue();
        assertThat(holds("$.action", new Rule.In(List.of("closed", 1)))).isFalse();
        assertThat(holds("$.action", new Rule.In(List.of()))).isFalse();
        assertThat(holds("$.pull_request.tags", new Rule.Is(JsonMapper.shared().readTree("[\"a\"]"))))
                .isTrue();
        assertThat(holds(
                        "$.pull_request.number", new Rule.Is(JsonMapper.shared().readTree("5.0"))))
                .isTrue();
    }

    @Test
    void anAbsentPathMatchesNothingAndNotIsNoExcuse() {
        assertThat(holds("$.pull_request.gone", new Rule.Is("x"))).isFalse();
        assertThat(holds("$.pull_request.gone", new Rule.Not("x"))).isFalse();
        assertThat(holds("$.pull_request.gone", new Rule.In(List.of("x")))).isFalse();
        assertThat(holds("$.pull_request.gone", new Rule.Exists(false))).isTrue();
        assertThat(holds("$.pull_request.gone", new Rule.Exists(true))).isFalse();
        assertThat(holds("$.pull_request.draft.deeper", new Rule.Not("x"))).isFalse();
    }

    @Test
    void nullIsAValue() {
        assertThat(holds("$.pull_request.label", new Rule.Exists(true))).isTrue();
        assertThat(holds("$.pull_request.label", new Rule.Not("x"))).isTrue();
        assertThat(holds("$.pull_request.label", new Rule.Is("null"))).isFalse();
    }

    @Test
    void allConditionsOfARuleMustHold() {
        var rule = new Rule(
                List.of("*"),
                Map.of(
                        Path.parse("$.action"),
                        new Rule.Is("opened"),
                        Path.parse("$.pull_request.number"),
                        new Rule.Is(6)),
                List.of("triage"),
                RunMode.LIVE);

        assertThat(decide(source(rule), event("pull_request", "opened")).ignored())
                .contains(Ignored.CONDITION_NOT_MET);
    }

    /** Numbers of any size are a value to compare, never an exception. */
    @Test
    void absurdNumbersAreCompared() {
        for (var number : List.of("1e400", "-1e400", "1e-400", "9".repeat(500), "0.1")) {
            var event = event("x", "", Optional.empty(), "", "{\"n\":" + number + "}");
            var rule =
                    new Rule(List.of("*"), Map.of(Path.parse("$.n"), new Rule.Is(1)), List.of("triage"), RunMode.LIVE);
            assertThat(decide(source(rule), event).ignored()).as(number).contains(Ignored.CONDITION_NOT_MET);
        }
    }

    @Test
    void aRuleNamesAnEventAndAnAgent() {
        assertThatThrownBy(() -> rule("", "triage")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Rule(List.of("*"), Map.of(), List.of(), RunMode.LIVE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSourcesNameIsSafeInUrlsAndLabels() {
        for (var name : List.of("", "_start", "A", "a/b", "a b", "-a", "x".repeat(64))) {
            assertThatThrownBy(() -> named(name, List.of())).as(name).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(named("a-1_b", List.of()).name()).isEqualTo("a-1_b");
    }

    private static boolean holds(String path, Condition condition) {
        var rule = new Rule(List.of("*"), Map.of(Path.parse(path), condition), List.of("triage"), RunMode.LIVE);
        return decide(source(rule), event("pull_request", "opened")).ignored().isEmpty();
    }

    private static Decision decide(Source source, Extracted event) {
        var decision = Rules.decide(source, event);
        assertThat(decision.runs().isEmpty()).isEqualTo(decision.ignored().isPresent());
        return decision;
    }

    private static List<String> agents(Decision decision) {
        return decision.runs().stream().map(RunSeed::agent).toList();
    }

    @Test
    void aFamilyOfTypesIsNamedByItsBeginning() {
        for (var type : List.of("response.completed", "response.output.done", "response")) {
            assertThat(Rules.decide(source(rule("response.*", "triage")), event(type, ""))
                            .runs())
                    .as(type)
                    .hasSize(1);
        }
        for (var type : List.of("responses.completed", "respons", "batch.response.completed", "")) {
            assertThat(Rules.decide(source(rule("response.*", "triage")), event(type, ""))
                            .ignored())
                    .as(type)
                    .contains(Rules.Ignored.NO_RULE);
        }
    }

    private static Rule rule(String event, String agent) {
        return new Rule(List.of(event), Map.of(), List.of(agent), RunMode.LIVE);
    }

    private static Source source(Rule... rules) {
        return named("hub", List.of(rules));
    }

    private static Source named(String name, List<Rule> rules) {
        var contract = ((Contracts.Sound) Contracts.builtIn("github")).contract();
        return new Source(
                name,
                contract,
                List.of(new Secret("one", "s", Optional.empty())),
                rules,
                List.of("acme-agent"),
                Optional.empty(),
                contract.bodyBytesMax(),
                contract.retryHorizonMs(),
                Source.Replays.HOLD);
    }

    private static Extracted event(String type, String action) {
        return event(type, action, Optional.empty(), "wile");
    }

    private static Extracted event(String type, String action, Optional<String> subject, String sender) {
        return event(type, action, subject, sender, DRAFT);
    }

    private static Extracted event(String type, String action, Optional<String> subject, String sender, String body) {
        return new Extracted(
                EventId.ofSender("id-1".getBytes(StandardCharsets.US_ASCII)),
                new byte[32],
                type,
                action,
                subject,
                Optional.of(sender),
                JsonMapper.shared().readTree(body));
    }
}
