package dev.longstop.proof;

import dev.longstop.platform.Platforms;
import dev.longstop.proof.Letters.Starts;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import dev.longstop.verification.platform.FakePlatform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The platforms of a trial: built-in ones, each played over HTTP as its data say. Their jobs take a while, and their
 * every webhook is lost.
 *
 * <p><i>Threads</i>: safe.
 */
final class ScratchPlatforms implements AutoCloseable {

    private static final int CALLS_A_MINUTE = 60_000;

    private final Map<Kind, FakePlatform> all = new EnumMap<>(Kind.class);

    /** Every one of them, on a port that nobody has; their jobs take less than so many milliseconds. */
    ScratchPlatforms(Time time, Randomness chance, long longestMs) {
        for (var kind : Kind.values()) {
            var platform = new FakePlatform(kind.platform, time);
            platform.launchOn(new FakePlatform.Course(kind.working, kind.over, longestMs, chance));
            all.put(kind, platform);
        }
    }

    /** A built-in platform, and what starts a job there. Only the first knows a repeated launch by its key. */
    enum Kind {
        CALLBACK("agent-callback", "running", "succeeded", "/input", "input: @event@"),
        RESPONSES("openai-responses", "in_progress", "completed", "/input", "model: any, prompt: @event@"),
        PREDICTIONS("replicate", "processing", "succeeded", "/input", "owner: acme, model: any, input: @event@"),
        SESSIONS(
                "anthropic-sessions",
                "running",
                "idle_plain",
                "/initial_events/0/description",
                "agent_id: any, environment_id: any, rubric: any, prompt: @event@");

        private final String platform;
        private final String working;
        private final String over;
        private final String about;
        private final String with;

        Kind(String platform, String working, String over, String about, String with) {
            this.platform = platform;
            this.working = working;
            this.over = over;
            this.about = about;
            this.with = with;
        }

        /** Its name, which also is the name of the agent that launches jobs there. */
        String platform() {
            return platform;
        }

        /** What an event has to be to start a job there. */
        Starts starts() {
            return switch (this) {
                case CALLBACK -> Starts.JOB;
                case RESPONSES -> Starts.RESPONSE;
                case PREDICTIONS -> Starts.PREDICTION;
                case SESSIONS -> Starts.SESSION;
            };
        }

        /** The agent's parameters, as the configuration has them. */
        String with() {
            return "{ " + with.replace("@event@", "\"${event.id}\"") + " }";
        }

        /** Its data, but for what it allows in a minute, and how soon it is asked again. */
        String data(int pollSeconds) {
            var data = (ObjectNode) Platforms.recording(platform).path("platform");
            data.putObject("limits")
                    .putObject("rpm")
                    .put("create", CALLS_A_MINUTE)
                    .put("other", CALLS_A_MINUTE);
            ((ObjectNode) data.path("cadence"))
                    .putObject("pollSeconds")
                    .put("first", 1)
                    .put("min", 1)
                    .put("max", pollSeconds);
            return data.toString();
        }

        private Job job(FakePlatform.Job job) {
            var finish = job.finish().orElseThrow(() -> new IllegalStateException("a job of the trial never ends"));
            var asked = JsonMapper.shared().readTree(job.launches().get(0));
            return new Job(
                    ScratchPlatforms.name(platform, job.id()),
                    asked.at(about).asString(""),
                    finish.nanos(),
                    job.launches());
        }
    }

    /**
     * A job as its platform knows it.
     *
     * @param name the platform's, and the id that it has there
     * @param about what was to be done: the event that launched it
     * @param overNanos when it finishes, by the monotonic clock
     * @param launches the bodies of its launch, one for each time it was asked for
     */
    record Job(String name, String about, long overNanos, List<String> launches) {
        Job {
            launches = List.copyOf(launches);
        }
    }

    /** What a job is called among those of all platforms. */
    static String name(String platform, String id) {
        return platform + "/" + id;
    }

    /** Their names, for people. */
    static String words() {
        return Arrays.stream(Kind.values()).map(Kind::platform).collect(Collectors.joining(", "));
    }

    /** Where a platform is. */
    String url(Kind kind) {
        return of(kind).url().toString();
    }

    /** The jobs so far. */
    List<Job> jobs() {
        var jobs = new ArrayList<Job>();
        for (var kind : Kind.values()) {
            of(kind).jobs().forEach(job -> jobs.add(kind.job(job)));
        }
        return List.copyOf(jobs);
    }

    private FakePlatform of(Kind kind) {
        var platform = all.get(kind);
        if (platform == null) {
            throw new IllegalStateException("every kind is played");
        }
        return platform;
    }

    @Override
    public void close() {
        all.values().forEach(FakePlatform::close);
    }
}
