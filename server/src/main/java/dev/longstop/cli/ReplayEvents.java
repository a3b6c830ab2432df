package dev.longstop.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code replay}: events are worked through again, by range; first a plan, then exactly that. */
final class ReplayEvents implements Command {

    private static final String AGAIN = "--again";
    private static final String PLAN = "--plan";
    private static final String YES = "--yes";
    private static final String PATH = "/api/replay";

    /** Options that go into the order under the same name. */
    private static final List<String> CHOICE = List.of("source", "type", "agent", "state", "since", "until", "after");

    private final Surroundings surroundings;

    ReplayEvents(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(
                this,
                "replay",
                "Works through events again that are in the inbox: gives them the runs that the present rules owe them"
                        + " and that they lack, and has those tried again that are dead or expired. With --again, work"
                        + " that is over is done once more, in a new round under a new idempotency key.",
                "",
                "Says what would happen, and begins nothing; with --yes it does that, and nothing else. Done twice, a"
                        + " plan starts nothing twice.");
        spec.addPositional(
                        Options.words("EVENT", "0..*", "Single events: their numbers, or SOURCE/EVENT_ID.").toBuilder()
                                .required(false)
                                .build())
                .addOption(Options.flag(AGAIN, "Does work that is over once more."))
                .addOption(Options.valued("NAME", "Only events of this source.", "--source"))
                .addOption(Options.valued("TYPE", "Only of this type, such as issues or issues.opened.", "--type"))
                .addOption(Options.valued("NAME", "Only what this agent owes.", "--agent"))
                .addOption(Options.valued(
                        "STATE", "Only what is in this state, such as dead, expired, ignored.", "--state"))
                .addOption(Options.valued(
                        "TIME", "Only what came then or later: 2h ago, 2026-12-31, or an instant.", "--since"))
                .addOption(Options.valued("TIME", "Only what came before.", "--until"))
                .addOption(Options.valued("SEQ", "Only events after this one: where a plan ended.", "--after"))
                .addOption(Options.valued("PLAN", "Carries out a plan that was shown before.", PLAN))
                .addOption(Options.flag(YES, "Does it."));
        return Options.examples(
                Options.addAdmin(spec),
                "longstop replay --source github --since 2h",
                "longstop replay --state dead --agent triage --yes",
                "longstop replay github/72d3162e-cc78-11e3-81ab-4c9367dc0958 --again",
                "longstop replay --plan 3f9c1a70b2d4e586 --yes");
    }

    @Override
    public int run(ParseResult given) {
        var screen = surroundings.screen();
        var wrong = wrong(given);
        if (wrong.isPresent()) {
            screen.failed(wrong.get());
            return Exit.USAGE;
        }
        var found = Admin.find(given, Options.URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            return screen.failed(nowhere.message());
        }
        var admin = ((Admin.At) found).admin();
        var named = Options.value(given, PLAN);
        if (named.isPresent()) {
            return carryOut(given, admin, named.get(), JsonMapper.shared().createObjectNode());
        }
        var reply = admin.post(PATH, order(given));
        if (!(reply instanceof Admin.Got plan)) {
            return failed(reply);
        }
        var fingerprint = plan.json().path("plan").asString("");
        boolean yes = Options.has(given, YES) && !fingerprint.isEmpty();
        if (!Options.has(given, Options.JSON)) {
            show(plan.json(), yes);
        } else if (!yes) {
            screen.json(plan.json());
        }
        return yes ? carryOut(given, admin, fingerprint, plan.json()) : Exit.OK;
    }

    private static List<String> events(ParseResult given) {
        return given.matchedPositionalValue(0, List.<String>of());
    }

    private static Optional<String> wrong(ParseResult given) {
        boolean chosen = !events(given).isEmpty()
                || Options.has(given, AGAIN)
                || CHOICE.stream().anyMatch(name -> Options.has(given, "--" + name));
        boolean planned = Options.has(given, PLAN);
        if (planned && chosen) {
            return Optional.of("a plan says which events; give " + PLAN + " alone, with " + YES);
        }
        if (planned && !Options.has(given, YES)) {
            return Optional.of("give " + YES + " to have the plan carried out");
        }
        return planned || chosen
                ? Optional.empty()
                : Optional.of("say which events: their names, or --since, --source, --type, --agent or --state");
    }

    private static ObjectNode order(ParseResult given) {
        var order = JsonMapper.shared().createObjectNode().put("plan", true);
        if (Options.has(given, AGAIN)) {
            order.put("again", true);
        }
        CHOICE.forEach(name -> Options.value(given, "--" + name).ifPresent(value -> order.put(name, value)));
        var events = events(given);
        if (!events.isEmpty()) {
            var list = order.putArray("events");
            events.forEach(list::add);
        }
        return order;
    }

    private int failed(Admin.Reply reply) {
        return surroundings
                .screen()
                .failed(reply instanceof Admin.Failed failed ? failed.message() : "this program knows no such order");
    }

    private void show(JsonNode plan, boolean yes) {
        var screen = surroundings.screen();
        long runs = plan.path("runs").asLong(0);
        var what = Configured.counted(runs, "run") + " for "
                + Configured.counted(plan.path("events").asLong(0), "event") + " looked at";
        screen.line(runs == 0 ? "nothing would begin: " + what : (yes ? "planned: " : "would begin or go on: ") + what);
        if (runs > 0) {
            var columns = new Columns().row("AGENT", "BEGIN", "GO ON", "");
            plan.path("agents")
                    .forEach(agent -> columns.row(
                            Listing.text(agent, "agent"),
                            Listing.text(agent, "begins"),
                            Listing.text(agent, "goes_on"),
                            notes(agent)));
            columns.lines().forEach(screen::line);
        }
        leftAlone(plan);
        if (runs > 0 && !yes) {
            var fingerprint = Screen.safe(plan.path("plan").asString(""));
            screen.line("nothing has begun; within a day this very plan is carried out by");
            screen.line("  longstop replay --plan " + fingerprint + " --yes");
        }
        if (!yes) {
            next(plan);
        }
    }

    /** What governs an agent's runs. */
    private static String notes(JsonNode agent) {
        var notes = new ArrayList<String>();
        if (agent.path("paused").asBoolean(false)) {
            notes.add("paused: waits for `longstop resume`");
        }
        long suspected = agent.path("suspected_replay").asLong(0);
        if (suspected > 0) {
            notes.add(suspected + " held as suspected replay");
        }
        agent.path("limits").forEach(limit -> notes.add("what exceeds " + limit.asString("") + " is held"));
        var busy = agent.path("busy").asString("queue");
        if (!busy.equals("queue")) {
            notes.add(busy.equals("skip") ? "skipped where its lane is busy" : "takes the place of older work");
        }
        return String.join("; ", notes);
    }

    private void leftAlone(JsonNode answer) {
        answer.path("skipped")
                .forEach(one -> surroundings
                        .screen()
                        .line("left alone: " + Listing.text(one, "count") + ", "
                                + Screen.safe(one.path("text").asString(""))));
    }

    private void next(JsonNode plan) {
        if (plan.path("next").isNumber()) {
            surroundings
                    .screen()
                    .line("there are more events than one plan takes: the rest with --after "
                            + plan.path("next").asLong(0));
        }
    }

    private int carryOut(ParseResult given, Admin admin, String fingerprint, JsonNode plan) {
        var screen = surroundings.screen();
        var reply = admin.post(PATH, JsonMapper.shared().createObjectNode().put("plan", fingerprint));
        if (!(reply instanceof Admin.Got got)) {
            int exit = failed(reply);
            screen.remark("whether a part of it has begun is not known; the same plan again does the rest, and nothing"
                    + " twice: longstop replay --plan " + Screen.safe(fingerprint) + " --yes");
            return exit;
        }
        var done = got.json();
        if (Options.has(given, Options.JSON)) {
            if (done instanceof ObjectNode object && plan.has("next")) {
                object.set("next", plan.path("next"));
            }
            screen.json(done);
            return Exit.OK;
        }
        var counts = new ArrayList<String>();
        counts.add(Configured.counted(done.path("begun").asLong(0), "run") + " begun");
        count(counts, done, "goes_on", "going on");
        count(counts, done, "held", "held: `longstop release` lets them go on");
        count(counts, done, "superseded", "skipped, since their lanes are busy");
        screen.line(String.join(", ", counts));
        leftAlone(done);
        next(plan);
        return Exit.OK;
    }

    private static void count(List<String> counts, JsonNode done, String name, String text) {
        long count = done.path(name).asLong(0);
        if (count > 0) {
            counts.add(count + " " + text);
        }
    }
}
