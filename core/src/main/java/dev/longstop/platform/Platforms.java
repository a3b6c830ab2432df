package dev.longstop.platform;

import dev.longstop.telemetry.Suggestion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The platforms that come with the program, and the reader of their form. Data: a new platform is a new file.
 *
 * <p>A file is the form itself, or an object that has it under {@code platform}, beside recorded {@code samples} and
 * {@code scenarios}.
 */
public final class Platforms {

    private static final String FOLDER = "/platforms/";

    private Platforms() {}

    /** What reading a platform gave. */
    public sealed interface Reading permits Sound, Wrong {}

    /** It can be used. */
    public record Sound(Platform platform) implements Reading {}

    /** It cannot; every problem says where it is, and what is expected there. */
    public record Wrong(List<String> problems) implements Reading {
        public Wrong {
            problems = List.copyOf(problems);
        }
    }

    /** The names of the built-in platforms, in alphabetical order. */
    public static List<String> names() {
        return List.copyOf(files().keySet());
    }

    /** The built-in platform of a name; an unknown name is a problem that says which one is near. */
    public static Reading builtIn(String name) {
        var names = names();
        if (!names.contains(name)) {
            return new Wrong(List.of("there is no platform \"" + name + "\" (built in: " + String.join(", ", names)
                    + ")" + Suggestion.hint(name, names)));
        }
        return read(recording(name));
    }

    /** The file of a built-in platform: its form with what was recorded of it. */
    public static JsonNode recording(String name) {
        var file = files().get(name);
        if (file == null) {
            throw new IllegalArgumentException("not the name of a built-in platform: " + name);
        }
        return JsonMapper.shared().readTree(resource(file + ".json"));
    }

    /** The platform that a JSON text describes. */
    public static Reading read(byte[] json) {
        try {
            return read(JsonMapper.shared().readTree(json));
        } catch (JacksonException notJson) {
            return new Wrong(List.of("the platform is not JSON: " + notJson.getOriginalMessage()));
        }
    }

    /** The platform that a tree describes, whichever language it was written in. */
    public static Reading read(JsonNode tree) {
        return PlatformForm.read(tree.path("platform").isObject() ? tree.path("platform") : tree);
    }

    /** The files by name; a line of the index is a name, or a name and the file's. */
    private static Map<String, String> files() {
        var files = new TreeMap<String, String>();
        new String(resource("index.txt"), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split(" ", 2))
                .forEach(words -> files.put(words[0], words[words.length - 1]));
        return files;
    }

    private static byte[] resource(String file) {
        try (InputStream stream = Platforms.class.getResourceAsStream(FOLDER + file)) {
            if (stream == null) {
                throw new IllegalStateException("the program lacks its resource " + FOLDER + file);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
