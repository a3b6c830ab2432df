package dev.longstop.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

/** {@code requeue}, {@code cancel}, {@code release}, {@code hurry}: what a person decides about runs. */
final class Decide implements Command {

    private final Surroundings surroundings;
    private final String word;
    private final String help;

    Decide(Surroundings surroundings, String word, String help) {
        this.surroundings = surroundings;
        this.word = word;
        this.help = help;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(this, word, help, "", "Exit code 0 if that was done with every one of them.")
                .addPositional(Options.words("RUN", "1..*", "Their numbers."));
        return Options.examples(Options.addAdmin(spec), "longstop " + word + " 42", "longstop " + word + " 42 43");
    }

    @Override
    public int run(ParseResult given) {
        var screen = surroundings.screen();
        var found = Admin.find(given, Options.URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            return screen.failed(nowhere.message());
        }
        int exit = Exit.OK;
        for (var run : given.matchedPositionalValue(0, List.<String>of())) {
            var reply = run.matches("[0-9]{1,18}")
                    ? ((Admin.At) found)
                            .admin()
                            .post(
                                    "/api/runs/" + run + "/" + word,
                                    JsonMapper.shared().createObjectNode())
                    : new Admin.Missing();
            if (reply instanceof Admin.Got got && Options.has(given, Options.JSON)) {
                screen.json(got.json());
            } else if (reply instanceof Admin.Got got) {
                var state = Listing.text(got.json(), "state");
                boolean asks = word.equals("cancel") && state.equals("waiting");
                screen.line(
                        "run " + run + " is " + state + (asks ? ": the platform of its job is asked to end it" : ""));
            } else {
                exit = screen.failed(
                        reply instanceof Admin.Failed failed
                                ? "run " + Screen.safe(run) + ": " + failed.message()
                                : "there is no run " + Screen.safe(run) + "; `longstop runs` shows what there is");
            }
        }
        return exit;
    }
}
