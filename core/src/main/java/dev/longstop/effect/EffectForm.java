package dev.longstop.effect;

import dev.longstop.contract.Path;
import dev.longstop.event.Headers;
import dev.longstop.event.IdempotencyKey;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the effects of one name say and where: a pure function of the end that they follow from. Its request is frozen
 * there and then.
 *
 * @param name the effect's name in the configuration
 * @param kind what it is, as the configuration's word
 * @param policy what is worse: twice, or perhaps not at all
 * @param after the outcomes that it follows
 * @param place where it goes
 * @param body what it says, a template; empty for everything that is known, as JSON
 */
public record EffectForm(
        String name, String kind, EffectPolicy policy, Set<String> after, Place place, Optional<String> body) {

    private static final String OPEN = "${";
    private static final int VALUE_CHARS_MAX = 16_384;

    public EffectForm {
        after = Set.copyOf(after);
    }

    /** The effect that follows from an end; empty where none does. */
    public Optional<EffectSeed> seed(Occasion occasion) {
        if (!after.contains(occasion.outcome())) {
            return Optional.empty();
        }
        var key = IdempotencyKey.ofEffect(
                occasion.installation(), occasion.owner(), occasion.work(), occasion.turn(), name);
        var words = said(occasion);
        var said = place.said(words.text, key, occasion)
                .map(form -> new Said(form.toString(), true))
                .orElse(words);
        var type = said.json ? "application/json" : "text/plain; charset=utf-8";
        var request = new FrozenRequest(
                "POST",
                place.url(occasion),
                Headers.of("content-type", type),
                said.text.getBytes(StandardCharsets.UTF_8));
        return Optional.of(new EffectSeed(name, 1, policy, key, request, kind, "{}"));
    }

    /** What is sent. */
    private record Said(String text, boolean json) {}

    /** A template that is JSON is filled value by value, so that no value can break out of its place. */
    private Said said(Occasion occasion) {
        if (body.isEmpty()) {
            return new Said(everything(occasion).toString(), true);
        }
        try {
            var tree = JsonMapper.shared().readTree(body.get());
            if (tree.isContainer()) {
                return new Said(fill(tree, occasion).toString(), true);
            }
        } catch (JacksonException notJson) {
            // It is text, then.
        }
        return new Said(fill(body.get(), occasion), false);
    }

    private JsonNode everything(Occasion occasion) {
        var all = JsonMapper.shared().createObjectNode();
        all.put("effect", name);
        all.put("outcome", occasion.outcome());
        occasion.facts().properties().stream()
                .filter(fact -> !fact.getKey().equals("payload"))
                .forEach(fact -> all.set(fact.getKey(), fact.getValue()));
        return all;
    }

    private static JsonNode fill(JsonNode tree, Occasion occasion) {
        var json = JsonMapper.shared();
        if (tree.isString()) {
            return json.getNodeFactory().stringNode(fill(tree.stringValue(), occasion));
        }
        if (tree.isArray()) {
            var list = json.createArrayNode();
            tree.forEach(item -> list.add(fill(item, occasion)));
            return list;
        }
        if (tree.isObject()) {
            var object = json.createObjectNode();
            tree.properties().forEach(entry -> object.set(entry.getKey(), fill(entry.getValue(), occasion)));
            return object;
        }
        return tree;
    }

    private static String fill(String template, Occasion occasion) {
        var filled = new StringBuilder();
        int at = 0;
        for (int open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, at)) {
            int close = template.indexOf('}', open);
            if (close < 0) {
                break;
            }
            filled.append(template, at, open);
            filled.append(value(template.substring(open + OPEN.length(), close), occasion));
            at = close + 1;
        }
        return filled.append(template.substring(at)).toString();
    }

    /** A variable's value; nothing where it has none. The configuration was checked for names that cannot be. */
    private static String value(String variable, Occasion occasion) {
        var name = variable.startsWith("raw:") ? variable.substring("raw:".length()) : variable;
        var path = name.startsWith("$") ? "$.payload" + name.substring(1) : "$." + name;
        var found = Path.parse(path).find(occasion.facts()).filter(node -> !node.isNull());
        var text = found.map(node -> node.isContainer() ? node.toString() : node.asString())
                .orElse("");
        return text.length() <= VALUE_CHARS_MAX ? text : text.substring(0, VALUE_CHARS_MAX);
    }
}
