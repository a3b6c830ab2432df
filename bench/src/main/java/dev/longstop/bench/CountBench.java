package dev.longstop.bench;

import dev.longstop.agent.HandlerAgent;
import dev.longstop.consumer.ConsumerLoops;
import dev.longstop.consumer.ConsumerSettings;
import dev.longstop.consumer.RunConsumer;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Starts;
import dev.longstop.loop.ThreadWorkers;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.Runs;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Patience;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.PostgresServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many statements, rows, commits and syncs to the disk an event costs: counted while the program's own code runs,
 * idle and busy, on both stores. Counts hold on every machine; how many events share a commit does not.
 *
 * <p>Usage: {@code CountBench [seconds]}, for each line of the table.
 */
public final class CountBench {

    private static final int BUSY = 256;

    /** Makers of other deliveries than those that the busy ones make. */
    private static final int OTHERS = 10_000;

    private static final int CONCURRENCY = 64;
    private static final int IN_FLIGHT = 1_024;

    private final long countMs;

    private CountBench(long countMs) {
        this.countMs = countMs;
    }

    /** Counts, and prints the tables. */
    public static void main(String[] arguments) throws Exception {
        long seconds = arguments.length > 0 ? Long.parseLong(arguments[0]) : 3;
        var bench = new CountBench(seconds * 1_000);
        bench.sqlite();
        bench.postgresql();
    }

    private void sqlite() throws Exception {
        var folder = Files.createTempDirectory(
                Files.createDirectories(Path.of("target", "bench").toAbsolutePath()), "counts");
        var tally = new CountingStore.Tally();
        var settings = SqliteSettings.of(folder.resolve("counts.db")).with(tally);
        try (var store =
                        new CountingStore(SqliteStore.open(settings, new SystemTime(), new SystemRandomness()), tally);
                var witness = Witness.OfProcess.of("longstop-store", folder)) {
            table(
                    "SQLite",
                    store,
                    new Counter(tally, witness, () -> tally.now(0, 0).statements()));
        }
        System.out.println("statements and rows: what the stages hand to the driver inside their transactions");
    }

    private void postgresql() throws Exception {
        try (var server = PostgresServer.start(Map.of("shared_preload_libraries", "pg_stat_statements"))) {
            var database = server.createDatabase();
            extend(server);
            var tally = new CountingStore.Tally();
            var settings = PostgresSettings.of(database.url(), database.user(), database.password())
                    .with(tally);
            try (var store = new CountingStore(
                            PostgresStore.open(settings, new SystemTime(), new SystemRandomness()), tally);
                    var witness = new Witness.OfServer(server)) {
                table("PostgreSQL", store, new Counter(tally, witness, () -> witness.statements(database)));
            }
        }
        System.out.println("statements: what the server ran (pg_stat_statements); rows: what the stages wrote");
    }

    private static void extend(PostgresServer server) throws SQLException {
        try (var connection = server.superuser();
                var statement = connection.createStatement()) {
            statement.execute("create schema fixture");
            statement.execute("create extension pg_stat_statements schema fixture");
        }
    }

    /** All counts of a store, from where each is known best. */
    private record Counter(CountingStore.Tally tally, Witness witness, LongSupplier statements) {

        private Counts now() {
            witness.settle();
            var seen = tally.now(witness.syncs(), witness.bytes());
            return new Counts(
                    seen.items(), seen.commits(), statements.getAsLong(), seen.rows(), seen.syncs(), seen.bytes());
        }
    }

    /** Something that is done for a while. */
    private interface Doing {
        void work() throws Exception;
    }

    private void table(String name, CountingStore store, Counter counter) throws Exception {
        System.out.println();
        System.out.println(Counts.head(name + ", for each event"));
        try (var doors = Doors.with(store)) {
            load(doors.port(), 1, OTHERS + 1, 500);
            line("accepted, idle", counter, () -> load(doors.port(), 1, OTHERS, countMs));
            line("accepted, 256 connections", counter, () -> load(doors.port(), BUSY, 0, countMs));
            // The same again, for a part of the time: each of them is known.
            line("known already, 256 connections", counter, () -> load(doors.port(), BUSY, 0, countMs / 4));
        }
        runs(store, counter);
        System.out.println(counter.witness.words());
    }

    private static void line(String what, Counter counter, Doing doing) throws Exception {
        var before = counter.now();
        doing.work();
        var seen = counter.now().since(before);
        System.out.println(seen.line(what, seen.items()));
    }

    private static void load(int port, int connections, int firstMaker, long forMs) throws InterruptedException {
        var vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        try {
            var seen = new Load(vertx, port, firstMaker).run(connections, 1, forMs);
            if (seen.refused() > 0) {
                throw new IllegalStateException(seen.refused() + " deliveries were refused");
            }
        } finally {
            vertx.close()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
        }
    }

    /** Events that a handler works on: what their acceptance and their runs cost together. */
    private void runs(CountingStore store, Counter counter) throws InterruptedException {
        var time = new SystemTime();
        var room = new Semaphore(IN_FLIGHT);
        var agent = new HandlerAgent("noop", CONCURRENCY, 60_000, RetrySettings.DEFAULT, work -> {
            room.release();
            return Ending.done("");
        });
        var workers = new ThreadWorkers("agent", CONCURRENCY);
        var parts = new RunConsumer.Parts(
                new Runs(store, new SystemRandomness()),
                List.of(agent),
                workers,
                time,
                new SystemRandomness(),
                new Metrics(new SimpleMeterRegistry()));
        var consumer = new RunConsumer(
                parts, new ConsumerSettings("bench", store.installation(), 30_000, 1_000, CONCURRENCY, Map.of()));
        var loops = ConsumerLoops.start(consumer, 1_000, time);
        try {
            var before = counter.now();
            long events = accept(store, consumer, room);
            var seen = counter.now().since(before);
            System.out.println(seen.line("accepted, run, settled; busy", events));
            if (done(store) < events) {
                throw new IllegalStateException("of " + events + " runs only " + done(store) + " are done");
            }
        } finally {
            loops.close(stopped -> 0, 0);
            workers.close(5_000);
        }
    }

    private long accept(Store store, RunConsumer consumer, Semaphore room) throws InterruptedException {
        var inbox = new Inbox(store);
        var payload = "{\"n\":1}".getBytes(StandardCharsets.UTF_8);
        var time = new SystemTime();
        long until = time.nanos() + TimeUnit.MILLISECONDS.toNanos(countMs);
        long events = 0;
        while (time.nanos() < until) {
            if (room.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                var unused = inbox.accept(Starts.of("noop", "key-" + events++, payload, "bench", 1))
                        .thenRun(consumer::up);
            }
        }
        // All permits are back once every run has begun; its settlement is a commit or two behind.
        if (!room.tryAcquire(IN_FLIGHT, 60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("runs do not begin");
        }
        for (int looks = 0; looks < 100 && done(store) < events; looks++) {
            Patience.until(100, () -> false);
        }
        return events;
    }

    private static long done(Store store) {
        return store.read(tx -> tx.query(
                        "-- bench: done\nselect count(*) from run where state = 'done'",
                        Map.of(),
                        row -> row.getLong(1)))
                .get(0);
    }
}
