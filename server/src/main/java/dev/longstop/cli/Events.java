package dev.longstop.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** {@code events}: what came in and what became of it. */
final class Events implements Command {

    private final Surroundings surroundings;

    Events(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.examples(
                listOptions(Options.command(
                        this, "events", "Lists events, the newest first; `show` says everything about one.")),
                "longstop events",
                "longstop events list --state dead --source github",
                "longstop events show 17",
                "longstop events show github/72d3162e-cc78-11e3-81ab-4c9367dc0958 --json");
        spec.addSubcommand("list", listOptions(Options.command(this, "list", "Lists events, the newest first.")));
        spec.addSubcommand("show", new ShowEvent(surroundings).spec());
        return spec;
    }

    private static CommandSpec listOptions(CommandSpec spec) {
        spec.addOption(Options.valued("NAME", "Only of this source.", "--source"))
                .addOption(Options.valued("TYPE", "Only of this type, such as issues.", "--type"))
                .addOption(Options.valued("STATE", "Only in this state, such as done, dead, ignored.", "--state"))
                .addOption(Options.valued("TEXT", "Only with this in their id or subject.", "--q"))
                .addOption(Options.valued("SEQ", "Only those before this number.", "--before"))
                .addOption(Options.valued("N", "At most so many; 20 if not given.", "--limit"));
        return Options.addAdmin(spec);
    }

    @Override
    public int run(ParseResult given) {
        return new Listing(surroundings, given)
                .list(
                        "events",
                        List.of("source", "type", "state", "q", "before", "limit"),
                        new Columns().row("SEQ", "AGE", "SOURCE", "EVENT", "STATE", "ID"),
                        (columns, event, now) -> columns.row(
                                Listing.text(event, "seq"),
                                Ages.age(event.path("received_at"), now),
                                Listing.text(event, "source"),
                                name(event),
                                state(event),
                                Listing.text(event, "event_id")));
    }

    private static String name(JsonNode event) {
        var type = Listing.text(event, "type");
        var action = event.path("action").asString("");
        return action.isEmpty() ? type : type + "." + action;
    }

    private static String state(JsonNode event) {
        var ignored = event.path("ignored").asString("");
        var state = Listing.text(event, "state");
        return ignored.isEmpty() ? state : state + " (" + ignored + ")";
    }
}
