package dev.longstop.measure;

import dev.longstop.app.Program;
import dev.longstop.http.JdkHttpCaller;
import dev.longstop.proof.Scratch;
import dev.longstop.proof.Site;
import dev.longstop.proof.Telling;
import dev.longstop.time.Patience;
import dev.longstop.time.Time;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A measurement of the real program: its start, deliveries at a fixed rate, as many as there is room for, and in the
 * end the look for everything that was acknowledged.
 *
 * <p><i>Threads</i>: one at a time; {@link #close} by any.
 */
public final class Measurement implements AutoCloseable {

    private static final int MAKER = 1;
    private static final long LOOK_MS = 500;

    /** Work that makes no progress for so long makes none any more. */
    private static final long STUCK_LOOKS = 120;

    private static final Set<String> OPEN = Set.of("pending", "running", "waiting", "held");

    /** As many agents at once as hang without getting into each other's way; longer than any measurement. */
    private static final String CONFIGURATION = """
            public: { listen: "127.0.0.1:0" }
            admin:  { listen: "127.0.0.1:0", token: file:secrets/admin }
            store:  @store@
            sources:
              github:
                secrets: [file:secrets/github]
                rules: [{ event: issues.opened, start: agent }]
            agents:
              agent: { http: "@agent@", concurrency: 64, timeout: 4h }
            """;

    private final Plan plan;
    private final Scratch scratch;
    private final Time time;
    private final Telling telling;
    private final StandIn agent;
    private final JdkHttpCaller http;
    private final Site site;
    private final Acknowledged acknowledged = new Acknowledged(MAKER);
    private final Connections.Sender sender;

    private Measurement(Plan plan, Scratch scratch, Path jar, Time time, Telling telling) {
        this.plan = plan;
        this.scratch = scratch;
        this.time = time;
        this.telling = telling;
        agent = StandIn.of(plan.sending().agents());
        http = new JdkHttpCaller(time);
        site = Site.write(
                scratch, jar, CONFIGURATION.replace("@agent@", agent.url().toString()), http);
        sender = new Connections.Sender(new Deliveries(plan.sending().bodyBytes(), MAKER), acknowledged, time);
    }

    /**
     * Makes everything that it needs; nothing has begun yet.
     *
     * @param scratch where it takes place; stays the caller's
     * @param jar the program
     */
    public static Measurement prepare(Plan plan, Scratch scratch, Path jar, Time time, Telling telling) {
        return new Measurement(plan, scratch, jar, time, telling);
    }

    /**
     * Measures.
     *
     * <p><i>Errors</i>: {@code IllegalStateException} if the program does not start, does not answer or ends by itself;
     * the message carries its log.
     *
     * @param version the program's
     */
    public Report run(String version) {
        telling.line("  starting the program");
        long begunNanos = time.nanos();
        var program = site.serve();
        send(program, 1, new Pace.Open(1, 0, 1));
        long startMs = TimeUnit.NANOSECONDS.toMillis(time.nanos() - begunNanos);

        telling.line("  sending " + plan.perSecond() + " deliveries a second for "
                + (plan.warmUpSeconds() + plan.seconds()) + " s");
        var open = send(
                program,
                plan.sending().connections(),
                Pace.Open.of(plan.perSecond(), plan.warmUpSeconds(), plan.seconds()));
        var closed = Optional.<Part>empty();
        if (plan.fullSeconds() > 0) {
            long nanos = TimeUnit.SECONDS.toNanos(plan.fullSeconds());
            telling.line("  sending as many as there is room for, for " + plan.fullSeconds() * 5 / 4 + " s");
            closed = Optional.of(
                    send(program, plan.sending().connections(), new Pace.Closed(nanos / 4, nanos / 4 + nanos)));
        }
        var resident = Usage.of(program.pid()).residentBytesMax();
        var check = check(program, closed.stream().mapToLong(Part::failed).sum() + open.failed());
        return new Report(plan, Report.Where.here(version, scratch.words()), startMs, open, closed, resident, check);
    }

    private Part send(Program program, int connections, Pace pace) {
        var volley = new Volley(pace);
        try (var open = Connections.open(program.publicUrl(), connections, sender)) {
            var before = Usage.of(program.pid());
            long begunNanos = time.nanos();
            open.run(volley);
            double seconds = (time.nanos() - begunNanos) / 1e9;
            return Part.of(volley, Usage.of(program.pid()).processorsSince(before, seconds));
        } catch (IllegalStateException broken) {
            throw new IllegalStateException(broken.getMessage() + "; the program said:\n" + program.log(), broken);
        }
    }

    private Report.Check check(Program program, long failed) {
        boolean mustEnd = plan.sending().agents() == Plan.Agents.DONE;
        if (mustEnd) {
            telling.line("  waiting until all runs have ended");
            awaitEnds(program);
        }
        telling.line("  looking for each of " + acknowledged.count() + " acknowledged deliveries");
        site.each(
                program,
                "events",
                event -> acknowledged.event(event.path("event_id").asString("")));
        site.each(program, "runs", run -> {
            var state = run.path("state").asString("");
            acknowledged.run(run.path("event_id").asString(""), state, !OPEN.contains(state));
        });
        List<String> wrong = new ArrayList<>(acknowledged.wrong(mustEnd));
        if (failed > 0) {
            wrong.add(
                    "not acknowledged: " + failed + " deliveries; the rate or the number of connections is too high for"
                            + " this machine, or the log says more");
        }
        return new Report.Check(acknowledged.count(), acknowledged.runs(), wrong);
    }

    /** Waits for as long as there is progress. */
    private void awaitEnds(Program program) {
        long due = Long.MAX_VALUE;
        for (long looks = 0; looks < STUCK_LOOKS && open(program); looks++) {
            Patience.until(LOOK_MS, () -> false);
            long now =
                    site.ask(program, "/api/summary").path("runs").path("due").asLong(0);
            looks = now < due ? 0 : looks;
            due = now;
        }
    }

    private boolean open(Program program) {
        return OPEN.stream()
                .anyMatch(state -> !site.ask(program, "/api/runs?limit=1&state=" + state)
                        .path("runs")
                        .isEmpty());
    }

    /** Ends the program, and everything that was made around it. */
    @Override
    public void close() {
        site.close();
        http.close();
        agent.close();
    }
}
