package dev.longstop.platform;

import dev.longstop.contract.Secret;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a platform's templates can be filled with: values by name, secrets as {@code secret:name}. Never prints them.
 *
 * <p>{@code nameEncoded} and {@code nameLower} stand for the value of {@code name}, percent-encoded and in lower case.
 */
public final class Variables {

    private static final String SECRET = "secret:";
    private static final String ENCODED = "Encoded";
    private static final String LOWER = "Lower";

    private final Map<String, JsonNode> values;
    private final Map<String, Secret> secrets;

    private Variables(Map<String, JsonNode> values, Map<String, Secret> secrets) {
        this.values = values;
        this.secrets = secrets;
    }

    /** Secrets, and the values that a platform's configuration gives. */
    public static Variables of(Map<String, Secret> secrets, Map<String, ?> values) {
        return new Variables(Map.of(), Map.copyOf(secrets)).and(values);
    }

    /** The same and more; a later value takes the place of an earlier one of its name. */
    public Variables and(Map<String, ?> more) {
        var all = new LinkedHashMap<>(values);
        more.forEach((name, value) -> all.put(name, JsonMapper.shared().valueToTree(value)));
        return new Variables(all, secrets);
    }

    /** The same and the members of a JSON object; anything else adds nothing. */
    public Variables andMembersOf(JsonNode object) {
        var all = new LinkedHashMap<>(values);
        object.properties().forEach(entry -> all.put(entry.getKey(), entry.getValue()));
        return new Variables(all, secrets);
    }

    /** Whether a variable has a value. */
    boolean has(String name) {
        return find(name).isPresent();
    }

    JsonNode value(String name) {
        return find(name).orElseThrow(() -> new MissingVariable(name));
    }

    String text(String name) {
        var value = value(name);
        return value.isContainer() ? value.toString() : value.asString();
    }

    private Optional<JsonNode> find(String name) {
        if (name.startsWith(SECRET)) {
            return Optional.ofNullable(secrets.get(name.substring(SECRET.length())))
                    .map(secret -> string(secret.value()));
        }
        var value = Optional.ofNullable(values.get(name)).filter(node -> !node.isNull());
        if (value.isEmpty() && name.endsWith(ENCODED)) {
            return find(name.substring(0, name.length() - ENCODED.length()))
                    .map(node -> string(URLEncoder.encode(node.asString(), StandardCharsets.UTF_8)));
        }
        if (value.isEmpty() && name.endsWith(LOWER)) {
            return find(name.substring(0, name.length() - LOWER.length()))
                    .map(node -> string(node.asString().toLowerCase(Locale.ROOT)));
        }
        return value;
    }

    private static JsonNode string(String text) {
        return JsonMapper.shared().getNodeFactory().stringNode(text);
    }

    @Override
    public String toString() {
        return "Variables" + values.keySet();
    }
}
