package dev.longstop.inbox;

import dev.longstop.inbox.Rule.Condition;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.verify.Extraction.Extracted;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What an event starts: pure, from the event and its source's rules alone.
 *
 * <p>Default deny: what no rule names is ignored (S1). Fails closed: an absent path, or a value that cannot be
 * compared, does not match, under {@code not} either. <i>Source</i>: design section 9.
 */
public final class Rules {

    private Rules() {}

    /**
     * What is started, or why nothing is.
     *
     * @param runs one seed per agent, in the order of the rules; empty where ignored
     * @param ignored why nothing is started, where that is so
     */
    public record Decision(List<RunSeed> runs, Optional<Ignored> ignored) {
        public Decision {
            runs = List.copyOf(runs);
        }

        private static Decision ignored(Ignored why) {
            return new Decision(List.of(), Optional.of(why));
        }
    }

    /** Why an authentic event starts nothing. */
    public enum Ignored {
        /** The sender only tests whether the endpoint answers. */
        ENDPOINT_TEST,
        /** The source's {@code ignore} names who caused it. */
        IGNORED_SENDER,
        /** No rule names it. */
        NO_RULE,
        /** A rule names it, and its condition does not hold. */
        CONDITION_NOT_MET;

        /** The word in answers, tables and commands. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What the rules of a source say to an event. */
    public static Decision decide(Source source, Extracted event) {
        if (source.contract().acknowledge().contains(event.type())) {
            return Decision.ignored(Ignored.ENDPOINT_TEST);
        }
        var started = started(source, event);
        if (source.feeds().isEmpty()) {
            return started;
        }
        // What a platform sends is always consumed; beside that it may start agents like any event.
        var runs = new ArrayList<RunSeed>();
        runs.add(Feed.seed(source.feeds().get()));
        runs.addAll(started.runs());
        return new Decision(runs, Optional.empty());
    }

    private static Decision started(Source source, Extracted event) {
        if (isIgnored(source, event.sender())) {
            return Decision.ignored(Ignored.IGNORED_SENDER);
        }
        var agents = new LinkedHashMap<String, RunMode>();
        boolean named = false;
        for (var rule : source.rules()) {
            if (!names(rule, event)) {
                continue;
            }
            named = true;
            if (holds(rule, event.payload())) {
                rule.start().forEach(agent -> agents.merge(agent, rule.mode(), Rules::liveFirst));
            }
        }
        if (agents.isEmpty()) {
            return Decision.ignored(named ? Ignored.CONDITION_NOT_MET : Ignored.NO_RULE);
        }
        return new Decision(seeds(source, event, agents), Optional.empty());
    }

    private static boolean isIgnored(Source source, Optional<String> sender) {
        return sender.isPresent() && source.ignore().stream().anyMatch(sender.get()::equalsIgnoreCase);
    }

    // Two rules may name one agent; one run is owed, and a rule that wants it live is not undone by one that only
    // watches.
    private static RunMode liveFirst(RunMode one, RunMode other) {
        return one == RunMode.LIVE ? one : other;
    }

    /** The lane belongs to the agent: two agents may look at one issue side by side, one agent never does so twice. */
    private static List<RunSeed> seeds(Source source, Extracted event, Map<String, RunMode> agents) {
        var seeds = new ArrayList<RunSeed>(agents.size());
        agents.forEach((agent, mode) -> {
            var lane = event.subject().map(subject -> agent + ":" + source.name() + "/" + subject);
            seeds.add(new RunSeed(agent, mode, lane, Optional.empty(), false));
        });
        return seeds;
    }

    private static boolean names(Rule rule, Extracted event) {
        for (var pattern : rule.events()) {
            if (pattern.equals("*")
                    || pattern.equals(event.type())
                    || isTypeAndAction(pattern, event)
                    || isFamily(pattern, event)) {
                return true;
            }
        }
        return false;
    }

    /** {@code response.*}: every type that begins with {@code response.}, and the type {@code response} itself. */
    private static boolean isFamily(String pattern, Extracted event) {
        if (!pattern.endsWith(".*")) {
            return false;
        }
        int familyLength = pattern.length() - ".*".length();
        return event.type().startsWith(pattern.substring(0, familyLength))
                && (event.type().length() == familyLength || event.type().charAt(familyLength) == '.');
    }

    private static boolean isTypeAndAction(String pattern, Extracted event) {
        int typeLength = event.type().length();
        return !event.action().isEmpty()
                && pattern.length() == typeLength + 1 + event.action().length()
                && pattern.charAt(typeLength) == '.'
                && pattern.startsWith(event.type())
                && pattern.endsWith(event.action());
    }

    private static boolean holds(Rule rule, JsonNode payload) {
        for (var condition : rule.conditions().entrySet()) {
            if (!holds(condition.getValue(), condition.getKey().find(payload))) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(Condition condition, Optional<JsonNode> value) {
        if (condition instanceof Rule.Exists exists) {
            return value.isPresent() == exists.value();
        }
        if (value.isEmpty()) {
            return false;
        }
        var node = value.get();
        if (condition instanceof Rule.Is is) {
            return equal(node, is.value());
        }
        if (condition instanceof Rule.Not not) {
            return !equal(node, not.value());
        }
        return condition instanceof Rule.In in && in.values().stream().anyMatch(one -> equal(node, one));
    }

    private static boolean equal(JsonNode node, Object value) {
        var wanted = value instanceof JsonNode tree && tree.isNumber() ? tree.numberValue() : value;
        if (wanted instanceof Number number) {
            return node.isNumber() && equal(node.numberValue(), number);
        }
        if (wanted instanceof JsonNode tree) {
            return node.equals(tree);
        }
        return wanted instanceof Boolean flag
                ? node.isBoolean() && node.booleanValue() == flag
                : node.isString() && Objects.equals(node.stringValue(), wanted);
    }

    // 1 and 1.0 are one number in JSON. Fractions are compared as doubles, which no sender can make slow.
    private static boolean equal(Number one, Number other) {
        if (whole(one) && whole(other)) {
            return new BigInteger(one.toString()).equals(new BigInteger(other.toString()));
        }
        return one.doubleValue() == other.doubleValue();
    }

    private static boolean whole(Number number) {
        return number instanceof Integer || number instanceof Long || number instanceof BigInteger;
    }
}
