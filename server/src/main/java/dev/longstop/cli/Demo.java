package dev.longstop.cli;

import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code demo}: the story in a minute, with the real program. */
final class Demo implements Command {

    private static final String KEEP = "--keep";

    private final Surroundings surroundings;

    Demo(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        return Options.examples(
                Options.command(
                                this,
                                "demo",
                                "Tells the story in a minute: a delivery is accepted, repeated and forged;"
                                        + " then the serving process is killed in mid-run and started again.",
                                "",
                                "It is the real program with a store of its own in a temporary folder; nothing is"
                                        + " installed or configured. Exit code 0 only if every step held.")
                        .addOption(Options.flag(KEEP, "Goes on serving afterwards, and says what to try.")),
                "longstop demo",
                "longstop demo --keep");
    }

    @Override
    public int run(ParseResult given) {
        var screen = surroundings.screen();
        long began = surroundings.time().nanos();
        try (var place = DemoPlace.make(surroundings);
                var story = new DemoStory(surroundings, place)) {
            screen.line(screen.styled(Screen.Style.BOLD, "Longstop demo")
                    + ": the real program, a SQLite store of its own," + " two shell commands as agents");
            screen.line(screen.styled(Screen.Style.DIM, place.folder().toString()));
            boolean held = story.tell();
            double seconds = (surroundings.time().nanos() - began) / 1e9;
            screen.line("");
            if (!held) {
                screen.line(story.log());
                return screen.failed("the demo did not hold; above is what the program said");
            }
            screen.line(screen.styled(Screen.Style.GOOD, "Every step held")
                    + String.format(Locale.ROOT, ", in %.0f seconds.", seconds));
            return Options.has(given, KEEP) ? keep(screen, place, story) : Exit.OK;
        }
    }

    private int keep(Screen screen, DemoPlace place, DemoStory story) {
        var config = place.folder().resolve(Configured.FILE);
        var program = story.program();
        var where = " --config " + shown(config);
        screen.line("");
        screen.line("It goes on serving until you press Ctrl-C. Try, in another terminal:");
        screen.line("  ./longstop send github" + where + " --url " + program.publicUrl() + " --admin-url "
                + program.adminUrl());
        screen.line("  ./longstop events" + where + " --url " + program.adminUrl());
        screen.line("  ./longstop runs" + where + " --url " + program.adminUrl());
        int exit = program.awaitEnd();
        return exit == 0 ? Exit.OK : screen.failed("the program ended with exit code " + exit);
    }

    private static String shown(Path path) {
        return path.toString().contains(" ") ? "'" + path + "'" : path.toString();
    }
}
