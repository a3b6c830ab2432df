package dev.longstop.cli;

import dev.longstop.platform.Platform;
import dev.longstop.platform.Platforms;
import dev.longstop.reconcile.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code platforms}: the data that say how services are spoken to, and whether they hold against what was recorded. */
final class PlatformForms implements Command {

    private static final String PLATFORM = "--platform";
    private static final long FILE_BYTES_MAX = 8L * 1024 * 1024;

    private final Surroundings surroundings;

    PlatformForms(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.examples(
                Options.command(this, "platforms", "Lists the platforms that come with the program."),
                "longstop platforms",
                "longstop platforms show anthropic-sessions",
                "longstop platforms test",
                "longstop platforms test recorded.json --platform platforms/mine.json");
        spec.addOption(Options.json());
        spec.addSubcommand("list", Options.command(this, "list", "Lists them.").addOption(Options.json()));
        var show = new Local(this::show);
        spec.addSubcommand(
                "show",
                Options.command(show, "show", "Prints the data of one, as a file of your own may have it.")
                        .addPositional(Options.word("NAME", "1", "Its name.")));
        var test = new Local(this::test);
        spec.addSubcommand(
                "test",
                Options.command(
                                test,
                                "test",
                                "Plays recorded samples and scenarios through the engine that serves; without files,"
                                        + " those that come with the program.")
                        .addPositional(PositionalParamSpec.builder()
                                .type(List.class)
                                .auxiliaryTypes(String.class)
                                .paramLabel("FILE")
                                .arity("0..*")
                                .index("0..*")
                                .description("Recordings; each says of which platform it is.")
                                .build())
                        .addOption(Options.valued(
                                "FILE", "Tries these data instead of those that the recording is of.", PLATFORM)));
        return spec;
    }

    /** A word of the command line that needs no program to speak to. */
    private record Local(java.util.function.ToIntFunction<ParseResult> action) implements Command {
        @Override
        public CommandSpec spec() {
            throw new IllegalStateException("described where it is added");
        }

        @Override
        public int run(ParseResult given) {
            return action.applyAsInt(given);
        }
    }

    @Override
    public int run(ParseResult given) {
        var names = Platforms.names();
        if (Options.has(given, Options.JSON)) {
            var json = JsonMapper.shared().createObjectNode();
            var list = json.putArray("platforms");
            names.forEach(list::add);
            surroundings.screen().json(json);
        } else {
            names.forEach(surroundings.screen()::line);
        }
        return Exit.OK;
    }

    private int show(ParseResult given) {
        var name = Options.word(given).orElse("");
        if (Platforms.builtIn(name) instanceof Platforms.Wrong wrong) {
            return surroundings.screen().failed(String.join("; ", wrong.problems()));
        }
        surroundings.screen().json(Platforms.recording(name).path("platform"));
        return Exit.OK;
    }

    /** A recording on its way: what was recorded, and the data to try. */
    private record Recording(String name, JsonNode file, Platform platform) {}

    private int test(ParseResult given) {
        var files = given.<List<String>>matchedPositionalValue(0, List.of());
        var recordings = new ArrayList<Recording>();
        var problems = new ArrayList<String>();
        if (files.isEmpty()) {
            for (var name : Platforms.names()) {
                var file = Platforms.recording(name);
                if (file.path("fixture").asString("").equals(name)) {
                    add(recordings, problems, name, file, given);
                }
            }
        }
        files.forEach(name -> read(name, problems).ifPresent(file -> add(recordings, problems, name, file, given)));
        if (!problems.isEmpty()) {
            return surroundings.screen().failed(String.join("; ", problems));
        }
        return played(recordings);
    }

    private int played(List<Recording> recordings) {
        int passed = 0;
        int failed = 0;
        for (var recording : recordings) {
            for (var result : Scenarios.run(recording.platform, recording.file)) {
                if (result.passed()) {
                    passed++;
                } else {
                    failed++;
                    surroundings
                            .screen()
                            .line(recording.name + "  " + result.name() + ": " + String.join("; ", result.problems()));
                }
            }
        }
        surroundings.screen().line(passed + " passed, " + failed + " failed");
        return failed == 0 && passed > 0 ? Exit.OK : Exit.FAILED;
    }

    private void add(List<Recording> recordings, List<String> problems, String name, JsonNode file, ParseResult given) {
        var own = Options.value(given, PLATFORM);
        var reading = own.isPresent() ? read(own.get(), problems).map(Platforms::read) : Optional.of(data(file));
        if (reading.isEmpty()) {
            return;
        }
        if (reading.get() instanceof Platforms.Sound sound) {
            recordings.add(new Recording(name, file, sound.platform()));
        } else {
            ((Platforms.Wrong) reading.get()).problems().forEach(problem -> problems.add(name + ": " + problem));
        }
    }

    /** The built-in data that a recording is of, or else those that it brings along. */
    private static Platforms.Reading data(JsonNode file) {
        var names = Platforms.names();
        for (var key : List.of(file.path("fixture"), file.path("platform").path("id"))) {
            if (names.contains(key.asString(""))) {
                return Platforms.builtIn(key.asString(""));
            }
        }
        return Platforms.read(file);
    }

    private Optional<JsonNode> read(String name, List<String> problems) {
        Path file = surroundings.folder().resolve(name);
        try {
            if (Files.size(file) > FILE_BYTES_MAX) {
                problems.add(name + " is larger than 8 MiB");
                return Optional.empty();
            }
            return Optional.of(JsonMapper.shared().readTree(Files.readAllBytes(file)));
        } catch (IOException e) {
            problems.add(name + " cannot be read");
        } catch (JacksonException e) {
            problems.add(name + " is not JSON");
        }
        return Optional.empty();
    }
}
