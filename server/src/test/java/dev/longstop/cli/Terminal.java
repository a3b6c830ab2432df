package dev.longstop.cli;

import dev.longstop.app.Serving;
import dev.longstop.config.Configuration;
import dev.longstop.time.SystemTime;
import dev.longstop.time.Time;
import dev.longstop.verification.SeededRandomness;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A folder, an environment and a screen for commands. */
final class Terminal {

    final Map<String, String> environment = new HashMap<>();
    final List<Configuration> served = new ArrayList<>();
    Serving.Ended ending = new Serving.Stopped();
    Time time = new SystemTime();
    boolean colours;
    String input = "";
    private final Path folder;
    private long seed = 1;

    Terminal(Path folder) {
        this.folder = folder;
    }

    /** What a command printed and how it ended. */
    record Said(int exit, String out, String err) {}

    Path folder() {
        return folder;
    }

    Terminal file(String name, String text) {
        try {
            var path = folder.resolve(name);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Said run(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var screen = new Screen(printing(out), printing(err), colours);
        var surroundings = new Surroundings(
                screen,
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                name -> Optional.ofNullable(environment.get(name)),
                folder,
                time,
                new SeededRandomness(seed++),
                (configuration, again) -> {
                    served.add(configuration);
                    return ending;
                });
        int exit = new Commands(surroundings).run(words);
        return new Said(exit, clean(out), clean(err));
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String clean(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).replace(folder + "/", "");
    }
}
