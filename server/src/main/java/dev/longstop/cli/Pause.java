package dev.longstop.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

/** {@code pause} and {@code resume}: whether runs are claimed, of an agent or at all. */
final class Pause implements Command {

    private static final String ALL = "--all";

    private final Surroundings surroundings;
    private final boolean pauses;

    Pause(Surroundings surroundings, boolean pauses) {
        this.surroundings = surroundings;
        this.pauses = pauses;
    }

    private String word() {
        return pauses ? "pause" : "resume";
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(
                this,
                word(),
                pauses
                        ? "Starts no more runs of an agent, or of any, until `resume`: on all nodes, over restarts."
                                + " What is in progress goes on; deliveries and completions are still taken, and"
                                + " effects of what is over still happen. `hurry` lets one run through."
                        : "Takes a pause back. An agent that was paused by its name stays so under --all.");
        spec.addPositional(Options.word("AGENT", "0..1", "An agent of the configuration."))
                .addOption(Options.flag(ALL, "Everything."));
        return Options.examples(
                Options.addAdmin(spec), "longstop " + word() + " triage", "longstop " + word() + " --all");
    }

    @Override
    public int run(ParseResult given) {
        var screen = surroundings.screen();
        var agent = Options.word(given);
        boolean all = Options.has(given, ALL);
        if (agent.isPresent() == all) {
            screen.failed("name one agent, or give --all");
            return Exit.USAGE;
        }
        var found = Admin.find(given, Options.URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            return screen.failed(nowhere.message());
        }
        var order = JsonMapper.shared().createObjectNode();
        agent.ifPresentOrElse(name -> order.put("agent", name), () -> order.put("all", true));
        var reply = ((Admin.At) found).admin().post("/api/" + word(), order);
        if (!(reply instanceof Admin.Got got)) {
            return screen.failed(
                    reply instanceof Admin.Failed failed ? failed.message() : "this program knows no such order");
        }
        if (Options.has(given, Options.JSON)) {
            screen.json(got.json());
            return Exit.OK;
        }
        var paused = got.json()
                .path("paused")
                .valueStream()
                .map(one -> one.asString("").equals("*") ? "everything" : one.asString(""))
                .toList();
        screen.line(paused.isEmpty() ? "nothing is paused" : "paused: " + Screen.safe(String.join(", ", paused)));
        return Exit.OK;
    }
}
