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
import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.PostgresServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How many runs a second are accepted, claimed, run by a handler that does nothing, and settled, with an empty queue
 * and with a backlog of runs of the same agent that were due before.
 *
 * <p>Usage: {@code RunBench [rounds] [seconds per variant] [backlog]}. As many are accepted as are settled, so the
 * backlog stays what it is; the count is of rows that are done, from the store itself.
 */
public final class RunBench {

    private static final int IN_FLIGHT = 4_096;
    private static final int CONCURRENCY = 128;
    private static final int CLAIM_MAX = 64;
    private static final long WAIT_S = 600;

    private final int rounds;
    private final long countMs;
    private final int backlog;
    private final Map<String, List<Double>> perSecond = new LinkedHashMap<>();

    private RunBench(int rounds, long countMs, int backlog) {
        this.rounds = rounds;
        this.countMs = countMs;
        this.backlog = backlog;
    }

    /** Measures, and prints the table. */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 10;
        int backlog = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1_000_000;
        new RunBench(rounds, seconds * 1_000, backlog).measure();
    }

    private void measure() throws Exception {
        var scratch = Files.createDirectories(Path.of("target", "bench").toAbsolutePath());
        try (var server = PostgresServer.start(Map.of())) {
            for (int round = 0; round <= rounds; round++) {
                boolean warm = round == 0;
                var folder = Files.createTempDirectory(scratch, "runs");
                variant("SQLite", () -> sqlite(folder.resolve("empty.db")), 0, warm);
                variant("SQLite, backlog", () -> sqlite(folder.resolve("backlog.db")), warm ? 1_000 : backlog, warm);
                variant("PostgreSQL", () -> postgresql(server), 0, warm);
                variant("PostgreSQL, backlog", () -> postgresql(server), warm ? 1_000 : backlog, warm);
            }
        }
        print();
    }

    private void variant(String name, Supplier<Store> open, int due, boolean warm) throws InterruptedException {
        var time = new SystemTime();
        try (var store = open.get()) {
            fill(store, due);
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
                    parts, new ConsumerSettings("bench", store.installation(), 30_000, 1_000, CLAIM_MAX, Map.of()));
            var loops = ConsumerLoops.start(consumer, 1_000, time);
            try {
                double rate = load(store, consumer, room, warm ? countMs / 3 : countMs);
                if (!warm) {
                    perSecond.computeIfAbsent(name, n -> new ArrayList<>()).add(rate);
                }
            } finally {
                loops.close(stopped -> 0, 0);
                workers.close(5_000);
            }
        }
    }

    /** Accepts as many as are run, and counts those that became done in a while. */
    private static double load(Store store, RunConsumer consumer, Semaphore room, long forMs)
            throws InterruptedException {
        var inbox = new Inbox(store);
        var time = new SystemTime();
        var payload = "{\"n\":1}".getBytes(StandardCharsets.UTF_8);
        long from = time.nanos();
        long until = from + TimeUnit.MILLISECONDS.toNanos(forMs);
        long before = done(store);
        for (long n = 0; time.nanos() < until; n++) {
            if (room.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                var unused = inbox.accept(Starts.of("noop", "key-" + n, payload, "bench", 1))
                        .thenRun(consumer::up);
            }
        }
        long counted = done(store) - before;
        return counted * 1e9 / (time.nanos() - from);
    }

    private static long done(Store store) {
        return store.read(tx -> tx.query(
                        "-- bench: done\nselect count(*) from run where state = 'done'",
                        Map.of(),
                        row -> row.getLong(1)))
                .get(0);
    }

    /**
     * Puts runs into the queue that were due long ago; each is another round of one event. What SQLite has to tidy up
     * after so large a transaction is done before the next commit, which is waited for: no backlog comes in one.
     */
    private static void fill(Store store, int due) {
        if (due == 0) {
            return;
        }
        var event = join(new Inbox(store).accept(Starts.of("nobody", "backlog", new byte[] {'1'}, "bench", 1)));
        join(store.submit(new Fill(event.get(0).seq()), due));
        join(new Inbox(store).accept(Starts.of("nobody", "after", new byte[] {'1'}, "bench", 1)));
    }

    /** Many runs in one statement. */
    private record Fill(long seq) implements Batch<Integer, Integer> {

        private static final String RUNS = """
                insert into run (id, event_seq, agent, round, source, mode, state, created_at, due_at)
                select 1000000000 + n, :seq, 'noop', n, '_start', 'live', 'pending', 1, 1
                """;

        private static final String SQLITE = """
                -- bench: a backlog
                with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < :due)
                """ + RUNS + " from numbers";

        private static final String POSTGRESQL = """
                -- bench: a backlog
                """ + RUNS + " from generate_series(1, :due) as numbers (n)";

        @Override
        public String name() {
            return "fill";
        }

        @Override
        public List<Integer> apply(Tx tx, List<Integer> items) {
            var sql = tx.dialect() == Dialect.SQLITE ? SQLITE : POSTGRESQL;
            return items.stream()
                    .map(due -> tx.update(sql, Map.of("seq", seq, "due", due)))
                    .toList();
        }
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(WAIT_S, TimeUnit.SECONDS).join();
    }

    private static Store sqlite(Path file) {
        return SqliteStore.open(SqliteSettings.of(file), new SystemTime(), new SystemRandomness());
    }

    private static Store postgresql(PostgresServer server) {
        var database = server.createDatabase();
        var settings = PostgresSettings.of(database.url(), database.user(), database.password());
        return PostgresStore.open(settings, new SystemTime(), new SystemRandomness());
    }

    private void print() {
        System.out.printf(
                Locale.ROOT,
                "%naccepted, run by a handler that does nothing, settled; median of %d rounds of %d s; backlog %,d%n%n",
                rounds,
                countMs / 1_000,
                backlog);
        System.out.printf(Locale.ROOT, "%-24s %10s  %s%n", "variant", "runs/s", "rounds");
        perSecond.forEach((name, all) -> System.out.printf(
                Locale.ROOT,
                "%-24s %,10.0f  %s%n",
                name,
                median(name),
                all.stream().map(one -> String.format(Locale.ROOT, "%.0f", one)).toList()));
        System.out.printf(
                Locale.ROOT,
                "%nwith a backlog against without: SQLite %.2f, PostgreSQL %.2f%n",
                median("SQLite, backlog") / median("SQLite"),
                median("PostgreSQL, backlog") / median("PostgreSQL"));
    }

    private double median(String name) {
        var sorted = perSecond.getOrDefault(name, List.of()).stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }
}
