package dev.longstop.verification.simulation;

import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.store.Turning;
import dev.longstop.verification.FakeTime;
import dev.longstop.verification.Generator;
import dev.longstop.verification.SeededRandomness;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Plays scenarios: real stages on one to three nodes, a sender, and faults; every invariant is checked after every
 * step.
 *
 * <p>Faults happen for a while; then all stop, and everything that was accepted must come to its end (I11).
 * <i>Threads</i>: safe; each scenario is played by the thread that asks, in a world of its own. <i>Source</i>: design
 * section 6.
 */
public final class Simulation {

    private static final long STORM_MS = 90_000;
    private static final long CALM_MS_MAX = 1_800_000;

    /** Platforms are asked every five minutes at least, and a job that is being asked for is held for two. */
    private static final long KNOWN_MS_MAX = 480_000;

    private static final int STEPS_MAX = 50_000;
    private static final int TRACE = 40;

    private static final String CHANGES = """
            -- simulation: rows written so far
            select total_changes()
            """;

    private final Path nativeDirectory;
    private final UnaryOperator<Store> plant;

    private Simulation(Path nativeDirectory, UnaryOperator<Store> plant) {
        this.nativeDirectory = nativeDirectory;
        this.plant = plant;
    }

    /** A simulation over the real store; its driver's native library is unpacked into a directory. */
    public static Simulation in(Path nativeDirectory) {
        return new Simulation(nativeDirectory, UnaryOperator.identity());
    }

    /** The same with something else in front of the store: how tests show that a bug would be found. */
    public Simulation planted(UnaryOperator<Store> bug) {
        return new Simulation(nativeDirectory, bug);
    }

    /** Plays one scenario. */
    public Result run(Scenario scenario) {
        var storeTime = FakeTime.create();
        var settings = SqliteSettings.inMemory(nativeDirectory, Turning.BY_HAND);
        var randomness =
                new SeededRandomness(Generator.of(scenario.seed()).fork("store").seed());
        try (var sqlite = SqliteStore.open(settings, storeTime, randomness)) {
            return new Play(scenario, storeTime, new WatchedStore(plant.apply(sqlite)), sqlite).toTheEnd();
        }
    }

    /** One scenario while it is played. */
    private static final class Play implements Blocking {
        private final Scenario scenario;
        private final World world;
        private final Store sqlite;
        private final List<Node> nodes = new ArrayList<>();
        private final Sender sender;
        private final Platform platform;
        private final Remote remote;
        private final Invariants invariants;
        private final ArrayDeque<String> trace = new ArrayDeque<>();
        private Tables tables = Tables.EMPTY;
        private long seen = -1;
        private long changes = -1;
        private long digest;
        private int steps;
        private Optional<Complaint> broken = Optional.empty();

        Play(Scenario scenario, FakeTime storeTime, WatchedStore store, Store sqlite) {
            this.scenario = scenario;
            this.sqlite = sqlite;
            var faults = new Swarm(scenario);
            var timeline = new Timeline(
                    FakeTime.START_MS, Generator.of(scenario.seed()).fork("timeline"), passedMs -> {
                        storeTime.advance(passedMs);
                        nodes.forEach(node -> node.passed(passedMs));
                    });
            var journal = new Journal();
            var leases = Leases.empty();
            var target = new Target(faults, journal);
            this.world =
                    new World(scenario, timeline, faults, journal, leases, new Outage(timeline), store, target, this);
            this.remote = new Remote(world);
            var callbacks = new Callbacks(scenario, timeline, journal, nodes);
            for (int i = 1; i <= scenario.nodes(); i++) {
                nodes.add(new Node("n" + i, world, callbacks, remote));
            }
            this.sender = new Sender(scenario, faults, timeline, journal, nodes);
            this.platform = new Platform(world, nodes);
            this.invariants = new Invariants(journal, leases);
        }

        Result toTheEnd() {
            nodes.forEach(Node::start);
            sender.begin(scenario.events(), STORM_MS * 2 / 3);
            platform.begin(scenario.events() / 3, STORM_MS * 2 / 3);
            remote.begin(platform, STORM_MS / 2);
            new Nemesis(world, nodes).begin();
            new People(world, nodes).begin();
            // By the clock: a node may be in the midst of something that only ends once it is calm.
            world.timeline().in(STORM_MS, "calm", this::calm);
            stepUntil(FakeTime.START_MS + STORM_MS, false);
            stepUntil(FakeTime.START_MS + STORM_MS + KNOWN_MS_MAX, true);
            if (broken.isEmpty()) {
                remote.unknown(tables).or(() -> remote.rescues(sqlite)).ifPresent(this::breakUp);
            }
            stepUntil(FakeTime.START_MS + STORM_MS + CALM_MS_MAX, true);
            invariants.atTheEnd(tables).or(this::untold).ifPresent(this::breakUp);
            return broken.<Result>map(this::resultOf)
                    .orElseGet(() -> new Result.Held(scenario, steps, digest, tally()));
        }

        private Optional<Complaint> untold() {
            if (!sender.done()) {
                return Optional.of(new Complaint(Invariant.I11, "never answered with success: " + sender.untold()));
            }
            return platform.done()
                    ? Optional.empty()
                    : Optional.of(new Complaint(Invariant.I10, "observations that nobody would keep"));
        }

        private void calm() {
            world.faults().calm();
            world.outage().end();
            nodes.forEach(node -> node.life().ifPresent(node::goOn));
        }

        private void stepUntil(long untilMs, boolean orFinished) {
            while (broken.isEmpty() && world.timeline().hasUntil(untilMs) && !(orFinished && finished())) {
                step();
            }
        }

        private boolean finished() {
            return sender.done()
                    && platform.done()
                    && invariants.atTheEnd(tables).isEmpty()
                    && remote.unknown(tables).isEmpty()
                    && remote.rescues(sqlite).isEmpty();
        }

        private void step() {
            if (++steps > STEPS_MAX) {
                breakUp(new Complaint(Invariant.SOUND, "too many steps: something spins"));
                return;
            }
            try {
                world.timeline().step(this::note);
            } catch (SimulatedCrash crash) {
                note("ended in mid-step");
            } catch (RuntimeException bug) {
                breakUp(new Complaint(Invariant.SOUND, stackOf(bug)));
            }
            for (var node : nodes) {
                if (!node.answersAtOnce()) {
                    world.journal()
                            .complain(Invariant.I14, "a request waits for more than its commit on " + node.name());
                }
            }
            boolean changed = look();
            var committed = world.store().drain();
            committed.forEach(work -> digest(work.batch() + work.nowMs() + work.settles()));
            if (changed) {
                digest(tables.runs().toString() + tables.jobs() + tables.effects());
            }
            invariants.afterStep(committed, tables, changed).ifPresent(this::breakUp);
        }

        /** The first complaint counts: what comes after it may be its consequence. */
        private void breakUp(Complaint complaint) {
            if (broken.isEmpty()) {
                broken = Optional.of(complaint);
            }
        }

        @Override
        public void await(Life life, BooleanSupplier so) {
            while (broken.isEmpty() && !life.over() && (life.frozen() || !so.getAsBoolean())) {
                if (!life.catchUp()) {
                    step();
                }
            }
            if (broken.isPresent() || life.over()) {
                throw new SimulatedCrash();
            }
        }

        /** Reads the tables if something was handed in and changed them; says whether it did. */
        private boolean look() {
            if (world.store().submits() == seen) {
                return false;
            }
            seen = world.store().submits();
            long written = sqlite.read(
                    tx -> tx.query(CHANGES, Map.of(), row -> row.getLong(1)).get(0));
            if (written == changes) {
                return false;
            }
            changes = written;
            tables = sqlite.read(Tables::read);
            return true;
        }

        private void note(String name) {
            long atMs = world.timeline().nowMs() - FakeTime.START_MS;
            digest(atMs + name);
            trace.addLast("%8d ms  %s".formatted(atMs, name));
            if (trace.size() > TRACE) {
                trace.removeFirst();
            }
        }

        private void digest(String happened) {
            digest = SeededRandomness.derive(digest, happened);
        }

        private static String stackOf(RuntimeException bug) {
            var text = new StringBuilder(bug.toString());
            for (Throwable cause = bug; cause != null; cause = cause.getCause()) {
                text.append("\n  ").append(cause);
                for (var frame : cause.getStackTrace()) {
                    if (frame.getClassName().startsWith("dev.longstop")) {
                        text.append("\n    at ").append(frame);
                    }
                }
            }
            return text.toString();
        }

        private Tally tally() {
            return world.journal().tally();
        }

        private Result resultOf(Complaint complaint) {
            return new Result.Broken(scenario, steps, complaint.invariant(), complaint.what(), List.copyOf(trace));
        }
    }
}
