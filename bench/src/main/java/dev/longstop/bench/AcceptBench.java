package dev.longstop.bench;

import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.PostgresServer;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * How many deliveries a second are accepted, verified and durable, against the same server without a store, and that
 * against a bare handler.
 *
 * <p>Usage: {@code AcceptBench [rounds] [seconds per variant]}. Every round measures every variant once, in the same
 * process, with a fresh store; the table shows medians and their ratios, and every store is counted afterwards.
 */
public final class AcceptBench {

    private static final int CONNECTIONS = 256;

    /** What is thrown away: after one round the compiler still took a tenth of the time on the stores' side. */
    private static final int WARM_ROUNDS = 4;

    private final Path scratch;
    private final int rounds;
    private final long countMs;
    private final Map<String, List<Double>> perSecond = new LinkedHashMap<>();

    private AcceptBench(Path scratch, int rounds, long countMs) {
        this.scratch = scratch;
        this.rounds = rounds;
        this.countMs = countMs;
    }

    /** Measures, and prints the table. */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 5;
        var scratch = Files.createDirectories(Path.of("target", "bench").toAbsolutePath());
        new AcceptBench(scratch, rounds, seconds * 1000).measure();
    }

    private void measure() throws Exception {
        for (int round = -WARM_ROUNDS; round < rounds; round++) {
            boolean warm = round < 0;
            try (var bare = BareServer.start()) {
                load("bare Vert.x + HMAC", bare.port(), warm);
            }
            try (var doors = Doors.withoutStore()) {
                load("no store", doors.port(), warm);
            }
            var folder = Files.createTempDirectory(scratch, "sqlite");
            durable("SQLite", () -> sqlite(folder), Doors::with, warm);
            // Not before it is its turn, and gone after it: a server goes on writing when nobody asks it for anything.
            try (var server = PostgresServer.start(Map.of())) {
                durable("PostgreSQL", () -> postgresql(server, 1), Doors::with, warm);
            }
            try (var server = PostgresServer.start(Map.of())) {
                durable(
                        "PostgreSQL, a transaction each",
                        () -> postgresql(server, Doors.WRITERS),
                        Doors::oneByOne,
                        warm);
            }
        }
        print();
    }

    /** Puts a door before a store. */
    private interface Hanging {
        Doors before(Store store);
    }

    private void durable(String name, Supplier<Store> open, Hanging hanging, boolean warm) throws Exception {
        try (var store = open.get()) {
            long acknowledged;
            try (var doors = hanging.before(store)) {
                acknowledged = load(name, doors.port(), warm);
            }
            long rows = store.read(
                            tx -> tx.query("-- bench.count\nselect count(*) from run", Map.of(), row -> row.getLong(1)))
                    .get(0);
            if (rows < acknowledged) {
                throw new IllegalStateException(name + " acknowledged " + acknowledged + " and kept " + rows);
            }
        }
    }

    private long load(String name, int port, boolean warm) throws InterruptedException {
        var vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        try {
            flush();
            var seen = new Load(vertx, port).run(CONNECTIONS, 1_500, warm ? 2_500 : countMs);
            if (seen.refused() > 0) {
                throw new IllegalStateException(name + " refused " + seen.refused() + " deliveries");
            }
            if (!warm) {
                perSecond.computeIfAbsent(name, n -> new ArrayList<>()).add(seen.perSecond());
            }
            return seen.accepted();
        } finally {
            vertx.close()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
        }
    }

    /** Lets the disk take what the last one left to it, so that nobody is measured while it does. */
    private static void flush() throws InterruptedException {
        try {
            new ProcessBuilder("sync").start().waitFor();
        } catch (IOException failure) {
            throw new UncheckedIOException("sync could not be started", failure);
        }
    }

    private static Store sqlite(Path folder) {
        return SqliteStore.open(
                SqliteSettings.of(folder.resolve("longstop.db")), new SystemTime(), new SystemRandomness());
    }

    private static Store postgresql(PostgresServer server, int writers) {
        var database = server.createDatabase();
        var settings = PostgresSettings.of(database.url(), database.user(), database.password())
                .withWriters(writers, 1);
        return PostgresStore.open(settings, new SystemTime(), new SystemRandomness());
    }

    private void print() {
        System.out.printf(
                Locale.ROOT,
                "%n%d connections, 1 KiB, signed; median of %d rounds of %d s each, load generator included%n%n",
                CONNECTIONS,
                rounds,
                countMs / 1000);
        System.out.printf(Locale.ROOT, "%-32s %12s %10s %22s%n", "variant", "accepted/s", "ratio", "rounds");
        perSecond.forEach((name, all) -> System.out.printf(
                Locale.ROOT, "%-32s %,12.0f %10s %22s%n", name, median(name), ratio(name), shown(all)));
        System.out.printf(
                Locale.ROOT,
                "%nPostgreSQL in batches against a transaction each: %.1f times%n",
                median("PostgreSQL") / median("PostgreSQL, a transaction each"));
    }

    private String ratio(String name) {
        return switch (name) {
            case "bare Vert.x + HMAC" -> "";
            case "no store" -> String.format(Locale.ROOT, "%.2f bare", median(name) / median("bare Vert.x + HMAC"));
            default -> String.format(Locale.ROOT, "%.2f", median(name) / median("no store"));
        };
    }

    private double median(String name) {
        var sorted = perSecond.getOrDefault(name, List.of()).stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static String shown(List<Double> all) {
        return all.stream()
                .map(one -> String.format(Locale.ROOT, "%.0f", one))
                .toList()
                .toString();
    }
}
