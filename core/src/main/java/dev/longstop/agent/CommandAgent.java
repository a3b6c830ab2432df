package dev.longstop.agent;

import dev.longstop.queue.Ending;
import dev.longstop.queue.RetrySettings;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent that is a local command.
 *
 * <p>The payload is its standard input, as a file, so that a command which never reads it, or stops reading, is no
 * different from any other. Its output is read by the one thread that also watches the clock and the revocation:
 * whoever holds the output open holds nothing up. Where the machine has {@code setsid} a command begins a session of
 * its own: a terminal's Ctrl-C reaches Longstop, which drains, and not the command. When an attempt is over, so is
 * its whole process tree.
 *
 * <p><i>Errors</i>: exit 0 is done; 126, 127 and a program that is not there are dead; everything else, the timeout
 * and a signal included, is tried again. <i>Source</i>: design sections 3 "Retry", 9 "What an agent gets".
 */
public final class CommandAgent implements Agent {

    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;
    private static final int SIGNALS_FROM = 128;
    private static final int SIGNAL_MAX = 64;
    private static final long LOOK_MIN_MS = 2;
    private static final long LOOK_MAX_MS = 200;
    private static final long LEFTOVER_GRACE_MS = 500;
    private static final int READS_MAX = 64;

    /**
     * One command starts at a time. The JDK's helper that becomes the command waits on a pipe for its orders, with all
     * our files open; of two at once, each holds the other's pipe. If we are killed then, both would wait for ever, and
     * with them our listening socket would stay taken.
     */
    private static final ReentrantLock STARTING = new ReentrantLock();

    private static final Logger LOG = LoggerFactory.getLogger(CommandAgent.class);

    private final CommandSettings settings;
    private final CommandPlace place;
    private final Time time;

    /** An agent that runs its command in a place. */
    public CommandAgent(CommandSettings settings, CommandPlace place, Time time) {
        this.settings = settings;
        this.place = place;
        this.time = time;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public int concurrency() {
        return settings.concurrency();
    }

    @Override
    public long timeoutMs() {
        return settings.timeoutMs();
    }

    @Override
    public RetrySettings retry() {
        return settings.retry();
    }

    @Override
    public Ending run(Assignment assignment) {
        if (!endLeftBehind(assignment)) {
            return retry("processes of an earlier attempt could not be ended");
        }
        if (assignment.revocation().revoked()) {
            return new Ending.Released("revoked before it was started");
        }
        var environment = CommandEnvironment.of(place.machine(), settings.environment(), assignment);
        var program = place.program(settings.command().get(0), environment);
        if (program.isEmpty()) {
            return new Ending.Dead(report("the program was not found or is not executable"));
        }
        var words = new ArrayList<String>();
        place.setsid().ifPresent(path -> words.add(path.toString()));
        words.add(program.get().toString());
        words.addAll(settings.command().subList(1, settings.command().size()));
        try {
            return runIn(
                    place.newFolder(
                            assignment.claimed().runId(),
                            assignment.claimed().lease().token()),
                    words,
                    environment,
                    assignment);
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue(LogKeys.EVENT, assignment.claimed().event().key())
                    .addKeyValue(LogKeys.RUN, assignment.claimed().runId())
                    .setCause(e)
                    .log("A command could not be started");
            return retry("the command could not be started");
        }
    }

    /** A run that lost a lease may have left processes on this machine, whether or not a mark of them was kept. */
    private boolean endLeftBehind(Assignment assignment) {
        var claimed = assignment.claimed();
        return (claimed.lapses() == 0 && claimed.leftBehind().isEmpty())
                || ProcessTree.leftBehind(assignment.idempotencyKey(), claimed.leftBehind())
                        .end(place.graceMs());
    }

    private Ending runIn(
            AttemptFolder folder, List<String> words, Map<String, String> environment, Assignment assignment)
            throws IOException {
        try {
            var process = start(folder, words, environment, assignment.payload());
            var tree = ProcessTree.of(
                    assignment.idempotencyKey(),
                    process.toHandle(),
                    place.setsid().isPresent());
            assignment.mark().accept(ProcessMark.of(process.pid()).toString());
            return new Watch(process, tree, assignment).untilOver();
        } finally {
            if (!folder.remove()) {
                LOG.atWarn().addKeyValue(LogKeys.PATH, folder.path()).log("A working directory could not be removed");
            }
        }
    }

    private static Process start(
            AttemptFolder folder, List<String> words, Map<String, String> environment, byte[] payload)
            throws IOException {
        Files.write(folder.input(), payload);
        var builder = new ProcessBuilder(words)
                .directory(folder.workingDirectory().toFile())
                .redirectInput(folder.input().toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = begin(builder);
        // The command has it open; nobody else needs to find it.
        Files.deleteIfExists(folder.input());
        return process;
    }

    private static Process begin(ProcessBuilder builder) throws IOException {
        STARTING.lock();
        try {
            return builder.start();
        } finally {
            STARTING.unlock();
        }
    }

    /** Why a command is over. */
    private enum Over {
        EXIT,
        TIMEOUT,
        REVOKED,
        INTERRUPTED
    }

    /** Watches one command until it is over, and says how that was. */
    private final class Watch {

        private final Process process;
        private final ProcessTree tree;
        private final Assignment assignment;
        private final OutputTail output = new OutputTail();
        private final byte[] buffer = new byte[OutputTail.BYTES_MAX];
        private final long fromNanos = time.nanos();

        Watch(Process process, ProcessTree tree, Assignment assignment) {
            this.process = process;
            this.tree = tree;
            this.assignment = assignment;
        }

        Ending untilOver() {
            var over = Over.REVOKED;
            try {
                over = await();
            } finally {
                // What a command that has ended leaves running gets less time: its output is drained into memory
                // meanwhile.
                endTree(over == Over.EXIT ? Math.min(LEFTOVER_GRACE_MS, place.graceMs()) : place.graceMs());
            }
            read();
            return switch (over) {
                case EXIT -> ending(process.exitValue());
                case TIMEOUT -> new Ending.Retry(report("timeout", OptionalInt.empty()), Optional.empty());
                case REVOKED -> new Ending.Released("revoked");
                case INTERRUPTED -> new Ending.Released("interrupted");
            };
        }

        private Over await() {
            long lookMs = LOOK_MIN_MS;
            while (process.isAlive()) {
                if (assignment.revocation().revoked()) {
                    return Over.REVOKED;
                }
                if (time.nanos() - fromNanos >= TimeUnit.MILLISECONDS.toNanos(settings.timeoutMs())) {
                    return Over.TIMEOUT;
                }
                lookMs = read() ? LOOK_MIN_MS : Math.min(lookMs * 2, LOOK_MAX_MS);
                try {
                    process.waitFor(lookMs, TimeUnit.MILLISECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return Over.INTERRUPTED;
                }
            }
            return Over.EXIT;
        }

        private void endTree(long graceMs) {
            if (!tree.end(graceMs)) {
                LOG.atWarn()
                        .addKeyValue(LogKeys.EVENT, assignment.claimed().event().key())
                        .addKeyValue(LogKeys.RUN, assignment.claimed().runId())
                        .addKeyValue(LogKeys.PROCESS, process.pid())
                        .log("Processes of an attempt could not be ended");
            }
        }

        /** Reads what is there, waits for nothing, and comes back also from one that never stops talking. */
        private boolean read() {
            int reads = 0;
            try {
                var stream = process.getInputStream();
                for (; reads < READS_MAX; reads++) {
                    int there = Math.min(stream.available(), buffer.length);
                    int got = there <= 0 ? 0 : stream.read(buffer, 0, there);
                    if (got <= 0) {
                        break;
                    }
                    output.take(buffer, got);
                }
            } catch (IOException e) {
                // What a command says last must not decide whether it is run again (A18).
                LOG.atDebug().setCause(e).log("The rest of a command's output could not be read");
            }
            return reads > 0;
        }

        private Ending ending(int exit) {
            int signal = exit - SIGNALS_FROM;
            var killed = signal >= 1 && signal <= SIGNAL_MAX ? " (signal " + signal + ")" : "";
            var report = report("exit " + exit + killed, OptionalInt.of(exit));
            return switch (exit) {
                case 0 -> new Ending.Done(report);
                case NOT_EXECUTABLE, NOT_FOUND -> new Ending.Dead(report);
                default -> new Ending.Retry(report, Optional.empty());
            };
        }

        private Ending.Report report(String outcome, OptionalInt exit) {
            return new Ending.Report(outcome, exit, output.text(), output.cut());
        }
    }

    private static Ending retry(String outcome) {
        return new Ending.Retry(report(outcome), Optional.empty());
    }

    private static Ending.Report report(String outcome) {
        return new Ending.Report(outcome, OptionalInt.empty(), "", false);
    }
}
