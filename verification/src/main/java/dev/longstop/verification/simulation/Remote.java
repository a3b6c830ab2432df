package dev.longstop.verification.simulation;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.job.Channel;
import dev.longstop.job.JobKey;
import dev.longstop.job.JobState;
import dev.longstop.job.MergeSettings;
import dev.longstop.job.Observation;
import dev.longstop.job.Ownership;
import dev.longstop.job.Seen;
import dev.longstop.platform.Platforms;
import dev.longstop.platform.Variables;
import dev.longstop.reconcile.Account;
import dev.longstop.store.Store;
import dev.longstop.verification.Generator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * A platform that answers when it is asked: what is true of its jobs, webhooks that are lost, late and repeated, and
 * answers that fail. Its jobs must be over here once they are over there (I12), and the rescues are the outcomes that
 * no push announced (I13).
 */
final class Remote {

    static final String NAME = "remote";

    /** How long a push may be late before an outcome that a poll found is a rescue. */
    private static final long GRACE_MS = 10_000;

    /** Not every scenario has one: it takes its time. */
    private static final int EVERY = 4;

    private static final int JOBS = 4;

    private static final MergeSettings SETTINGS = new MergeSettings(
            604_800_000, 60_000, 300_000, GRACE_MS, 120_000, Set.of(JobState.SUCCEEDED, JobState.FAILED));

    private static final String WRONG_RESCUES = """
            -- simulation: rescues that were none, and outcomes that needed one and were not counted
            select j.job_id
            from job as j
            where j.platform = 'remote' and j.decided_by = 'pull' and j.ended_at is not null
                and (j.rescued_at is not null) = exists (
                    select 1 from observation as o
                    where o.job_row = j.id and o.channel = 'push' and (o.state is null or o.state = j.state)
                        and (j.rescued_at is null
                            or o.observed_at between j.ended_at - 120000 and j.ended_at + 10000))
            order by j.job_id
            limit 1
            """;

    private final World world;
    private final Generator chance;
    private final Map<String, Truth> jobs = new TreeMap<>();

    /** When a job ends, by true time, and how. */
    private record Truth(long endsAtMs, JobState outcome) {}

    Remote(World world) {
        this.world = world;
        this.chance = Generator.of(world.scenario().seed()).fork(NAME);
    }

    /** The bounds of the merge, by platform. */
    static MergeSettings.ByPlatform settings() {
        return platform -> platform.equals(NAME) ? SETTINGS : MergeSettings.DEFAULT;
    }

    /** Whether a scenario has this platform. */
    static boolean isIn(Scenario scenario) {
        return Math.floorMod(scenario.seed(), EVERY) == 0;
    }

    /** How a node knows it. */
    static Account account(Store store) {
        if (Platforms.builtIn("agent-callback") instanceof Platforms.Sound sound) {
            var given = Variables.of(Map.of(), Map.of("base", "http://remote.example"));
            return new Account(NAME, sound.platform(), given, false, store.installation());
        }
        throw new IllegalStateException("the built-in platform is sound");
    }

    /** Begins some jobs within a while; each is registered, and announced as the seed likes. */
    void begin(Platform road, long withinMs) {
        if (!isIn(world.scenario())) {
            return;
        }
        for (int i = 1; i <= JOBS; i++) {
            var id = "remote-" + i;
            long beginsMs = chance.between(0L, withinMs / 2);
            long endsMs = beginsMs + chance.between(1_000L, withinMs);
            var outcome = chance.chance(0.5) ? JobState.SUCCEEDED : JobState.FAILED;
            jobs.put(id, new Truth(world.timeline().nowMs() + endsMs, outcome));
            road.hand(told(id, Channel.OPERATOR, Optional.empty(), beginsMs), beginsMs);
            for (int push = chance.between(0, 2); push > 0; push--) {
                long atMs = endsMs + chance.between(0L, 2 * GRACE_MS);
                var seen = chance.chance(0.8) ? Optional.of(Seen.of(outcome)) : Optional.<Seen>empty();
                road.hand(told(id, Channel.PUSH, seen, atMs), atMs);
            }
        }
    }

    private Observation told(String id, Channel channel, Optional<Seen> seen, long inMs) {
        var stranger = channel == Channel.OPERATOR
                ? Observation.Stranger.claiming(Ownership.TRACKED, "{}", Optional.empty())
                : Observation.Stranger.TRACKED;
        return new Observation(
                JobKey.of(NAME, id),
                channel,
                world.timeline().nowMs() + inMs,
                Optional.empty(),
                seen,
                Optional.empty(),
                stranger);
    }

    /** How a node asks it. */
    HttpCaller caller(Life life) {
        return new HttpCaller() {
            @Override
            public Answer call(Request request, CompletableFuture<?> givenUp) {
                if (world.faults().strikes(Fault.PLATFORM_HANGS, 0.8) && hang(life, request.deadlineMs())) {
                    return new HttpCaller.Failed("no answer in time", true);
                }
                return answer(request.uri().getPath().replaceFirst(".*/", ""));
            }

            @Override
            public void close() {
                // There is nothing to close.
            }
        };
    }

    /** Lets the one who asks wait; whether that was too long. */
    private boolean hang(Life life, long deadlineMs) {
        world.journal().count("platform hangs");
        long tookMs = world.faults().stream(Fault.PLATFORM_HANGS).between(1_000L, 2 * deadlineMs);
        long untilMs = world.timeline().nowMs() + Math.min(tookMs, deadlineMs);
        world.timeline().in(untilMs - world.timeline().nowMs(), "hung", () -> {});
        world.blocking().await(life, () -> world.timeline().nowMs() >= untilMs);
        return tookMs >= deadlineMs;
    }

    /** What is not so, in forms that nobody may take for an outcome. */
    private HttpCaller.Answer lie(String id) {
        world.journal().count("platform lies");
        var form = "{\"jobId\":\"%s\",\"state\":\"%s\"}";
        return switch (world.faults().stream(Fault.PLATFORM_LIES).between(0, 5)) {
            case 0 -> answered(200, form.formatted(id, "running"));
            case 1 -> answered(200, form.formatted(id, "gone fishing"));
            case 2 -> answered(200, form.formatted("remote-99", "running"));
            case 3 -> answered(200, "<html>We are down for maintenance</html>");
            case 4 -> answered(200, "{\"jobId\":");
            default -> answered(200, "");
        };
    }

    private HttpCaller.Answer answer(String id) {
        world.journal().count("asked");
        if (world.faults().strikes(Fault.PLATFORM_LIES, 0.8)) {
            return lie(id);
        }
        if (world.faults().strikes(Fault.PLATFORM_FAILS, 0.5)) {
            return switch (world.faults().stream(Fault.PLATFORM_FAILS).between(0, 3)) {
                case 0 -> new HttpCaller.Failed("no answer in time", true);
                case 1 -> answered(500, "{}");
                case 2 -> answered(503, "{}");
                default -> answered(404, "{}");
            };
        }
        var truth = Optional.ofNullable(jobs.get(id));
        var state = truth.map(job -> world.timeline().nowMs() >= job.endsAtMs ? job.outcome.word() : "running");
        return state.<HttpCaller.Answer>map(
                        word -> answered(200, "{\"jobId\":\"" + id + "\",\"state\":\"" + word + "\"}"))
                .orElseGet(() -> answered(404, "{}"));
    }

    private static HttpCaller.Answered answered(int status, String body) {
        return new HttpCaller.Answered(status, Headers.none(), body.getBytes(StandardCharsets.UTF_8), false);
    }

    /** I12: what is over there is over here, and with the same outcome. */
    Optional<Complaint> unknown(Tables now) {
        for (var job : jobs.entrySet()) {
            var word = job.getValue().outcome.word();
            boolean known = now.jobs().values().stream()
                    .anyMatch(row -> row.name().contains(NAME + "/" + job.getKey())
                            && row.state().equals(word));
            if (!known) {
                return Optional.of(new Complaint(
                        Invariant.I12, job.getKey() + " is " + word + " on its platform, and here: " + now.jobs()));
            }
        }
        return Optional.empty();
    }

    /** I13: what was counted as a rescue was one, and nothing else was. */
    Optional<Complaint> rescues(Store store) {
        if (jobs.isEmpty()) {
            return Optional.empty();
        }
        List<String> wrong = store.read(tx -> tx.query(WRONG_RESCUES, Map.of(), row -> row.getString(1)));
        return wrong.stream()
                .findFirst()
                .map(job -> new Complaint(Invariant.I13, "counted as a rescue or not, and wrongly: " + job));
    }
}
