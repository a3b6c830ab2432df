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
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How many deliveries a second are accepted by an empty store, by one that holds many events of long ago, and by the
 * same while somebody else has a transaction open and does nothing: a snapshot that keeps the database from tidying.
 *
 * <p>Usage: {@code HistoryBench [rounds] [seconds per variant] [events] [SQLite or PostgreSQL]}. The variants take
 * turns; the table shows medians and their ratios, and every store is counted afterwards.
 */
public final class HistoryBench {

    private static final int CONNECTIONS = 256;
    private static final int MAKERS_MAX = 65_536;

    private final int rounds;
    private final long countMs;
    private final Map<String, List<Double>> perSecond = new LinkedHashMap<>();
    private int maker;

    private HistoryBench(int rounds, long countMs) {
        this.rounds = rounds;
        this.countMs = countMs;
    }

    /** Measures, and prints the table. */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        long seconds = arguments.length > 1 ? Long.parseLong(arguments[1]) : 5;
        long events = arguments.length > 2 ? Long.parseLong(arguments[2]) : 10_000_000;
        new HistoryBench(rounds, seconds * 1_000).measure(events, arguments.length > 3 ? arguments[3] : "");
    }

    /** Opens a store that nobody has used yet, or a connection to one for somebody else. */
    private interface Opening<T> {
        T open() throws Exception;
    }

    private void measure(long events, String only) throws Exception {
        if (!only.equals("PostgreSQL")) {
            measureSqlite(events);
        }
        if (!only.equals("SQLite")) {
            measurePostgresql(events);
        }
        print(events);
    }

    private void measureSqlite(long events) throws Exception {
        var folder = Files.createTempDirectory(
                Files.createDirectories(Path.of("target", "bench").toAbsolutePath()), "history");
        var old = folder.resolve("old.db");
        try (var store = sqlite(old)) {
            fill("SQLite", store, events);
            rounds(
                    "SQLite",
                    store,
                    () -> sqlite(Files.createTempDirectory(folder, "new").resolve("new.db")),
                    () -> DriverManager.getConnection("jdbc:sqlite:" + old));
        }
    }

    private void measurePostgresql(long events) throws Exception {
        try (var server = PostgresServer.start(Map.of("max_wal_size", "4GB"))) {
            var database = server.createDatabase();
            try (var store = postgresql(database)) {
                fill("PostgreSQL", store, events);
                tidied(database);
                rounds("PostgreSQL", store, () -> postgresql(server.createDatabase()), database::connect);
            }
        }
    }

    /** The store has begun its life, and remembers nothing, before the events are written behind its back. */
    private void fill(String name, Store store, long events) throws InterruptedException {
        load(store, 500);
        long from = System.nanoTime();
        History.write(store, events);
        System.out.printf(
                Locale.ROOT, "%s: %,d events written in %.0f s%n", name, events, (System.nanoTime() - from) / 1e9);
    }

    /** What the database does by itself in the time in which so many events come. */
    private static void tidied(PostgresServer.Database database) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute("vacuum analyze");
        }
    }

    private void rounds(String name, Store old, Opening<Store> fresh, Opening<Connection> somebody) throws Exception {
        for (int round = 0; round <= rounds; round++) {
            boolean warm = round == 0;
            try (var store = fresh.open()) {
                variant(name + ", empty", store, warm);
            }
            variant(name + ", beside them", old, warm);
            try (var connection = somebody.open()) {
                connection.setAutoCommit(false);
                look(connection);
                variant(name + ", idle transaction", old, warm);
                connection.rollback();
            }
        }
    }

    /** From here on the connection sees the database as it is now, and so keeps what is needed for that. */
    private static void look(Connection connection) throws SQLException {
        if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        }
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from setting")) {
            if (!rows.next()) {
                throw new IllegalStateException("a count is a row");
            }
        }
    }

    private void variant(String name, Store store, boolean warm) throws InterruptedException {
        long before = rows(store);
        var seen = load(store, warm ? Math.min(2_500, countMs) : countMs);
        long written = rows(store) - before;
        if (seen.refused() > 0 || written < seen.accepted()) {
            throw new IllegalStateException(
                    name + " refused " + seen.refused() + ", acknowledged " + seen.accepted() + " and kept " + written);
        }
        if (!warm) {
            perSecond.computeIfAbsent(name, n -> new ArrayList<>()).add(seen.perSecond());
        }
    }

    private Load.Seen load(Store store, long forMs) throws InterruptedException {
        maker = (maker + CONNECTIONS) % MAKERS_MAX;
        var vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        try (var doors = Doors.with(store)) {
            return new Load(vertx, doors.port(), maker).run(CONNECTIONS, 1_500, forMs);
        } finally {
            vertx.close()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
        }
    }

    /** Those of long ago have numbers below zero. */
    private static long rows(Store store) {
        return store.read(tx -> tx.query(
                        "-- bench.count\nselect count(*) from run where id > 0", Map.of(), row -> row.getLong(1)))
                .get(0);
    }

    private static Store sqlite(Path file) {
        return SqliteStore.open(SqliteSettings.of(file), new SystemTime(), new SystemRandomness());
    }

    private static Store postgresql(PostgresServer.Database database) {
        return PostgresStore.open(
                PostgresSettings.of(database.url(), database.user(), database.password()),
                new SystemTime(),
                new SystemRandomness());
    }

    private void print(long events) {
        System.out.printf(
                Locale.ROOT,
                "%n%d connections, 1 KiB, signed; beside %,d events; median of %d rounds of %d s each%n%n",
                CONNECTIONS,
                events,
                rounds,
                countMs / 1000);
        System.out.printf(Locale.ROOT, "%-32s %12s %10s %s%n", "variant", "accepted/s", "of empty", "  rounds");
        perSecond.forEach((name, all) -> System.out.printf(
                Locale.ROOT,
                "%-32s %,12.0f %10.2f   %s%n",
                name,
                median(name),
                median(name) / median(name.replaceFirst(",.*", ", empty")),
                all.stream().map(one -> String.format(Locale.ROOT, "%.0f", one)).toList()));
    }

    private double median(String name) {
        var sorted = perSecond.getOrDefault(name, List.of()).stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }
}
