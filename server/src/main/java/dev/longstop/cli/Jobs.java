package dev.longstop.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code jobs}: the pieces of work that platforms do, and where they stand. */
final class Jobs implements Command {

    private static final String STATE = "--state";

    private final Surroundings surroundings;

    Jobs(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.examples(
                listOptions(Options.command(
                        this,
                        "jobs",
                        "Lists the jobs of platforms, the newest first; `show` says everything about one.")),
                "longstop jobs",
                "longstop jobs list --platform claude --state waiting",
                "longstop jobs show 42",
                "longstop jobs sla",
                "longstop jobs ask 42",
                "longstop jobs cancel 42",
                "longstop jobs close 42 --state cancelled");
        spec.addSubcommand("list", listOptions(Options.command(this, "list", "Lists jobs, the newest first.")));
        spec.addSubcommand("show", one("show", "Says everything about one job.", this::show));
        spec.addSubcommand(
                "sla",
                new Verb(
                                "sla",
                                "Says week by week how many jobs were not known to be over within their time.",
                                Optional.empty(),
                                this::sla)
                        .spec());
        spec.addSubcommand("ask", one("ask", "Asks the platform for a job now.", given -> act(given, "ask", object())));
        spec.addSubcommand(
                "cancel",
                one(
                        "cancel",
                        "Asks the platform to end a job; what becomes of it is what the platform says then.",
                        given -> act(given, "cancel", object())));
        spec.addSubcommand(
                "close",
                one("close", "Ends a job here by what you know of it; nothing is said to the platform.", this::close)
                        .addOption(Options.valued(
                                "OUTCOME", "succeeded, failed, cancelled (if not given) or expired.", STATE)));
        return spec;
    }

    private static CommandSpec listOptions(CommandSpec spec) {
        spec.addOption(Options.valued("NAME", "Only of this platform.", "--platform"))
                .addOption(Options.valued(
                        "STATE", "Only in this state, such as running, waiting, lost, succeeded.", STATE))
                .addOption(Options.valued("ID", "Only those before this number.", "--before"))
                .addOption(Options.valued("N", "At most so many; 20 if not given.", "--limit"));
        return Options.addAdmin(spec);
    }

    private static CommandSpec one(String name, String description, ToIntFunction<ParseResult> action) {
        return new Verb(name, description, Optional.of(Options.word("JOB", "1", "Its number.")), action).spec();
    }

    @Override
    public int run(ParseResult given) {
        return new Listing(surroundings, given)
                .list(
                        "jobs",
                        List.of("platform", "state", "before", "limit"),
                        new Columns().row("JOB", "AGE", "PLATFORM", "ID", "STATE", "BY", "ASKS", "NEXT"),
                        (columns, job, now) -> columns.row(
                                Listing.text(job, "id"),
                                Ages.age(job.path("started_at"), now),
                                Listing.text(job, "platform"),
                                named(job),
                                job.path("superseded").asBoolean(false) ? "superseded" : Listing.text(job, "state"),
                                Listing.text(job, "decided_by"),
                                Listing.text(job, "asks"),
                                job.path("next_ask_at").isNull() ? "" : Ages.age(job.path("next_ask_at"), now)));
    }

    /** The platform's id, with the generation where there is more than one. */
    private static String named(JsonNode job) {
        int generation = job.path("generation").asInt(1);
        return Listing.text(job, "job_id") + (generation > 1 ? " #" + generation : "");
    }

    private int show(ParseResult given) {
        var word = Options.word(given).orElse("");
        return new Listing(surroundings, given)
                .show(admin -> number(word) ? admin.get("/api/jobs/" + word, Map.of()) : new Admin.Missing());
    }

    private int sla(ParseResult given) {
        return new Listing(surroundings, given).table(admin -> admin.get("/api/sla", Map.of()), answer -> {
            var columns = new Columns().row("WEEK", "LATE", "PLATFORMS");
            for (var week : answer.path("weeks")) {
                var late = new ArrayList<String>();
                long all = 0;
                for (var platform : week.path("breaches").properties()) {
                    late.add(platform.getKey() + " " + platform.getValue().asLong());
                    all += platform.getValue().asLong();
                }
                columns.row(Listing.text(week, "week"), String.valueOf(all), String.join(", ", late));
            }
            return columns;
        });
    }

    private int close(ParseResult given) {
        return act(
                given,
                "close",
                object().put("state", Options.value(given, STATE).orElse("cancelled")));
    }

    private int act(ParseResult given, String verb, ObjectNode body) {
        var word = Options.word(given).orElse("");
        return new Listing(surroundings, given)
                .act(
                        admin ->
                                number(word) ? admin.post("/api/jobs/" + word + "/" + verb, body) : new Admin.Missing(),
                        Jobs::line);
    }

    /** What became of a job, in one line. */
    static String line(JsonNode answer) {
        var job = answer.path("job");
        return "job " + Listing.text(job, "id") + "  " + Listing.text(job, "key") + "  " + Listing.text(job, "state");
    }

    static boolean number(String word) {
        return word.matches("[0-9]{1,18}");
    }

    private static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }
}
