package dev.longstop.consumer;

import dev.longstop.agent.Agent;
import dev.longstop.agent.Assignment;
import dev.longstop.agent.Revocation.Reason;
import dev.longstop.agent.TraceParent;
import dev.longstop.event.IdempotencyKey;
import dev.longstop.loop.Step;
import dev.longstop.loop.Wake;
import dev.longstop.loop.Workers;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.Runs;
import dev.longstop.telemetry.Alarms;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Patience;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns due runs into attempts of their agents.
 *
 * <p>A turn never waits: what it asks of the store is taken when it is there, and what an agent does is done by
 * workers. Both wake it. So it can be turned by a loop or, in one thread with everything else, by hand. {@link #up}
 * tells it that there may be due runs.
 *
 * <p><i>Threads</i>: {@link #turn} by one at a time; everything else is safe. <i>Promises</i>: I4 and I5 as far as
 * they are the consumer's, S8, S9, S11. <i>Source</i>: design sections 2 and 4, "Leases".
 */
public final class RunConsumer implements Step, Wake {

    /** Nothing more is begun while so many reports cannot be written. */
    private static final int REPORTS_MAX = 1_000;

    private static final int CALLBACK_TOKEN_BYTES = 24;

    private static final Logger LOG = LoggerFactory.getLogger(RunConsumer.class);

    private static final Ending BROKEN = retry("the agent failed in a way that is a bug; see the log");
    private static final Ending HUNG = retry("hung: it did not come back in time");
    private static final Ending UNASKED = retry("gave up without being asked to");

    private final ConsumerSettings settings;
    private final Map<String, Agent> agents;
    private final Workers workers;
    private final Runs runs;
    private final Time time;
    private final Randomness randomness;
    private final StoreTrouble trouble;
    private final Attempts attempts = new Attempts();
    private final Claiming claiming;
    private final Settling settling;
    private final Reclaiming reclaiming;
    private final Expiring expiring;
    private final LeaseRenewer leases;
    private final boolean supersedes;
    private final List<Attempt> behind = new ArrayList<>();
    private volatile Optional<Stop> stop = Optional.empty();
    private volatile boolean stopped;
    private volatile Wake wake = Wake.none();

    /** When the program began to stop, and how long attempts may go on, by agent. */
    private record Stop(long fromNanos, ToLongFunction<String> drainMs) {}

    /**
     * What a consumer is made of.
     *
     * @param runs the queue
     * @param agents what runs start, each by its name
     * @param workers where attempts are made: as many places as the agents have attempts at once, or agents wait for
     *     each other
     * @param time the clock
     * @param randomness for the pauses after failures
     * @param metrics what is counted
     * @param alarms where people are told of runs that go on only with them
     */
    public record Parts(
            Runs runs,
            List<? extends Agent> agents,
            Workers workers,
            Time time,
            Randomness randomness,
            Metrics metrics,
            Alarms alarms) {

        public Parts {
            agents = List.copyOf(agents);
        }

        /** Parts that tell nobody beyond the log. */
        public Parts(
                Runs runs,
                List<? extends Agent> agents,
                Workers workers,
                Time time,
                Randomness randomness,
                Metrics metrics) {
            this(runs, agents, workers, time, randomness, metrics, Alarms.none());
        }

        Map<String, Agent> agentsByName() {
            var byName = new TreeMap<String, Agent>();
            agents.forEach(agent -> byName.put(agent.name(), agent));
            return byName;
        }
    }

    /** A consumer that has not been turned yet. */
    public RunConsumer(Parts parts, ConsumerSettings settings) {
        this.settings = settings;
        agents = parts.agentsByName();
        workers = parts.workers();
        runs = parts.runs();
        time = parts.time();
        randomness = parts.randomness();
        trouble = new StoreTrouble(time, randomness);
        claiming = new Claiming(parts, settings, attempts, trouble);
        settling = new Settling(parts, settings, attempts, trouble);
        reclaiming = new Reclaiming(parts, settings, attempts, trouble);
        expiring = new Expiring(parts, settings, trouble);
        leases = new LeaseRenewer(parts, settings, attempts, trouble);
        supersedes = agents.values().stream().anyMatch(agent -> agent.busy() == Busy.SUPERSEDE);
    }

    @Override
    public String name() {
        return "consumer";
    }

    @Override
    public void turnedBy(Wake given) {
        wake = given;
    }

    /** What renews the leases: to be turned beside this, from before its first turn until after its last. */
    public LeaseRenewer leases() {
        return leases;
    }

    /** Has the attempts of runs that are over, or whose lease is lost for another reason, ended at once. */
    public void look() {
        leases.look();
    }

    @Override
    public void up() {
        if (supersedes) {
            leases.look();
        }
        claiming.want();
        wake.up();
    }

    @Override
    public int turn() {
        var stops = stop;
        int done = settling.turn(wake);
        if (done > 0) {
            // Lanes may have become free.
            claiming.want();
        }
        done += endHung();
        if (stops.isPresent()) {
            drain(stops.get());
        } else if (settling.open() < REPORTS_MAX) {
            claiming.ask(wake);
            reclaiming.ask(wake);
            expiring.ask(wake);
        }
        int reclaimed = reclaiming.take() + expiring.take();
        if (reclaimed > 0) {
            claiming.want();
        }
        var claimed = claiming.take();
        claimed.forEach(this::start);
        followUp();
        stopped = stops.isPresent() && !claiming.asked();
        return done + reclaimed + claimed.size();
    }

    private void start(Claimed claimed) {
        var agent = agents.get(claimed.agent());
        if (agent == null) {
            throw new IllegalStateException("nothing was asked for of an agent that there is not");
        }
        var attempt = new Attempt(claimed, agent, time.nanos());
        attempts.add(attempt);
        if (stop.isPresent()) {
            end(attempt, new Ending.Released("the program stops"));
        } else if (claimed.mode() == RunMode.SHADOW) {
            end(attempt, new Ending.Done(new Ending.Report("shadow", OptionalInt.empty(), "", false)));
        } else {
            behind.add(attempt);
        }
    }

    /**
     * Begins what was claimed. A lane that could be claimed is free in the table; what this process still does in it
     * has lost its lease, since newer work took its place or a person ended it, and goes first.
     */
    private void followUp() {
        var now = List.copyOf(behind);
        for (var attempt : now) {
            var older = attempts.beside(attempt).stream()
                    .filter(other -> !behind.contains(other))
                    .toList();
            if (attempt.revocation().revoked()) {
                behind.remove(attempt);
                end(attempt, new Ending.Released("revoked before it began"));
            } else if (older.isEmpty()) {
                behind.remove(attempt);
                begin(attempt);
            } else {
                older.forEach(other -> other.lose(time.nanos()));
            }
        }
    }

    private void begin(Attempt attempt) {
        var claimed = attempt.claimed();
        if (workers.start("run " + claimed.runId() + " " + claimed.agent(), () -> work(attempt))) {
            Lines.about(LOG.atDebug(), claimed).log("An attempt begins");
        } else {
            claiming.pause(1);
            end(attempt, new Ending.Released("no thread was free"));
        }
    }

    /** On a worker's thread. */
    private void work(Attempt attempt) {
        attempt.begins(time.nanos());
        var ending = BROKEN;
        try {
            ending = attempt.agent().run(assignment(attempt));
        } finally {
            // A crash is a bug and goes on to the workers, who log it; the run is settled like any other.
            boolean unasked =
                    ending instanceof Ending.Released && !attempt.revocation().revoked();
            end(attempt, unasked ? UNASKED : attempt.unlessInterrupted(ending));
        }
    }

    private Assignment assignment(Attempt attempt) {
        var claimed = attempt.claimed();
        var event = claimed.event();
        var key = IdempotencyKey.ofRun(settings.installation(), claimed.agent(), event.key(), claimed.round());
        var payload = Optional.ofNullable(settings.payloads().get(event.source()))
                .map(form -> form.bytes(claimed.body(), claimed.contentType(), event.item()))
                .orElse(claimed.body());
        return new Assignment(
                claimed,
                payload,
                key,
                TraceParent.of(claimed, key),
                attempt.revocation(),
                mark -> keep(attempt, mark),
                () -> expectCallback(attempt));
    }

    /** A token by which the attempt's callback will be known; on a worker's thread, which waits for the store. */
    private Optional<String> expectCallback(Attempt attempt) {
        var token = randomness.token(CALLBACK_TOKEN_BYTES);
        var reply = new Reply<>(runs.expect(attempt.lease(), token), Wake.none());
        if (!reply.within(settings.leaseMs())) {
            return Optional.empty();
        }
        var failure = reply.failure();
        if (failure.isPresent()) {
            trouble.failed("expect", failure.get());
            return Optional.empty();
        }
        if (!reply.value()) {
            attempt.lose(time.nanos());
        }
        return Optional.of(token);
    }

    private void keep(Attempt attempt, String mark) {
        // A mark that could not be kept matters only after a crash, and even then the processes' environment tells.
        var unused = runs.mark(attempt.lease(), mark).thenAccept(kept -> {
            if (!kept) {
                attempt.lose(time.nanos());
            }
        });
    }

    private void end(Attempt attempt, Ending ending) {
        if (attempt.end(ending, time.nanos())) {
            settling.hand(attempt);
            claiming.want();
            wake.up();
        }
    }

    private int endHung() {
        int ended = 0;
        for (var attempt : attempts.inProgress()) {
            if (attempt.hung(time.nanos())) {
                Lines.about(LOG.atError(), attempt.claimed())
                        .log("An agent did not come back in time; its attempt is given up");
                attempt.revoke(Reason.LEASE_LOST, time.nanos());
                attempt.interrupt();
                end(attempt, HUNG);
                ended++;
            }
        }
        return ended;
    }

    /**
     * Stops claiming, and lets attempts in progress go on for a while: at once, while it is turned on.
     *
     * @param drainMs how long, by agent, in milliseconds; then they are revoked, and their runs are due again, with
     *     neither an attempt nor a lapse counted
     */
    public void stop(ToLongFunction<String> drainMs) {
        if (stop.isEmpty()) {
            stop = Optional.of(new Stop(time.nanos(), drainMs));
        }
        wake.up();
    }

    private void drain(Stop since) {
        for (var attempt : attempts.inProgress()) {
            long mayMs = since.drainMs.applyAsLong(attempt.agent().name());
            if (time.nanos() - since.fromNanos >= TimeUnit.MILLISECONDS.toNanos(mayMs)) {
                attempt.revoke(Reason.STOPPING, time.nanos());
            }
        }
    }

    /** Whether it has stopped, and nothing is being claimed, in progress or on its way into the store. */
    public boolean quiet() {
        return stopped && attempts.isEmpty();
    }

    /** Attempts in progress. */
    public int inProgress() {
        return attempts.inProgress().size();
    }

    /**
     * Waits until nothing is in progress any more; to be called after {@link #stop}, by another thread than the one
     * that turns.
     *
     * @return whether it came to that in time; if not, the leases that are left lapse
     */
    public boolean awaitQuiet(long atMostMs) {
        return Patience.until(atMostMs, this::quiet);
    }

    private static Ending retry(String outcome) {
        return new Ending.Retry(new Ending.Report(outcome, OptionalInt.empty(), "", false), Optional.empty());
    }
}
