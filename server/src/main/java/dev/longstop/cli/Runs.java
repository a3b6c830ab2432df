package dev.longstop.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code runs}: what agents owe to events, and how it went. */
final class Runs implements Command {

    private final Surroundings surroundings;

    Runs(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.examples(
                listOptions(Options.command(
                        this, "runs", "Lists runs, the newest first; `show` says everything about one.")),
                "longstop runs",
                "longstop runs list --state dead --agent triage",
                "longstop runs show 42");
        spec.addSubcommand("list", listOptions(Options.command(this, "list", "Lists runs, the newest first.")));
        spec.addSubcommand("show", new ShowRun(surroundings).spec());
        return spec;
    }

    private static CommandSpec listOptions(CommandSpec spec) {
        spec.addOption(Options.valued("NAME", "Only of this agent.", "--agent"))
                .addOption(
                        Options.valued("STATE", "Only in this state, such as pending, running, done, dead.", "--state"))
                .addOption(Options.valued("ID", "Only those before this number.", "--before"))
                .addOption(Options.valued("N", "At most so many; 20 if not given.", "--limit"));
        return Options.addAdmin(spec);
    }

    @Override
    public int run(ParseResult given) {
        return new Listing(surroundings, given)
                .list(
                        "runs",
                        List.of("agent", "state", "before", "limit"),
                        new Columns().row("RUN", "AGE", "AGENT", "STATE", "TRIES", "EVENT", "OUTCOME"),
                        (columns, run, now) -> columns.row(
                                Listing.text(run, "id"),
                                Ages.age(run.path("created_at"), now),
                                Listing.text(run, "agent"),
                                state(run, now),
                                Listing.text(run, "attempts"),
                                Listing.text(run, "event"),
                                run.path("outcome").asString("")));
    }

    /** The state, with when it is due where it waits. */
    static String state(JsonNode run, long nowMs) {
        var state = Listing.text(run, "state");
        var due = Ages.age(run.path("due_at"), nowMs);
        return state.equals("pending") && due.startsWith("in ") ? state + " (" + due + ")" : state;
    }
}
