package dev.longstop.agent;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process as Linux shows it in {@code /proc}.
 *
 * @param pid its number
 * @param parent its parent's number
 * @param session its session: the number of the process that began it
 * @param startTicks when it started, in clock ticks since the machine did; with the number, nobody else's
 */
record SeenProcess(long pid, long parent, long session, long startTicks) {

    private static final Path PROC = Path.of("/proc");

    /** A name of at most 64 bytes and 50 numbers of at most 20 digits fit in. */
    private static final int STAT_BYTES_MAX = 2_048;

    /** Whether this machine shows its processes so. */
    static boolean shown() {
        return Files.isReadable(PROC.resolve("self/stat")) && Files.isReadable(PROC.resolve("self/environ"));
    }

    /**
     * All processes that run; those that only wait to be buried left out.
     *
     * <p>Called whenever a command ends, on machines with thousands of processes: three system calls for each.
     */
    static List<SeenProcess> all() {
        var all = new ArrayList<SeenProcess>();
        var names = PROC.toFile().list((folder, name) -> Character.isDigit(name.charAt(0)));
        if (names != null) {
            var buffer = new byte[STAT_BYTES_MAX];
            for (var name : names) {
                of(Long.parseLong(name), buffer).ifPresent(all::add);
            }
        }
        return all;
    }

    /** The process of a number, if it runs. */
    static Optional<SeenProcess> of(long pid) {
        return of(pid, new byte[STAT_BYTES_MAX]);
    }

    // The kernel gives a short file of its own whole at the first read.
    private static Optional<SeenProcess> of(long pid, byte[] buffer) {
        try (var stat = new FileInputStream("/proc/" + pid + "/stat")) {
            int length = stat.read(buffer);
            return length <= 0
                    ? Optional.empty()
                    : parse(pid, new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /** The name in the second field may hold anything, brackets and blanks too; what counts comes after it. */
    private static Optional<SeenProcess> parse(long pid, String stat) {
        var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        if (fields.length < 20 || fields[0].equals("Z") || fields[0].equals("X")) {
            return Optional.empty();
        }
        return Optional.of(
                new SeenProcess(pid, Long.parseLong(fields[1]), Long.parseLong(fields[3]), Long.parseLong(fields[19])));
    }

    /** Whether it was started with exactly this variable. */
    boolean hasVariable(String name, String value) {
        var wanted = name + "=" + value;
        return environment()
                .map(text -> ("\0" + text + "\0").contains("\0" + wanted + "\0"))
                .orElse(false);
    }

    /** Whether it still runs, and is not another one that got its number. */
    boolean runs() {
        return of(pid).filter(now -> now.startTicks == startTicks).isPresent();
    }

    /** Asks it to end, or makes it. */
    void end(boolean forcibly) {
        // The handle remembers whom it stands for; whom that is gets checked after it was had.
        ProcessHandle.of(pid).filter(handle -> runs()).ifPresent(handle -> {
            if (forcibly) {
                handle.destroyForcibly();
            } else {
                handle.destroy();
            }
        });
    }

    private Optional<String> environment() {
        try {
            var bytes = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve("environ"));
            return Optional.of(new String(bytes, StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
