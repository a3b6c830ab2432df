package dev.longstop.verification;

import dev.longstop.time.Patience;
import dev.longstop.time.SystemRandomness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A PostgreSQL server for tests, from the binaries in Maven Central: nothing to install.
 *
 * <p>Everything lies below {@code target/postgres}. The server ends with this process, however that ends: it watches a
 * pipe that the operating system closes. Sessions have another time zone than this process, so that no test passes by
 * their agreement. As root it runs under another name, which PostgreSQL insists on.
 *
 * <p><i>Threads</i>: safe.
 */
public final class PostgresServer implements AutoCloseable {

    private static final long START_MS_MAX = 60_000;

    /** Runs the server until standard input ends; then ends it and deletes its data, the first argument. */
    private static final String GUARD = """
            trap '' INT TERM HUP
            data=$1
            shift
            "$@" &
            server=$!
            read -r ignored
            kill -QUIT $server
            wait $server
            rm -rf "$data" "$data.log"
            """;

    /** Little memory, no helpers that no test needs; durable, since a store refuses anything else. */
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("listen_addresses", "127.0.0.1"),
            Map.entry("unix_socket_directories", ""),
            Map.entry("max_connections", "100"),
            Map.entry("shared_buffers", "24MB"),
            Map.entry("wal_level", "minimal"),
            Map.entry("max_wal_senders", "0"),
            Map.entry("max_worker_processes", "2"),
            Map.entry("max_parallel_workers", "0"),
            Map.entry("autovacuum_max_workers", "1"),
            Map.entry("jit", "off"),
            Map.entry("fsync", "on"));

    private static final int UID = 65_534;

    private static final List<String> NOBODY = List.of("setpriv", "--reuid=" + UID, "--regid=" + UID, "--clear-groups");

    private final Path data;
    private final Process process;
    private final int port;
    private final String password;
    private final AtomicInteger databases = new AtomicInteger();

    private PostgresServer(Path data, Process process, int port, String password) {
        this.data = data;
        this.process = process;
        this.port = port;
        this.password = password;
    }

    /** A fresh database and the role that owns it. */
    public record Database(String url, String user, String password) {

        /** A new connection to it. */
        public Connection connect() throws SQLException {
            return DriverManager.getConnection(url, user, password);
        }
    }

    /** Holds the server that the tests of one process share. */
    private static final class Shared {
        private static final PostgresServer SERVER = start(Map.of());
    }

    /** The server that the tests of this process share: started when first asked for, ended with the process. */
    public static PostgresServer shared() {
        return Shared.SERVER;
    }

    /**
     * Starts a server of one's own.
     *
     * @param settings server settings in addition to, or instead of, the usual ones
     */
    public static PostgresServer start(Map<String, String> settings) {
        try {
            var home = Path.of("target", "postgres").toAbsolutePath();
            var programs = PostgresBinaries.below(home);
            sweep(home);
            var password = new SystemRandomness().token(16);
            var prefix = withoutRoot(programs);
            var data = Files.createTempDirectory(
                    home, "data-" + ProcessHandle.current().pid() + "-");
            create(programs, data, prefix, password);
            int port = freePort();
            var server = new PostgresServer(data, launch(programs, data, prefix, port, settings), port, password);
            server.awaitReady();
            Runtime.getRuntime().addShutdownHook(new Thread(server::letGo, "postgres-end"));
            server.useAnotherTimeZone();
            return server;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Creates an empty database with a role of its own. */
    public Database createDatabase() {
        var name = "test_" + databases.incrementAndGet();
        var secret = new SystemRandomness().token(8);
        try (var connection = connect("postgres");
                var statement = connection.createStatement()) {
            statement.execute("create role " + name + " login password '" + secret + "'");
            statement.execute("create database " + name + " owner " + name);
        } catch (SQLException failure) {
            throw new IllegalStateException("no database for a test", failure);
        }
        return new Database(url(name), name, secret);
    }

    /** A connection of the superuser: to end others' sessions, to look at them. */
    public Connection superuser() throws SQLException {
        return connect("postgres");
    }

    /** Ends the server at once and deletes its data. */
    @Override
    public void close() {
        letGo();
        try {
            if (!process.waitFor(START_MS_MAX, TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells the guard, and waits for nothing: deleting many databases takes longer than a process may take to end. */
    private void letGo() {
        try {
            process.getOutputStream().close();
        } catch (IOException alreadyGone) {
            process.destroy();
        }
    }

    private static void create(Path programs, Path data, List<String> prefix, String password) throws IOException {
        var secret = Files.writeString(data.resolveSibling(data.getFileName() + ".secret"), password);
        try {
            give(secret, prefix);
            give(data, prefix);
            var command = new ArrayList<>(prefix);
            command.add(programs.resolve("bin/initdb").toString());
            command.addAll(List.of("-D", data.toString(), "-U", "postgres", "-A", "scram-sha-256"));
            command.addAll(List.of("--pwfile", secret.toString(), "-E", "UTF8", "--locale", "C", "--no-sync"));
            run(command, data.resolveSibling(data.getFileName() + ".initdb.log"));
        } finally {
            Files.deleteIfExists(secret);
        }
    }

    private static Process launch(Path programs, Path data, List<String> prefix, int port, Map<String, String> settings)
            throws IOException {
        var all = new LinkedHashMap<>(SETTINGS);
        all.putAll(settings);
        var command = new ArrayList<>(List.of("sh", "-c", GUARD, "guard", data.toString()));
        command.addAll(prefix);
        command.add(programs.resolve("bin/postgres").toString());
        command.addAll(List.of("-D", data.toString(), "-p", Integer.toString(port)));
        all.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        var log = data.resolveSibling(data.getFileName() + ".log").toFile();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
    }

    /**
     * What to put before a command so that it does not run as root: nothing for any other user; a user namespace in
     * which root has another name; where a container forbids that, the system's user without rights.
     */
    private static List<String> withoutRoot(Path programs) {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of();
        }
        return Stream.of(List.of("unshare", "-U"), NOBODY)
                .filter(prefix -> runsAs(prefix, programs))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "PostgreSQL does not run as root, and there is no other way: no user namespace, and user " + UID
                                + " may not read " + programs + "; run the tests as another user"));
    }

    private static boolean runsAs(List<String> prefix, Path programs) {
        var command = new ArrayList<>(prefix);
        command.addAll(List.of(programs.resolve("bin/postgres").toString(), "--version"));
        try {
            return exitCode(command, programs.resolveSibling("version.log")) == 0;
        } catch (IOException notInstalled) {
            return false;
        }
    }

    private static void give(Path path, List<String> prefix) throws IOException {
        if (prefix.equals(NOBODY)) {
            Files.setAttribute(path, "unix:uid", UID);
        }
    }

    private void awaitReady() {
        boolean ready = Patience.until(START_MS_MAX, () -> !process.isAlive() || answers());
        if (!ready || !process.isAlive()) {
            process.destroyForcibly();
            throw new IllegalStateException("PostgreSQL did not start: see " + data + ".log");
        }
    }

    private boolean answers() {
        try (var connection = connect("postgres")) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** The driver tells the server this process's zone, after every other setting: only a login trigger comes later. */
    private void useAnotherTimeZone() {
        var zone = TimeZone.getDefault().getID().equals("America/St_Johns") ? "Asia/Kathmandu" : "America/St_Johns";
        try (var connection = connect("template1");
                var statement = connection.createStatement()) {
            statement.execute("create schema fixture");
            statement.execute("create function fixture.another_time_zone() returns event_trigger language plpgsql as "
                    + "$$ begin perform set_config('TimeZone', '" + zone + "', false); end $$");
            statement.execute(
                    "create event trigger another_time_zone on login execute function fixture.another_time_zone()");
        } catch (SQLException failure) {
            throw new IllegalStateException("no other time zone", failure);
        }
    }

    private Connection connect(String database) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", "postgres");
        properties.setProperty("password", password);
        properties.setProperty("connectTimeout", "5");
        return DriverManager.getConnection(url(database), properties);
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void run(List<String> command, Path log) throws IOException {
        int code = exitCode(command, log);
        if (code != 0) {
            throw new IOException("exit " + code + " of " + command.get(command.size() - 1) + ": see " + log);
        }
        Files.deleteIfExists(log);
    }

    private static int exitCode(List<String> command, Path log) throws IOException {
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(START_MS_MAX, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new IOException("did not end: see " + log);
            }
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    /** Deletes what processes that are gone left behind. */
    private static void sweep(Path home) throws IOException {
        try (var entries = Files.list(home)) {
            for (var entry : entries.toList()) {
                var words = entry.getFileName().toString().split("-", -1);
                boolean stale = words.length == 3
                        && words[0].equals("data")
                        && ProcessHandle.of(Long.parseLong(words[1])).isEmpty();
                if (stale) {
                    delete(entry);
                }
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        try (var paths = Files.walk(tree)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
