package dev.longstop.config;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Path;
import dev.longstop.inbox.Rule;
import dev.longstop.inbox.Rule.Condition;
import dev.longstop.inbox.Source;
import dev.longstop.queue.RunMode;
import dev.longstop.telemetry.Suggestion;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads sources with their secrets and rules. */
final class SourceReader {

    private static final long DAY_MS = 86_400_000;
    private static final long DEDUP_WINDOW_MS = 3 * DAY_MS;
    private static final int BODY_BYTES_MAX = 32 * 1024 * 1024;
    private static final Pattern EVENT =
            Pattern.compile("\\*|[\\x21-\\x7e&&[^*]](?:[\\x20-\\x7e&&[^*]]{0,253}(?:\\.\\*|[\\x21-\\x7e&&[^*]]))?");

    private final Reading reading;
    private final TrustReader trusts;
    private final Set<String> agents;
    private final Set<String> platforms;
    private final Set<String> started = new HashSet<>();

    SourceReader(Reading reading, TrustReader trusts, Set<String> agents, Set<String> platforms) {
        this.reading = reading;
        this.trusts = trusts;
        this.agents = agents;
        this.platforms = platforms;
    }

    /** The agents that some rule starts. */
    Set<String> started() {
        return started;
    }

    /** One source; empty without a contract, which is then among the problems. */
    Optional<Source> read(String name, Field field) {
        return field.table(Section.SOURCE).flatMap(table -> {
            var contract = contract(name, table);
            var trust = trusts.read(name, table, contract);
            var rules = table.list("rules").stream()
                    .flatMap(it -> it.table(Section.RULE).stream())
                    .map(this::rule)
                    .flatMap(Optional::stream)
                    .toList();
            var ignore = table.list("ignore").stream()
                    .flatMap(it -> it.text("the name of a sender").stream())
                    .toList();
            var feeds = table.get("feeds").flatMap(it -> it.known("a platform", platforms));
            var bodyMax = table.get("max_body").flatMap(it -> it.size(1024, BODY_BYTES_MAX));
            var window = table.get("dedup_window").flatMap(it -> it.duration(60_000, 365 * DAY_MS));
            var replays = table.choice("replays", Source.Replays.HOLD);
            return contract.map(it -> new Source(
                    name,
                    it,
                    trust,
                    rules,
                    ignore,
                    feeds,
                    bodyMax.orElse(it.bodyBytesMax()),
                    window.orElse(it.retryHorizonMs() > 0 ? it.retryHorizonMs() : DEDUP_WINDOW_MS),
                    replays));
        });
    }

    private Optional<Contract> contract(String source, Table table) {
        var given = table.get("contract");
        var name = given.isPresent() ? given.flatMap(it -> it.text("the name of a contract")) : Optional.of(source);
        var contract = name.flatMap(reading.contracts()::find);
        if (name.isPresent() && contract.isEmpty()) {
            given.orElse(table.self())
                    .wrong("there is no contract called " + Shown.quoted(name.get())
                            + hint(name.get())
                            + (given.isPresent() ? "" : "; a source says which one by the key \"contract\""));
        }
        return contract;
    }

    private String hint(String name) {
        var near = Suggestion.hint(name, reading.contracts().names());
        return near.isEmpty() ? "; `longstop contracts` lists them" : near;
    }

    private Optional<Rule> rule(Table table) {
        var events = table.required("event").map(Field::list).orElse(List.of()).stream()
                .flatMap(it -> it.parsed("an event such as issues.opened, issues or *", SourceReader::event).stream())
                .toList();
        var start = table.required("start").map(Field::list).orElse(List.of()).stream()
                .flatMap(it -> it.known("an agent", agents).stream())
                .distinct()
                .toList();
        started.addAll(start);
        var conditions = conditions(
                table.get("if").map(it -> it.free("a mapping of paths")).orElse(Map.of()));
        var mode = table.choice("mode", RunMode.LIVE);
        return events.isEmpty() || start.isEmpty()
                ? emptyList(table)
                : Optional.of(new Rule(events, conditions, start, mode));
    }

    private static Optional<Rule> emptyList(Table table) {
        for (var key : List.of("event", "start")) {
            table.get(key).filter(it -> it.list().isEmpty()).ifPresent(it -> it.wrong("at least one is needed"));
        }
        return Optional.empty();
    }

    private static Optional<String> event(String text) {
        return EVENT.matcher(text).matches() ? Optional.of(text) : Optional.empty();
    }

    private static Map<Path, Condition> conditions(Map<String, Field> fields) {
        var conditions = new LinkedHashMap<Path, Condition>();
        fields.forEach((key, field) -> {
            try {
                var path = Path.parse(key);
                condition(field).ifPresent(it -> conditions.put(path, it));
            } catch (IllegalArgumentException e) {
                field.wrongKey(Shown.sentence(e)
                        + "; a condition is a path and what stands there, as in { $.pull_request.draft: false }");
            }
        });
        return conditions;
    }

    private static Optional<Condition> condition(Field field) {
        if (!field.isMapping()) {
            return field.literal("a value, or one of { is: }, { not: }, { in: [...] }, { exists: true }")
                    .map(Rule.Is::new);
        }
        return field.table(Section.CONDITION).flatMap(table -> {
            var operators = table.present(List.of("is", "not", "in", "exists"));
            if (operators.size() != 1) {
                field.wrong("a condition has exactly one of is, not, in, exists");
                return Optional.empty();
            }
            var operator = operators.get(0);
            var value = table.get(operator).orElseThrow();
            return switch (operator) {
                case "is" -> value.literal("a value").map(Rule.Is::new);
                case "not" -> value.literal("a value").map(Rule.Not::new);
                case "in" -> anyOf(value);
                default -> value.parsed("true or false", SourceReader::truth).map(Rule.Exists::new);
            };
        });
    }

    private static Optional<Condition> anyOf(Field field) {
        var values = field.strictList("a list of values").stream()
                .flatMap(it -> it.literal("a value").stream())
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(new Rule.In(values));
    }

    private static Optional<Boolean> truth(String text) {
        return text.equals("true") || text.equals("false") ? Optional.of(Boolean.valueOf(text)) : Optional.empty();
    }
}
