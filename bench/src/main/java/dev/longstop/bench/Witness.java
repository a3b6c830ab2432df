package dev.longstop.bench;

import dev.longstop.time.Patience;
import dev.longstop.verification.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Somebody else than the program who counts what it has the disk do, and what it has the database do.
 *
 * <p><i>Units</i>: all of it since some beginning; below zero where it cannot be seen.
 */
sealed interface Witness extends AutoCloseable {

    /** Calls that return once the disk has it. */
    long syncs();

    /** Bytes that were written. */
    long bytes();

    /** What it counts, for people. */
    String words();

    /** Waits until the counts have come. */
    void settle();

    @Override
    void close();

    /**
     * The operating system, for a store in this process: strace, if it is there, follows the thread that commits, and
     * no other, so that the rest is as quick as ever; Linux says what the process had written.
     *
     * @param trace what strace wrote
     */
    record OfProcess(Optional<Process> strace, Path trace) implements Witness {

        private static final long ATTACHED_MS = 10_000;

        /** Begins to look at the thread whose name begins so, of which there must be one. */
        static OfProcess of(String thread, Path folder) {
            var trace = folder.resolve("strace");
            return new OfProcess(task(thread).flatMap(task -> follow(task, trace)), trace);
        }

        private static Optional<String> task(String thread) {
            try (var tasks = Files.list(Path.of("/proc/self/task"))) {
                return tasks.filter(task -> name(task).startsWith(thread))
                        .map(task -> String.valueOf(task.getFileName()))
                        .findFirst();
            } catch (IOException noSuchFolder) {
                return Optional.empty();
            }
        }

        private static String name(Path task) {
            try {
                return Files.readString(task.resolve("comm"));
            } catch (IOException ended) {
                return "";
            }
        }

        private static Optional<Process> follow(String task, Path trace) {
            try {
                var said = trace.resolveSibling("strace.said");
                var strace = new ProcessBuilder(
                                "strace", "-p", task, "-e", "trace=fsync,fdatasync", "-o", trace.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
                boolean attached = Patience.until(
                        ATTACHED_MS, () -> !strace.isAlive() || text(said).contains("attached"));
                return attached && strace.isAlive() ? Optional.of(strace) : Optional.empty();
            } catch (IOException notInstalled) {
                return Optional.empty();
            }
        }

        @Override
        public long syncs() {
            return strace.isEmpty()
                    ? -1
                    : text(trace).lines().filter(line -> line.contains("sync(")).count();
        }

        @Override
        public long bytes() {
            return text(Path.of("/proc/self/io"))
                    .lines()
                    .filter(line -> line.startsWith("write_bytes:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(-1);
        }

        @Override
        public String words() {
            return "fsyncs: what strace saw of the thread that commits; KB: what Linux says this process wrote";
        }

        /** The trace's buffer is written out with the next line. */
        @Override
        public void settle() {
            Patience.until(200, () -> false);
        }

        @Override
        public void close() {
            strace.ifPresent(Process::destroy);
        }

        private static String text(Path file) {
            try {
                return Files.exists(file) ? Files.readString(file) : "";
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A PostgreSQL server that serves nobody else: what it says of its write-ahead log. */
    record OfServer(PostgresServer server) implements Witness {

        /** A session that becomes idle tells its counts at once, but once a second at most, or after ten. */
        private static final long TOLD_MS = 11_000;

        @Override
        public long syncs() {
            return one("select wal_sync from pg_stat_wal");
        }

        @Override
        public long bytes() {
            return one("select wal_bytes from pg_stat_wal");
        }

        private long one(String query) {
            try (var connection = server.superuser();
                    var statement = connection.createStatement();
                    var rows = statement.executeQuery(query)) {
                return rows.next() ? rows.getLong(1) : -1;
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }

        /** Statements that the server ran of a database, begin and commit apart, by {@code pg_stat_statements}. */
        long statements(PostgresServer.Database database) {
            return one("select coalesce(sum(calls), 0) from fixture.pg_stat_statements as seen"
                    + " join pg_database as one on one.oid = seen.dbid"
                    + " where one.datname = '" + database.user() + "'"
                    + " and seen.query !~* '^(begin|commit|rollback|set|show|deallocate)'");
        }

        @Override
        public String words() {
            return "fsyncs and KB: what the server says of its write-ahead log (pg_stat_wal)";
        }

        @Override
        public void settle() {
            Patience.until(TOLD_MS, () -> false);
        }

        @Override
        public void close() {}
    }
}
