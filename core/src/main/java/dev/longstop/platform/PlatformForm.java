package dev.longstop.platform;

import dev.longstop.contract.Path;
import dev.longstop.platform.Condition.Test;
import dev.longstop.platform.Platform.Announcement;
import dev.longstop.platform.Platform.Cadence;
import dev.longstop.platform.Platform.Trust;
import dev.longstop.platform.Platform.Webhook;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Reads the declarative form of a platform. */
final class PlatformForm {

    /** What begins the id of a job that we choose ourselves. */
    static final String CONSTANT = "@const:";

    private static final long FIRST_MS = 15_000;
    private static final long MIN_MS = 15_000;
    private static final long STUCK_MS = 1_800_000;
    private static final long GRACE_MS = 30_000;
    private static final List<Long> NUDGES_MS = List.of(0L, 1_000L, 5_000L, 20_000L, 60_000L);

    private final Form form;
    private final List<String> problems = new ArrayList<>();

    private PlatformForm(JsonNode root) {
        form = new Form(root, "", problems);
    }

    static Platforms.Reading read(JsonNode root) {
        return new PlatformForm(root).read();
    }

    private Platforms.Reading read() {
        if (!problems.isEmpty()) {
            return new Platforms.Wrong(problems);
        }
        form.onlyKeys(
                "id",
                "baseUrl",
                "fits",
                "jobUnit",
                "auth",
                "launch",
                "status",
                "detail",
                "cancel",
                "list",
                "read",
                "states",
                "webhook",
                "cadence",
                "limits",
                "retention",
                "notFound");
        if (!form.has("status")) {
            form.problem("status", "is missing");
        }
        var platform = new Platform(
                form.requiredText("id"),
                form.requiredText("baseUrl"),
                auth(),
                form.has("launch") ? Optional.of(launch(form.object("launch"))) : Optional.empty(),
                call(form.object("status")),
                form.has("list") ? listing(form.object("list")) : Optional.empty(),
                form.has("detail") ? detail(form.object("detail")) : Optional.empty(),
                form.has("cancel") ? Optional.of(call(form.object("cancel"))) : Optional.empty(),
                readForm(form.object("read")),
                states(),
                form.has("webhook") ? Optional.of(webhook(form.object("webhook"))) : Optional.empty(),
                cadence(),
                perMinute("other"),
                perMinute("create"),
                form.object("notFound").seconds("graceSeconds").orElse(GRACE_MS));
        return problems.isEmpty() ? new Platforms.Sound(platform) : new Platforms.Wrong(problems);
    }

    private List<Call.AuthHeader> auth() {
        return form.objects("auth").stream()
                .map(header -> {
                    header.onlyKeys("header", "value", "optional");
                    return new Call.AuthHeader(
                            header.requiredText("header"),
                            header.requiredText("value"),
                            header.value("optional").asBoolean(false));
                })
                .toList();
    }

    private static Call call(Form call) {
        var body = call.value("body");
        return new Call(
                call.text("method").orElse("GET"),
                call.requiredText("path"),
                call.map("headers"),
                body.isMissingNode() ? Optional.empty() : Optional.of(body));
    }

    private static Platform.Launch launch(Form launch) {
        launch.onlyKeys("method", "path", "headers", "body", "id", "parent", "correlation", "idempotency");
        var id = launch.requiredText("id");
        if (!id.startsWith(CONSTANT)) {
            launch.path("id");
        }
        var kept = launch.object("idempotency");
        kept.onlyKeys("kind", "name", "strength", "recover", "repeat");
        var kind = kept.text("kind").orElse("none");
        var keyHeader = kind.equals("header") ? Optional.of(kept.requiredText("name")) : Optional.<String>empty();
        // What a platform only may honour is not to be relied upon.
        boolean repeatable =
                !kind.equals("none") && !kept.text("strength").orElse("").equals("MAY");
        return new Platform.Launch(
                call(launch), id, launch.path("parent"), launch.path("correlation"), keyHeader, repeatable);
    }

    private static Optional<Listing> listing(Form list) {
        list.onlyKeys("mode", "method", "path", "query", "items", "id", "next", "more", "pageParam");
        var word = list.text("mode").orElse("none");
        if (word.equals("none")) {
            return Optional.empty();
        }
        var mode = Listing.Mode.of(word);
        if (mode.isEmpty()) {
            list.problem("mode", "active-set-diff, updated-since, newest-first, per-parent, full or none is expected");
        }
        list.text("next").flatMap(Listing::fault).ifPresent(fault -> list.problem("next", fault));
        var query = new ArrayList<String>();
        list.members("query").forEach((name, value) -> {
            if (value.isArray()) {
                value.forEach(one -> query.add(name + "=" + one.asString("")));
            } else {
                query.add(name + "=" + value.asString(""));
            }
        });
        var call = call(list);
        var path = call.path() + (query.isEmpty() ? "" : "?" + String.join("&", query));
        var whole = new Call(call.method(), path, call.headers(), call.body());
        var paging = new Listing.Paging(list.text("next"), list.path("more"), list.text("pageParam"));
        return mode.flatMap(what -> list.path("items")
                .flatMap(items -> list.path("id").map(id -> new Listing(whole, what, items, id, paging))));
    }

    private static Optional<Platform.Detail> detail(Form detail) {
        detail.onlyKeys("when", "method", "path", "mergeAs", "captureHttp");
        var into = detail.path("mergeAs").map(PlatformForm::member);
        var http = detail.path("captureHttp").map(PlatformForm::member);
        return into.map(name -> new Platform.Detail(condition(detail, "when"), call(detail), name, http));
    }

    private static String member(Path path) {
        return String.valueOf(path.steps().get(path.steps().size() - 1));
    }

    private static Platform.Read readForm(Form read) {
        read.onlyKeys("raw", "seq", "finishedAt", "generation", "pollAfterMs", "expiresAfterMs", "result");
        var seq = read.object("seq");
        var generation = read.object("generation");
        return new Platform.Read(
                read.paths("raw"),
                read.has("seq")
                        ? Optional.of(new Platform.Order(seq.requiredText("kind"), seq.paths("of")))
                        : Optional.empty(),
                read.paths("finishedAt"),
                generation.path("key").map(key -> new Platform.Generations(key, generation.path("order"))),
                read.path("pollAfterMs"),
                read.path("result"));
    }

    private List<Platform.Rule> states() {
        var rules = new ArrayList<Platform.Rule>();
        for (var rule : form.objects("states")) {
            rule.onlyKeys("when", "to", "flags", "attention");
            var to = Meaning.of(rule.requiredText("to"));
            if (to.isEmpty()) {
                rule.problem("to", "one of " + words() + " is expected");
            }
            rules.add(new Platform.Rule(
                    condition(rule, "when"),
                    to.orElse(Meaning.RUNNING),
                    Set.copyOf(rule.texts("flags")),
                    rule.text("attention")));
        }
        if (rules.isEmpty()) {
            form.problem("states", "at least one rule is needed");
        }
        return rules;
    }

    private static String words() {
        return String.join(
                ", ", Arrays.stream(Meaning.values()).map(Meaning::word).toList());
    }

    private static Condition condition(Form holder, String key) {
        var tests = new LinkedHashMap<Path, Test>();
        holder.members(key)
                .forEach((place, wanted) -> holder.parse(key, place)
                        .ifPresent(path -> test(holder, key, wanted).ifPresent(test -> tests.put(path, test))));
        if (tests.isEmpty()) {
            holder.problem(key, "a condition is needed, such as { \"$.status\": \"done\" }");
        }
        return new Condition(tests);
    }

    private static Optional<Test> test(Form holder, String key, JsonNode wanted) {
        if (!wanted.isObject()) {
            return Optional.of(new Condition.Is(wanted));
        }
        var operators = List.copyOf(wanted.propertyNames());
        var operator = operators.size() == 1 ? operators.get(0) : "";
        var operand = wanted.path(operator);
        Optional<Test> test = switch (operator) {
            case "in", "notIn" ->
                operand.isArray()
                        ? Optional.of(new Condition.In(List.copyOf(operand.values()), operator.equals("in")))
                        : Optional.empty();
            case "exists" ->
                operand.isBoolean() ? Optional.of(new Condition.Exists(operand.booleanValue())) : Optional.empty();
            case "gt", "gte" ->
                operand.isNumber()
                        ? Optional.of(new Condition.Above(operand.decimalValue(), operator.equals("gte")))
                        : Optional.empty();
            default -> Optional.empty();
        };
        if (test.isEmpty()) {
            holder.problem(key, "a value, or exactly one of in, notIn, exists, gt, gte is expected");
        }
        return test;
    }

    private static Webhook webhook(Form webhook) {
        webhook.onlyKeys(
                "verifier",
                "deliveryId",
                "type",
                "unwrap",
                "ignoreIf",
                "jobId",
                "jobIdNote",
                "occurredAt",
                "trust",
                "events",
                "noEventFor");
        var trust = Arrays.stream(Trust.values())
                .filter(one -> one.name().equalsIgnoreCase(webhook.requiredText("trust")))
                .findFirst();
        if (trust.isEmpty()) {
            webhook.problem("trust", "nudge, state or snapshot is expected");
        }
        if (webhook.paths("jobId").isEmpty()) {
            webhook.problem("jobId", "is missing");
        }
        return new Webhook(
                trust.orElse(Trust.NUDGE),
                webhook.path("type"),
                webhook.paths("unwrap"),
                webhook.paths("ignoreIf"),
                webhook.paths("jobId"),
                webhook.path("occurredAt"),
                events(webhook),
                Set.copyOf(webhook.texts("noEventFor")));
    }

    private static Map<String, Announcement> events(Form webhook) {
        var events = new LinkedHashMap<String, Announcement>();
        webhook.members("events").forEach((type, said) -> {
            if (said.isString() && said.stringValue().equals(Trust.NUDGE.name().toLowerCase(Locale.ROOT))) {
                events.put(type, Announcement.NUDGE);
                return;
            }
            var to = Meaning.of(said.path("to").asString(""));
            if (to.isEmpty()) {
                webhook.problem("events", "\"" + type + "\" is \"nudge\", or has a state as its \"to\"");
                return;
            }
            var flags =
                    said.path("flags").values().stream().map(JsonNode::asString).toList();
            events.put(
                    type,
                    new Announcement(to, Set.copyOf(flags), said.path("final").asBoolean(false)));
        });
        return events;
    }

    private Cadence cadence() {
        var cadence = form.object("cadence");
        cadence.onlyKeys("expectSeconds", "pollSeconds", "nudgeRetrySeconds", "stuckAfterSeconds");
        var poll = cadence.object("pollSeconds");
        var nudges = cadence.manySeconds("nudgeRetrySeconds");
        return new Cadence(
                poll.seconds("first").orElse(FIRST_MS),
                poll.seconds("min").orElse(MIN_MS),
                poll.seconds("max").orElse(Cadence.CAP_MS),
                form.object("retention").seconds("resultSeconds"),
                nudges.isEmpty() ? NUDGES_MS : nudges,
                cadence.seconds("stuckAfterSeconds").orElse(STUCK_MS));
    }

    private Optional<Integer> perMinute(String which) {
        var calls = form.object("limits").object("rpm").value(which);
        return calls.isInt() && calls.intValue() > 0 ? Optional.of(calls.intValue()) : Optional.empty();
    }
}
