package dev.longstop.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

/** {@code requeue}, {@code cancel}, {@code release}, {@code hurry}: what a person decides about runs. */
final class Decide implements Command {

    private static final String ALL = "--all";
    private static final String AGENT = "--agent";

    private final Surroundings surroundings;
    private final String word;
    private final String help;
    private final Optional<String> all;

    /**
     * An order for runs.
     *
     * @param word the act
     * @param help what it does
     * @param all the state whose runs may be ordered all at once, where that is sensible
     */
    Decide(Surroundings surroundings, String word, String help, Optional<String> all) {
        this.surroundings = surroundings;
        this.word = word;
        this.help = help;
        this.all = all;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(this, word, help, "", "Exit code 0 if that was done with every one of them.")
                .addPositional(Options.words("RUN", all.isPresent() ? "0..*" : "1..*", "Their numbers."));
        all.ifPresent(state -> spec.addOption(Options.flag(ALL, "All that are " + state + ", instead of numbers."))
                .addOption(Options.valued("AGENT", "With --all: only those of this agent.", AGENT)));
        return Options.examples(
                Options.addAdmin(spec),
                Stream.concat(
                                Stream.of("longstop " + word + " 42", "longstop " + word + " 42 43"),
                                all.map(state -> "longstop " + word + " --all --agent triage").stream())
                        .toArray(String[]::new));
    }

    @Override
    public int run(ParseResult given) {
        var screen = surroundings.screen();
        var named = given.matchedPositionalValue(0, List.<String>of());
        boolean everyone = all.isPresent() && Options.has(given, ALL);
        var agent = all.flatMap(state -> Options.value(given, AGENT));
        if (everyone == !named.isEmpty() || (agent.isPresent() && !everyone)) {
            screen.failed(
                    all.isPresent() ? "name runs by their numbers, or give --all [--agent AGENT]" : "name some runs");
            return Exit.USAGE;
        }
        var found = Admin.find(given, Options.URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            return screen.failed(nowhere.message());
        }
        var admin = ((Admin.At) found).admin();
        boolean json = Options.has(given, Options.JSON);
        return everyone ? ofAll(admin, agent, json) : of(admin, named, json);
    }

    /** Goes through the list page by page; what comes meanwhile is for another time. */
    private int ofAll(Admin admin, Optional<String> agent, boolean json) {
        var runs = new ArrayList<String>();
        var query = new LinkedHashMap<String, String>();
        query.put("state", all.orElseThrow());
        agent.ifPresent(name -> query.put("agent", name));
        query.put("limit", "200");
        for (var more = true; more; ) {
            var reply = admin.get("/api/runs", query);
            if (!(reply instanceof Admin.Got page)) {
                return surroundings
                        .screen()
                        .failed(
                                reply instanceof Admin.Failed failed
                                        ? failed.message()
                                        : "this program knows no such list");
            }
            page.json().path("runs").forEach(run -> runs.add(Listing.text(run, "id")));
            var before = Listing.before(page.json());
            before.ifPresent(id -> query.put("before", id));
            more = before.isPresent();
        }
        if (runs.isEmpty() && !json) {
            surroundings.screen().line("no run is " + all.orElseThrow());
        }
        return of(admin, runs, json);
    }

    private int of(Admin admin, List<String> runs, boolean json) {
        var screen = surroundings.screen();
        int exit = Exit.OK;
        for (var run : runs) {
            var reply = run.matches("[0-9]{1,18}")
                    ? admin.post(
                            "/api/runs/" + run + "/" + word, JsonMapper.shared().createObjectNode())
                    : new Admin.Missing();
            if (reply instanceof Admin.Got got && json) {
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
