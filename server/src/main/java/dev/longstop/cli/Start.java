package dev.longstop.cli;

import dev.longstop.time.Patience;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code start}: a run without a webhook, once for each agent and key. */
final class Start implements Command {

    private static final String KEY = "--key";
    private static final String SET = "--set";
    private static final String WAIT = "--wait";
    private static final String WITHIN = "--within";
    private static final long WITHIN_S = 86_400;
    private static final long LOOK_EVERY_MS = 500;
    private static final Set<String> GOES_ON = Set.of("pending", "running", "waiting");

    private final Surroundings surroundings;

    Start(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(
                this,
                "start",
                "Starts an agent's run without a webhook. Asked again with the same key it starts nothing, and says how"
                        + " the run stands: after a crash, or in a batch that is run twice.",
                "",
                "Exit code 0 if it is started, or was before. With --wait the run decides: 0 if it is done, 1 if it is"
                        + " anything else.");
        spec.addPositional(Options.word("AGENT", "1", "An agent of the configuration."))
                .addOption(Options.valued("KEY", "What it is started for: once for each.", KEY).toBuilder()
                        .required(true)
                        .build())
                .addOption(Options.many("K=V", "A part of the agent's payload; V is JSON, or else text.", SET))
                .addOption(Options.flag(WAIT, "Waits until the run is over, or waits for a person."))
                .addOption(Options.valued("SECONDS", "How long to wait; a day if not given.", WITHIN));
        return Options.examples(
                Options.addAdmin(spec),
                "longstop start triage --key issue-4711 --set issue=4711",
                "longstop start report --key 2026-11-30 --wait");
    }

    @Override
    public int run(ParseResult given) {
        var screen = surroundings.screen();
        var order = JsonMapper.shared()
                .createObjectNode()
                .put("agent", Options.word(given).orElse(""))
                .put("key", Options.value(given, KEY).orElse(""));
        var wrong = set(given, order.putObject("set"));
        var within = Options.value(given, WITHIN).orElse(String.valueOf(WITHIN_S));
        if (!within.matches("[0-9]{1,7}")) {
            wrong = Optional.of(WITHIN + " is a number of seconds");
        }
        if (wrong.isPresent()) {
            screen.failed(wrong.get());
            return Exit.USAGE;
        }
        var found = Admin.find(given, Options.URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            return screen.failed(nowhere.message());
        }
        var admin = ((Admin.At) found).admin();
        var reply = admin.post("/api/runs", order);
        if (!(reply instanceof Admin.Got got)) {
            return screen.failed(
                    reply instanceof Admin.Failed failed ? failed.message() : "this program knows no such order");
        }
        return Options.has(given, WAIT)
                ? follow(admin, order, got.json(), given, TimeUnit.SECONDS.toMillis(Long.parseLong(within)))
                : say(got.json(), given, Exit.OK);
    }

    /** Reads what is set; says what is wrong with it. */
    private static Optional<String> set(ParseResult given, ObjectNode payload) {
        for (var pair : given.matchedOptionValue(SET, List.<String>of())) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                return Optional.of(SET + " is a name and a value, such as issue=4711");
            }
            payload.set(pair.substring(0, equals), value(pair.substring(equals + 1)));
        }
        return Optional.empty();
    }

    private static JsonNode value(String text) {
        try {
            var json = JsonMapper.shared().readTree(text);
            return json == null || json.isMissingNode()
                    ? JsonMapper.shared().getNodeFactory().stringNode(text)
                    : json;
        } catch (JacksonException plainText) {
            return JsonMapper.shared().getNodeFactory().stringNode(text);
        }
    }

    /** Waits for the run's end, also over a restart of the program. */
    private int follow(Admin admin, ObjectNode order, JsonNode started, ParseResult given, long withinMs) {
        long from = surroundings.time().nanos();
        var run = newest(admin, order, started);
        while (GOES_ON.contains(run.path("state").asString(""))) {
            if (surroundings.time().nanos() - from >= TimeUnit.MILLISECONDS.toNanos(withinMs)) {
                surroundings.screen().remark("it goes on; asked again with the same key, this waits on");
                return say(run, given, Exit.FAILED);
            }
            Patience.until(LOOK_EVERY_MS, () -> false);
            if (Thread.currentThread().isInterrupted()) {
                return say(run, given, Exit.FAILED);
            }
            var path = "/api/runs/" + run.path("id").asString("");
            if (admin.get(path, Map.of()) instanceof Admin.Got got) {
                run = newest(admin, order, got.json());
            }
        }
        return say(run, given, run.path("state").asString("").equals("done") ? Exit.OK : Exit.FAILED);
    }

    /** The run that took another's place, where its job was launched again; asked for by key, which starts nothing. */
    private static JsonNode newest(Admin admin, ObjectNode order, JsonNode run) {
        boolean gone = run.path("state").asString("").equals("superseded");
        return gone && admin.post("/api/runs", order) instanceof Admin.Got got ? got.json() : run;
    }

    private int say(JsonNode run, ParseResult given, int exit) {
        var screen = surroundings.screen();
        if (Options.has(given, Options.JSON)) {
            screen.json(run);
            return exit;
        }
        var state = run.path("state").asString("");
        var outcome = run.path("outcome").asString("");
        screen.line("run " + Listing.text(run, "id") + " is " + state
                + (outcome.isEmpty() ? "" : " (" + Screen.safe(outcome) + ")")
                + (run.path("status").asString("").equals("duplicate") ? "; it was started before" : ""));
        if (run.hasNonNull("mismatch")) {
            screen.remark(Screen.safe(run.path("mismatch").asString("")));
        }
        if (Options.has(given, WAIT)) {
            run.path("result").asString("").lines().map(Screen::safe).forEach(screen::line);
        }
        return exit;
    }
}
