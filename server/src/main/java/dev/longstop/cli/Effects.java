package dev.longstop.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

/** {@code effects}: what must happen once after runs and jobs, and whether it did. */
final class Effects implements Command {

    private final Surroundings surroundings;

    Effects(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.examples(
                listOptions(Options.command(
                        this, "effects", "Lists effects, the newest first; `show` says everything about one.")),
                "longstop effects",
                "longstop effects list --state dead",
                "longstop effects show 7",
                "longstop effects retry 7",
                "longstop effects done 7");
        spec.addSubcommand("list", listOptions(Options.command(this, "list", "Lists effects, the newest first.")));
        spec.addSubcommand("show", one("show", "Says everything about one effect, its request too.", this::show));
        spec.addSubcommand(
                "retry",
                one(
                        "retry",
                        "Tries a dead or uncertain effect again, with the same key and the same bytes.",
                        given -> act(given, "retry")));
        spec.addSubcommand(
                "done",
                one("done", "Says that an effect happened; it is not tried again.", given -> act(given, "done")));
        return spec;
    }

    private static CommandSpec listOptions(CommandSpec spec) {
        spec.addOption(Options.valued("NAME", "Only of this name.", "--name"))
                .addOption(Options.valued(
                        "STATE", "Only in this state, such as pending, done, dead, uncertain.", "--state"))
                .addOption(Options.valued("ID", "Only those before this number.", "--before"))
                .addOption(Options.valued("N", "At most so many; 20 if not given.", "--limit"));
        return Options.addAdmin(spec);
    }

    private static CommandSpec one(String name, String description, ToIntFunction<ParseResult> action) {
        return new Verb(name, description, Optional.of(Options.word("EFFECT", "1", "Its number.")), action).spec();
    }

    @Override
    public int run(ParseResult given) {
        return new Listing(surroundings, given)
                .list(
                        "effects",
                        List.of("name", "state", "before", "limit"),
                        new Columns().row("EFFECT", "AGE", "NAME", "AFTER", "STATE", "TRIES", "OUTCOME"),
                        (columns, effect, now) -> columns.row(
                                Listing.text(effect, "id"),
                                Ages.age(effect.path("created_at"), now),
                                Listing.text(effect, "name"),
                                effect.path("run").isNull()
                                        ? "job " + Listing.text(effect, "job")
                                        : "run " + Listing.text(effect, "run"),
                                Runs.state(effect, now),
                                Listing.text(effect, "attempts"),
                                effect.path("outcome").asString("")));
    }

    private int show(ParseResult given) {
        var word = Options.word(given).orElse("");
        return new Listing(surroundings, given)
                .show(admin -> Jobs.number(word) ? admin.get("/api/effects/" + word, Map.of()) : new Admin.Missing());
    }

    private int act(ParseResult given, String verb) {
        var word = Options.word(given).orElse("");
        var nothing = JsonMapper.shared().createObjectNode();
        return new Listing(surroundings, given)
                .act(
                        admin -> Jobs.number(word)
                                ? admin.post("/api/effects/" + word + "/" + verb, nothing)
                                : new Admin.Missing(),
                        effect -> "effect " + Listing.text(effect, "id") + "  " + Listing.text(effect, "name") + "  "
                                + Listing.text(effect, "state"));
    }
}
