package dev.longstop.cli;

import dev.longstop.time.Patience;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code watch}: follows a job that something else launched. No webhook is needed; asking alone is enough (R21). */
final class Watch implements Command {

    private static final String WITH = "--with";
    private static final String STARTED = "--started-at";
    private static final String WAIT = "--wait";
    private static final long LOOK_EVERY_MS = 1_000;
    private static final int LOOKS_MAX = 30 * 86_400;

    private final Surroundings surroundings;

    Watch(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.examples(
                Options.command(
                        this, "watch", "Follows a job that something else launched, until its outcome is known."),
                "longstop watch claude sesn_01",
                "longstop watch actions 4711 --with owner=acme --with repo=road --wait");
        spec.addPositional(Options.word("PLATFORM", "1", "The platform's name in the configuration."))
                .addPositional(Options.word("JOB_ID", "1", "The platform's id of the job.").toBuilder()
                        .index("1")
                        .build())
                .addOption(OptionSpec.builder(WITH)
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .paramLabel("NAME=VALUE")
                        .description("What is needed to ask for it besides its id; may be given several times.")
                        .build())
                .addOption(Options.valued("INSTANT", "When it was started; now if not given.", STARTED))
                .addOption(Options.flag(
                        WAIT, "Waits for the outcome; the exit code is 0 if it succeeded, 1 if it did not."));
        return Options.addAdmin(spec);
    }

    @Override
    public int run(ParseResult given) {
        var body = JsonMapper.shared()
                .createObjectNode()
                .put("platform", Options.word(given).orElse(""))
                .put("job_id", given.<String>matchedPositionalValue(1, ""));
        Options.value(given, STARTED).ifPresent(at -> body.put("started_at", at));
        var with = body.putObject("with");
        for (var pair : given.<List<String>>matchedOptionValue(WITH, List.of())) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                return surroundings.screen().failed(WITH + " takes NAME=VALUE, not " + pair);
            }
            with.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        var found = Admin.find(given, Options.URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            return surroundings.screen().failed(nowhere.message());
        }
        var admin = ((Admin.At) found).admin();
        var reply = admin.post("/api/jobs", body);
        if (!(reply instanceof Admin.Got got)) {
            return failed(reply);
        }
        if (!Options.has(given, WAIT)) {
            return said(given, got.json());
        }
        return wait(given, admin, got.json());
    }

    private int said(ParseResult given, JsonNode answer) {
        if (Options.has(given, Options.JSON)) {
            surroundings.screen().json(answer);
        } else {
            surroundings.screen().line(Jobs.line(answer));
        }
        return Exit.OK;
    }

    private int failed(Admin.Reply reply) {
        return surroundings
                .screen()
                .failed(
                        reply instanceof Admin.Failed failed
                                ? failed.message()
                                : "this program does not know jobs; is it older than this command?");
    }

    /** Looks until the newest generation is over. A program that is away for a while is asked again. */
    private int wait(ParseResult given, Admin admin, JsonNode registered) {
        var query = new LinkedHashMap<String, String>();
        query.put("platform", registered.path("job").path("platform").asString(""));
        query.put("job_id", registered.path("job").path("job_id").asString(""));
        var job = registered.path("job");
        for (int look = 0; look < LOOKS_MAX && !over(job); look++) {
            Patience.until(LOOK_EVERY_MS, () -> false);
            var reply = admin.get("/api/jobs", query);
            job = reply instanceof Admin.Got got && got.json().path("jobs").has(0)
                    ? got.json().path("jobs").get(0)
                    : job;
        }
        var whole = admin.get("/api/jobs/" + job.path("id").asString("0"), Map.of());
        if (whole instanceof Admin.Got got) {
            said(given, JsonMapper.shared().createObjectNode().set("job", got.json()));
        }
        return job.path("state").asString("").equals("succeeded") ? Exit.OK : Exit.FAILED;
    }

    private static boolean over(JsonNode job) {
        return List.of("succeeded", "failed", "cancelled", "expired")
                .contains(job.path("state").asString(""));
    }
}
