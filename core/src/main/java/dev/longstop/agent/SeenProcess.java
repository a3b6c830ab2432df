package dev.longstop.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
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

    /** Whether this machine shows its processes so. */
    static boolean shown() {
        return Files.isReadable(PROC.resolve("self/stat")) && Files.isReadable(PROC.resolve("self/environ"));
    }

    /** All processes that run; those that only wait to be buried left out. */
    static List<SeenProcess> all() {
        var all = new ArrayList<SeenProcess>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var folder : folders) {
                of(Long.parseLong(folder.getFileName().toString())).ifPresent(all::add);
            }
        } catch (IOException e) {
            return List.of();
        }
        return all;
    }

    /** The process of a number, if it runs. */
    static Optional<SeenProcess> of(long pid) {
        return read(pid, "stat").flatMap(text -> parse(pid, text));
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
        return read(pid, "environ")
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

    private static Optional<String> read(long pid, String what) {
        try {
            var bytes = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve(what));
            return Optional.of(new String(bytes, StandardCharsets.ISO_8859_1));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
