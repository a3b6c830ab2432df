package dev.longstop.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What editors are told of the form is what the program reads. */
class ContractSchemaTest {

    private static JsonNode schema() throws IOException {
        return JsonMapper.shared().readTree(Files.readAllBytes(Path.of("../docs/contract.schema.json")));
    }

    private static Set<String> keys(JsonNode object) {
        var keys = new TreeSet<String>(object.path("properties").propertyNames());
        assertThat(keys.remove("note")).as("every object may have a note").isTrue();
        return keys;
    }

    @Test
    void theSchemaHasTheKeysOfTheFormAndNoOthers() throws IOException {
        var schema = schema();
        var auth = schema.path("properties").path("auth").path("oneOf").get(0);

        assertThat(keys(schema)).containsExactlyInAnyOrderElementsOf(ContractForm.KEYS);
        assertThat(keys(auth)).containsExactlyInAnyOrderElementsOf(AuthForm.KEYS);
        assertThat(auth.path("properties").path("algorithm").path("enum").values().stream()
                        .map(JsonNode::stringValue))
                .containsExactly(
                        Arrays.stream(Algorithm.values()).map(Algorithm::word).toArray(String[]::new));
    }

    /** Every key of every built-in contract is one that the schema knows at that place. */
    @Test
    void builtInContractsHaveNoKeyThatTheSchemaLacks() throws IOException {
        var schema = schema();
        for (var name : Contracts.names()) {
            var unknown = new HashSet<String>();
            compare(Contracts.form(name).orElseThrow(), schema, name, unknown);
            assertThat(unknown).isEmpty();
        }
    }

    private static void compare(JsonNode value, JsonNode schema, String at, Set<String> unknown) {
        if (value.isArray()) {
            value.forEach(item -> compare(item, schema.path("oneOf").path(1).path("items"), at, unknown));
        } else if (value.isObject()) {
            var here = schema.has("oneOf") ? schema.path("oneOf").path(0) : schema;
            for (var key : value.propertyNames()) {
                var inner = here.path("properties").path(key);
                if (!inner.isMissingNode()) {
                    compare(value.path(key), inner, at + "." + key, unknown);
                } else if (!here.has("additionalProperties")
                        || here.path("additionalProperties").isBoolean()) {
                    unknown.addAll(here.isMissingNode() || free(at) ? List.of() : List.of(at + "." + key));
                }
            }
        }
    }

    // The body of a fixed answer is any JSON.
    private static boolean free(String at) {
        return at.endsWith(".body");
    }
}
