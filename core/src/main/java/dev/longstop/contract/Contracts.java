package dev.longstop.contract;

import dev.longstop.telemetry.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The contracts that come with the program, and the reader of their form. Data: a new sender is a new file. */
public final class Contracts {

    private static final String FOLDER = "/contracts/";

    private Contracts() {}

    /** What reading a contract gave. */
    public sealed interface Reading permits Sound, Wrong {}

    /** It can be used. */
    public record Sound(Contract contract) implements Reading {}

    /** It cannot; every problem says where it is, and what is expected there. */
    public record Wrong(List<String> problems) implements Reading {
        public Wrong {
            problems = List.copyOf(problems);
        }
    }

    /** The names of the built-in contracts, in alphabetical order. */
    public static List<String> names() {
        return new String(resource("index.txt"), StandardCharsets.UTF_8).lines().toList();
    }

    /** The built-in contract of a name; an unknown name is a problem that says which one is near. */
    public static Reading builtIn(String name) {
        var names = names();
        if (!names.contains(name)) {
            return new Wrong(List.of("there is no contract \"" + name + "\" (built in: " + String.join(", ", names)
                    + ")" + Suggestion.hint(name, names)));
        }
        return read(resource(name + ".json"));
    }

    /** The form of a built-in contract, as its file has it; empty if there is none of that name. */
    public static Optional<JsonNode> form(String name) {
        return names().contains(name)
                ? Optional.of(JsonMapper.shared().readTree(resource(name + ".json")))
                : Optional.empty();
    }

    /** The contract that a JSON text describes. */
    public static Reading read(byte[] json) {
        try {
            return read(JsonMapper.shared().readTree(json));
        } catch (JacksonException notJson) {
            return new Wrong(List.of("the contract is not JSON: " + notJson.getOriginalMessage()));
        }
    }

    /** The contract that a tree describes, whichever language it was written in. */
    public static Reading read(JsonNode form) {
        return ContractForm.read(form);
    }

    private static byte[] resource(String file) {
        try (InputStream stream = Contracts.class.getResourceAsStream(FOLDER + file)) {
            if (stream == null) {
                throw new IllegalStateException("the program lacks its resource " + FOLDER + file);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
