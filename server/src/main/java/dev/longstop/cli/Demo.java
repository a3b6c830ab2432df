package dev.longstop.cli;

import dev.longstop.loop.LastAct;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code demo}: the story in a minute, with the real program. */
final class Demo implements Command {

    private static final String KEEP = "--keep";
    private static final long STOP_MS = 15_000;

    private final Surroundings surroundings;
    private volatile boolean told;

    Demo(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        return Options.examples(
                Options.command(
                                this,
                                "demo",
                                "Tells the story in a minute: a delivery is accepted, repeated and forged; the"
                                        + " serving process is killed in mid-run and started again; a job's webhook is"
                                        + " dropped and the job found all the same; an effect happens once.",
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
        var page = new DemoPage(screen);
        long began = surroundings.time().nanos();
        try (var place = DemoPlace.make(surroundings);
                var story = new DemoStory(surroundings, page, place);
                var interrupted = LastAct.of(() -> end(page, place, story))) {
            Objects.requireNonNull(interrupted);
            page.bold("Longstop demo: what was asked, what was answered, what that proves");
            page.fact("the program", "this very one, as a process of its own");
            page.fact("its store", "SQLite, in " + place.folder());
            page.fact("its agents", "two shell scripts, and jobs on a platform");
            page.fact("played", "the platform, and the target of an effect");
            boolean held = story.tell();
            double seconds = (surroundings.time().nanos() - began) / 1e9;
            page.line("");
            if (!held) {
                page.line(story.log());
                return screen.failed("the demo did not hold; above is what the program said");
            }
            page.line(screen.styled(Screen.Style.GOOD, "Every step held")
                    + String.format(Locale.ROOT, ", in %.0f seconds.", seconds));
            told = true;
            return Options.has(given, KEEP) ? keep(page, place, story) : Exit.OK;
        }
    }

    /** Ctrl-C, or another wish that the process end: on the signal's thread. */
    private int end(DemoPage page, DemoPlace place, DemoStory story) {
        page.silence();
        if (told) {
            story.program().stop(STOP_MS);
        }
        story.close();
        place.close();
        surroundings.screen().line("");
        surroundings.screen().line("Ended; nothing is left of it.");
        return told ? Exit.OK : Exit.INTERRUPTED;
    }

    private int keep(DemoPage page, DemoPlace place, DemoStory story) {
        var program = story.program();
        var us = ourselves();
        var config = "--config " + shown(place.folder().resolve(Configured.FILE));
        var admin = "--url " + program.adminUrl();
        page.line("");
        page.bold("It goes on serving until you press Ctrl-C. In another terminal:");
        tip(
                page,
                "send an event as GitHub would, and follow its run",
                us + " send github " + config,
                "--url " + program.publicUrl() + " --admin-url " + program.adminUrl());
        tip(page, "what came in", us + " events " + config, admin);
        tip(page, "what became of it", us + " runs " + config, admin);
        tip(page, "the job, and what was seen of it", us + " jobs show 1 " + config, admin);
        tip(page, "the effect, and what its target answered", us + " effects show 1 " + config, admin);
        tip(
                page,
                "the same from anywhere: the token is in a file",
                "curl -H \"Authorization: Bearer $(cat " + shown(place.tokenFile()) + ")\"",
                program.adminUrl() + "/api/runs");
        page.line("");
        int exit = program.awaitEnd();
        return exit == 0 ? Exit.OK : surroundings.screen().failed("the program ended with exit code " + exit);
    }

    /** A command in two lines, as a terminal shows and a shell takes it. */
    private static void tip(DemoPage page, String what, String command, String rest) {
        page.line("");
        page.line("  # " + what);
        page.line("  " + command + " \\");
        page.line("      " + rest);
    }

    /** How this program is called: by the script that built it, or as a jar. */
    private static String ourselves() {
        var jar = DemoPlace.jar();
        return jar.endsWith(Path.of("target", "program", "launch", "longstop.jar"))
                ? "./longstop"
                : "java -jar " + shown(jar);
    }

    private static String shown(Path path) {
        return path.toString().contains(" ") ? "'" + path + "'" : path.toString();
    }
}
