package dev.longstop.verification.simulation;

import dev.longstop.job.Channel;
import dev.longstop.job.Epoch;
import dev.longstop.job.JobKey;
import dev.longstop.job.JobState;
import dev.longstop.job.Observation;
import dev.longstop.job.Ownership;
import dev.longstop.job.Seen;
import dev.longstop.job.Sequence;
import dev.longstop.verification.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A platform with jobs, and the two channels by which nodes learn of them: pushes that are lost, late, repeated and out
 * of order, and reads that were overtaken. Where the seed likes, observations are plain nonsense.
 */
final class Platform {

    private static final List<JobState> WAY =
            List.of(JobState.QUEUED, JobState.RUNNING, JobState.WAITING, JobState.RUNNING);
    private static final List<JobState> ENDS =
            List.of(JobState.SUCCEEDED, JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED, JobState.EXPIRED);

    private final World world;
    private final List<Node> nodes;
    private final Generator chance;
    private int open;

    Platform(World world, List<Node> nodes) {
        this.world = world;
        this.nodes = nodes;
        this.chance = Generator.of(world.scenario().seed()).fork("platform");
    }

    /** Begins so many jobs within a while. */
    void begin(int jobs, long withinMs) {
        for (int i = 1; i <= jobs; i++) {
            var own = chance.fork("job " + i);
            var key = JobKey.of("acme", "job-" + i);
            long startMs = own.between(0L, withinMs / 2);
            int generations = own.chance(0.3) ? 2 : 1;
            for (int generation = 1; generation <= generations; generation++) {
                startMs = live(key, generation, own, startMs);
            }
        }
    }

    /** One generation's life, from an instant of the scenario on; gives when it is over. */
    private long live(JobKey key, int generation, Generator own, long startMs) {
        var states = new ArrayList<>(WAY.subList(0, own.between(1, WAY.size())));
        states.add(own.pick(ENDS));
        long atMs = startMs;
        int sequence = generation * 100;
        for (var state : states) {
            atMs += own.between(1L, 10_000L);
            for (int copy = own.between(0, 2); copy >= 0; copy--) {
                var channel = own.pick(List.of(Channel.PUSH, Channel.PUSH, Channel.PULL, Channel.OPERATOR));
                observe(
                        new JobEpoch(key, generation),
                        channel,
                        Seen.of(state).at(new Sequence("n", Integer.toString(sequence))),
                        own,
                        atMs);
            }
            sequence++;
        }
        return atMs;
    }

    /** One generation of a job. */
    private record JobEpoch(JobKey key, int generation) {}

    private void observe(JobEpoch of, Channel channel, Seen seen, Generator own, long atMs) {
        int generation = of.generation();
        var stranger = new Observation.Stranger(own.pick(List.of(Ownership.values())), "{}");
        var epoch = own.chance(0.7)
                ? Optional.of(new Epoch("g" + generation, Optional.of((long) generation)))
                : Optional.<Epoch>empty();
        long readAtMs = world.timeline().nowMs() + atMs;
        var truth = new Observation(of.key(), channel, readAtMs, epoch, Optional.of(seen), Optional.empty(), stranger);
        boolean disordered = world.faults().strikes(Fault.OBSERVATIONS_DISORDERED, 0.8);
        var told = disordered ? nonsense(truth, readAtMs) : truth;
        long delayMs = atMs + (disordered ? own.between(0L, 60_000L) : own.between(0L, 500L));
        hand(told, delayMs);
    }

    private Observation nonsense(Observation truth, long readAtMs) {
        var wild = world.faults().stream(Fault.OBSERVATIONS_DISORDERED);
        var seen = Seen.of(wild.pick(List.of(JobState.values())));
        if (wild.chance(0.5)) {
            var kind = wild.pick(List.of("n", "t"));
            seen = seen.at(new Sequence(kind, wild.chance(0.8) ? "" + wild.between(0, 300) : wild.text(20)));
        }
        if (wild.chance(0.1)) {
            seen = Seen.unmapped("{\"status\":\"gone fishing\"}");
        }
        var epoch = wild.chance(0.5)
                ? Optional.of(new Epoch(
                        "g" + wild.between(1, 4),
                        wild.chance(0.5) ? Optional.of(wild.between(0L, 4L)) : Optional.empty()))
                : Optional.<Epoch>empty();
        return new Observation(
                truth.job(),
                wild.pick(List.of(Channel.values())),
                readAtMs - wild.between(0L, 60_000L),
                epoch,
                wild.chance(0.9) ? Optional.of(seen) : Optional.empty(),
                Optional.empty(),
                truth.stranger());
    }

    /** Hands an observation in after a while, again and again until a node says that it is kept. */
    void hand(Observation observation, long delayMs) {
        open++;
        handOver(observation, delayMs);
    }

    private void handOver(Observation observation, long delayMs) {
        world.timeline().in(delayMs, "observation of " + observation.job(), () -> {
            var exchange = new Exchange();
            chance.pick(nodes).observe(observation, kept -> {
                if (!exchange.over) {
                    exchange.over = true;
                    if (kept) {
                        open--;
                    } else {
                        handOver(observation, chance.between(500L, 10_000L));
                    }
                }
            });
            world.timeline().in(30_000, "patience", () -> {
                if (!exchange.over) {
                    exchange.over = true;
                    handOver(observation, 0);
                }
            });
        });
    }

    private static final class Exchange {
        private boolean over;
    }

    /** Whether everything that was seen was said to be kept. */
    boolean done() {
        return open == 0;
    }
}
