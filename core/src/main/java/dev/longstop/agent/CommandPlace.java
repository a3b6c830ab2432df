package dev.longstop.agent;

import dev.longstop.telemetry.LogKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where commands run on this machine: their folders, what the machine gives them, and where programs are.
 *
 * <p>Every process has a folder of its own below the data directory, which it locks for as long as it lives; what dead
 * processes left there is removed at the next start. <i>Threads</i>: safe.
 */
public final class CommandPlace implements AutoCloseable {

    /** How long a process tree may take to end when it is asked to, in milliseconds. */
    public static final long GRACE_MS = 5_000;

    private static final List<String> FROM_THE_MACHINE = List.of("PATH", "HOME", "LANG");
    private static final String LOCK = "alive";
    private static final Logger LOG = LoggerFactory.getLogger(CommandPlace.class);

    private final Path folder;
    private final Path base;
    private final Map<String, String> machine;
    private final long graceMs;
    private final Optional<Path> setsid;
    private final FileChannel lock;

    private CommandPlace(Path folder, Where where, FileChannel lock) {
        this.folder = folder;
        this.base = where.base.toAbsolutePath();
        this.graceMs = where.graceMs;
        this.lock = lock;
        var given = new LinkedHashMap<String, String>();
        for (var name : FROM_THE_MACHINE) {
            Optional.ofNullable(where.environment.get(name)).ifPresent(value -> given.put(name, value));
        }
        machine = Map.copyOf(given);
        setsid = program("setsid", machine);
    }

    /**
     * What a place is made of.
     *
     * @param data the data directory; working directories are below {@code work} in it
     * @param owner the process, by an id that is new at every start
     * @param base what relative paths of programs are relative to: the folder of the configuration
     * @param environment the process's own environment, of which commands get PATH, HOME and LANG
     * @param graceMs how long a process tree may take to end when it is asked to
     */
    public record Where(Path data, String owner, Path base, Map<String, String> environment, long graceMs) {

        public Where {
            environment = Map.copyOf(environment);
        }

        @Override
        public String toString() {
            return "Where[" + data + ", " + owner + "]";
        }
    }

    /**
     * Opens the place and removes what dead processes left in it.
     *
     * <p><i>Errors</i>: {@link UncheckedIOException} if the data directory cannot be written.
     */
    public static CommandPlace open(Where where) {
        var work = where.data.toAbsolutePath().resolve("work");
        var folder = work.resolve(where.owner.replaceAll("[^A-Za-z0-9._-]", "_"));
        try {
            Files.createDirectories(work);
            removeDead(work);
            AttemptFolder.createPrivate(folder);
            var lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock.lock();
            return new CommandPlace(folder, where, lock);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder for commands cannot be made: " + folder, e);
        }
    }

    private static void removeDead(Path work) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(work)) {
            for (var folder : folders) {
                if (Files.exists(folder.resolve(LOCK)) && dead(folder.resolve(LOCK)) && !AttemptFolder.remove(folder)) {
                    LOG.atWarn()
                            .addKeyValue(LogKeys.PATH, folder)
                            .log("What an earlier process left of its commands could not be removed");
                }
            }
        }
    }

    private static boolean dead(Path lock) {
        try (var channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock got = channel.tryLock()) {
            return got != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    /** A new folder for one attempt. */
    AttemptFolder newFolder(long runId, long token) throws IOException {
        return AttemptFolder.create(folder.resolve("run-" + runId + "-" + token));
    }

    /** PATH, HOME and LANG, as far as they are set. */
    Map<String, String> machine() {
        return machine;
    }

    /** How long a process tree may take to end when it is asked to. */
    long graceMs() {
        return graceMs;
    }

    /** The program that begins a session and then becomes the command, where the machine has it. */
    Optional<Path> setsid() {
        return setsid;
    }

    /**
     * Where a program is.
     *
     * @param name a path, relative ones from {@code base}, or a name to be looked for on the PATH
     * @param environment the command's environment
     */
    Optional<Path> program(String name, Map<String, String> environment) {
        if (name.contains("/")) {
            return Optional.of(base.resolve(name).normalize()).filter(CommandPlace::isProgram);
        }
        return Arrays.stream(environment.getOrDefault("PATH", "").split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> base.resolve(folder).resolve(name))
                .filter(CommandPlace::isProgram)
                .findFirst();
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }

    /** Removes the folder and lets others have its name. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("The lock of the folder for commands did not close");
        }
        AttemptFolder.remove(folder);
    }
}
