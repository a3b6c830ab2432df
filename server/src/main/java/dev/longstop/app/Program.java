package dev.longstop.app;

import dev.longstop.time.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A serving Longstop in a process of its own, for those who start, watch, kill and restart it: the demo and the tests.
 *
 * <p><i>Threads</i>: one at a time.
 */
public final class Program implements AutoCloseable {

    private static final long READY_WITHIN_MS = 60_000;
    private static final long DUMP_WITHIN_MS = 5_000;
    private static final Pattern READY = Pattern.compile("ready public=(\\S+) admin=(\\S+)");

    private final Process process;
    private final Path log;
    private final URI publicUrl;
    private final URI adminUrl;

    private Program(Process process, Path log, URI publicUrl, URI adminUrl) {
        this.process = process;
        this.log = log;
        this.publicUrl = publicUrl;
        this.adminUrl = adminUrl;
    }

    /**
     * How to start it.
     *
     * @param jar the program
     * @param config its configuration file; the process works in that file's folder
     * @param javaOptions options of the Java machine
     * @param environment what to add to this process's environment
     */
    public record Launch(Path jar, Path config, List<String> javaOptions, Map<String, String> environment) {

        /**
         * A plain start of a program with a configuration; with the archive of classes that this process was started
         * with, if it was.
         */
        public static Launch of(Path jar, Path config) {
            var options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
            Stream.of(ProcessHandle.current().info().arguments().orElse(new String[0]))
                    .filter(option -> option.startsWith("-XX:SharedArchiveFile=") || option.startsWith("-XX:AOTCache="))
                    .findFirst()
                    .ifPresent(options::add);
            return new Launch(jar, config, List.copyOf(options), Map.of());
        }

        /** A start with the options that this Java machine was given: as {@code serve} is started here. */
        public static Launch asThis(Path jar, Path config) {
            var options = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(option -> option.startsWith("-X"))
                    .toList();
            return new Launch(jar, config, options, Map.of());
        }
    }

    /** The packaged program that this code belongs to; empty where it does not run from one. */
    public static Optional<Path> ownJar() {
        try {
            var place = Path.of(Program.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Files.isRegularFile(place) ? Optional.of(place) : Optional.empty();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Starts the program and waits until it takes requests.
     *
     * @throws IllegalStateException if it ended or was not ready within a minute; the message carries its log
     */
    public static Program serve(Launch launch) {
        var folder = Objects.requireNonNull(launch.config().toAbsolutePath().getParent());
        try {
            var log = Files.createTempFile(folder, "serve-", ".log");
            var builder = new ProcessBuilder(command(launch))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().putAll(launch.environment());
            var process = builder.start();
            process.getOutputStream().close();
            return awaitReady(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException("could not start " + launch.jar(), e);
        }
    }

    private static List<String> command(Launch launch) {
        var java = ProcessHandle.current().info().command().orElse("java");
        var command = new ArrayList<String>(List.of(java));
        command.addAll(launch.javaOptions());
        command.addAll(List.of(
                "-jar",
                launch.jar().toAbsolutePath().toString(),
                "serve",
                "--config",
                launch.config().toAbsolutePath().toString()));
        return command;
    }

    private static Program awaitReady(Process process, Path log) {
        boolean ready = Patience.until(
                READY_WITHIN_MS,
                () -> !process.isAlive() || READY.matcher(text(log)).find());
        var said = READY.matcher(text(log));
        if (!ready || !said.find()) {
            dumpThreads(process, log);
            process.destroyForcibly();
            throw new IllegalStateException("the program did not become ready; it said:\n" + text(log));
        }
        return new Program(process, log, URI.create(said.group(1)), URI.create(said.group(2)));
    }

    /** Has a Java machine that hangs write into its log what its threads do. */
    private static void dumpThreads(Process process, Path log) {
        if (process.isAlive()) {
            try {
                new ProcessBuilder("kill", "-QUIT", String.valueOf(process.pid())).start();
                Patience.until(DUMP_WITHIN_MS, () -> text(log).contains("JNI global refs"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Where senders post to. */
    public URI publicUrl() {
        return publicUrl;
    }

    /** Where the admin API listens. */
    public URI adminUrl() {
        return adminUrl;
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** Everything that it printed so far. */
    public String log() {
        return text(log);
    }

    /** Whether the process is there. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Ends the process and nothing else at once (SIGKILL), and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        ended(10_000);
    }

    /**
     * Asks the process to end (SIGTERM) and waits.
     *
     * @return its exit code
     * @throws IllegalStateException if it is still there after {@code withinMs}
     */
    public int stop(long withinMs) {
        process.destroy();
        return ended(withinMs);
    }

    /** Waits for as long as it serves; gives its exit code. */
    public int awaitEnd() {
        return process.onExit().join().exitValue();
    }

    private int ended(long withinMs) {
        try {
            return process.onExit().get(withinMs, TimeUnit.MILLISECONDS).exitValue();
        } catch (TimeoutException e) {
            throw new IllegalStateException("process " + process.pid() + " did not end; it said:\n" + log(), e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for process " + process.pid(), e);
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }

    private static String text(Path log) {
        try {
            return Files.readString(log, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
