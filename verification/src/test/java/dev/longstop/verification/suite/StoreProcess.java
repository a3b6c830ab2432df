package dev.longstop.verification.suite;

import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.StoreFailure;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A process of its own that has a SQLite store open and does what it is told over its standard input: to be limited,
 * and to be killed.
 *
 * <p>Words in: {@code put <prefix> <count> <bytes>} hands in items at once; {@code flood <prefix>} hands in items until
 * it is killed. Lines out: {@code open}, {@code refused <code>}, {@code done <target>}, {@code failed <code> <target>},
 * {@code end}.
 */
final class StoreProcess implements AutoCloseable {

    private static final int FLOOD_AT_ONCE = 50;

    private final Process process;
    private final BufferedReader output;

    private StoreProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts one.
     *
     * @param prefix what to put before the command, such as {@code prlimit}
     */
    static StoreProcess start(Path file, String... prefix) throws IOException {
        var command = new ArrayList<>(List.of(prefix));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx128m", "-XX:-UsePerfData"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(StoreProcess.class.getName(), file.toString()));
        return new StoreProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** The next line that it says; the empty text once it has ended. */
    String line() throws IOException {
        var line = output.readLine();
        return line == null ? "" : line;
    }

    /** Tells it something. */
    void tell(String words) throws IOException {
        process.getOutputStream().write((words + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Tells it to put items, and gives what it says about them. */
    List<String> put(String prefix, int count, int bytes) throws IOException {
        tell("put " + prefix + " " + count + " " + bytes);
        var said = new ArrayList<String>();
        for (var line = line(); !line.equals("end"); line = line()) {
            if (line.isEmpty()) {
                throw new IOException("the process ended: " + process.pid());
            }
            said.add(line);
        }
        return said;
    }

    long pid() {
        return process.pid();
    }

    /** Ends it as a power cut would. */
    void kill() {
        process.toHandle()
                .destroyForcibly(); // The process's own method would close its output, which is still to be read.
        Await.until("a killed process ends", 20_000, () -> !process.isAlive());
    }

    @Override
    public void close() {
        kill();
    }

    /** Runs the process. */
    public static void main(String[] args) throws IOException {
        try (var store = SqliteStore.open(
                        SqliteSettings.of(Path.of(args[0])), new SystemTime(), new SystemRandomness());
                var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            say("open");
            for (var line = input.readLine(); line != null; line = input.readLine()) {
                var words = line.split(" ", -1);
                switch (words[0]) {
                    case "put" -> put(store, words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
                    case "flood" -> flood(store, words[1]);
                    default -> throw new IllegalArgumentException(line);
                }
            }
        } catch (StoreFailure failure) {
            say("refused " + failure.code());
        }
    }

    private static void put(SqliteStore store, String prefix, int count, int bytes) {
        var answers = new ArrayList<CompletableFuture<Void>>();
        for (int i = 0; i < count; i++) {
            var target = prefix + i;
            answers.add(store.submit(Act.BATCH, new Act(target, Act.Kind.GOOD, bytes))
                    .thenAccept(id -> say("done " + target))
                    .exceptionally(failure -> {
                        say("failed " + code(failure) + " " + target);
                        return null;
                    })
                    .toCompletableFuture());
        }
        answers.forEach(CompletableFuture::join);
        say("end");
    }

    private static void flood(SqliteStore store, String prefix) {
        for (int round = 0; round < 1_000_000; round++) {
            put(store, prefix + round + "-", FLOOD_AT_ONCE, 100);
        }
    }

    private static String code(Throwable failure) {
        var cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof StoreFailure known ? known.code().name() : String.valueOf(cause);
    }

    private static synchronized void say(String line) {
        var bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        System.out.write(bytes, 0, bytes.length); // In one piece, so that no line is torn by a kill.
        System.out.flush();
    }
}
