package dev.longstop.cli;

import dev.longstop.config.Problem;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code reload}: has the serving program read its configuration again, all of it or nothing. */
final class ReloadConfiguration implements Command {

    private static final String PATH = "/api/reload";

    private final Surroundings surroundings;

    ReloadConfiguration(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(
                this,
                "reload",
                "Has the serving program read its configuration again and says what changed: sources with their"
                        + " secrets, contracts and rules at once, anything else at the next start. With any error"
                        + " in it nothing changes, and every problem is said.",
                "",
                "Changed files are read again by themselves within seconds; this waits for it and tells what came of"
                        + " it. Exit code 0 if the configuration was taken over, 1 if not.");
        return Options.examples(Options.addAdmin(spec), "longstop reload", "longstop check && longstop reload");
    }

    @Override
    public int run(ParseResult given) {
        var screen = surroundings.screen();
        var found = Admin.find(given, Options.URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            return screen.failed(nowhere.message());
        }
        boolean forPrograms = Options.has(given, Options.JSON);
        var reply = ((Admin.At) found).admin().post(PATH, JsonMapper.shared().createObjectNode());
        if (reply instanceof Admin.Got got) {
            if (forPrograms) {
                screen.json(got.json());
            } else {
                problems(got.json());
                changes(got.json());
            }
            return Exit.OK;
        }
        if (reply instanceof Admin.Failed failed) {
            if (forPrograms && failed.problem().has("problems")) {
                screen.json(failed.problem());
            } else {
                problems(failed.problem());
            }
            return screen.failed(failed.message());
        }
        return screen.failed("this program knows no such order");
    }

    private void problems(JsonNode answer) {
        var problems = answer.path("problems")
                .valueStream()
                .map(problem -> new Problem(
                        problem.path("severity").asString("").equals("error")
                                ? Problem.Severity.ERROR
                                : Problem.Severity.WARNING,
                        problem.path("file").asString(""),
                        problem.path("line").asInt(0),
                        problem.path("column").asInt(0),
                        problem.path("key").asString(""),
                        problem.path("message").asString("")))
                .toList();
        Configured.printProblems(surroundings.screen(), problems);
    }

    private void changes(JsonNode answer) {
        var screen = surroundings.screen();
        var now = answer.path("changed");
        var later = answer.path("at_next_start");
        if (now.isEmpty() && later.isEmpty()) {
            screen.line("the configuration was read again; nothing has changed");
            return;
        }
        screen.line("the configuration was read again");
        now.forEach(place -> screen.line("changed: " + Screen.safe(place.asString(""))));
        later.forEach(place -> screen.line("at the next start: " + Screen.safe(place.asString(""))));
    }
}
