package dev.longstop.blackbox;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The archive of the program's classes that {@code ./longstop} starts it with: made once for a jar and a Java version,
 * by whichever test process comes first, from a rehearsal that accepts a delivery and runs its agent.
 */
final class ClassArchive {

    private static final long STOP_MS = 60_000;
    private static final long WAIT_MS = 30_000;

    private static List<String> options = List.of();

    private ClassArchive() {}

    /** The options of a Java machine that starts the packaged program quickly. */
    static synchronized List<String> options(Path jar) {
        if (options.isEmpty()) {
            try {
                var made = new ArrayList<>(Program.Launch.of(jar, jar).javaOptions());
                made.add("-XX:SharedArchiveFile=" + archive(jar.toAbsolutePath()));
                options = List.copyOf(made);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return options;
    }

    private static Path archive(Path jar) throws IOException {
        var archive = jar.resolveSibling("java-" + Runtime.version() + "-"
                + Files.getLastModifiedTime(jar).toMillis() + ".jsa");
        try (var lock = FileChannel.open(
                        jar.resolveSibling("archive.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = lock.lock()) {
            Objects.requireNonNull(held);
            if (!Files.exists(archive)) {
                make(jar, archive);
            }
        }
        return archive;
    }

    private static void make(Path jar, Path archive) throws IOException {
        var half = archive.resolveSibling(archive.getFileName() + ".new");
        try (var here = Installation.ofAgent(":")) {
            var launch = Program.Launch.of(jar, here.folder().resolve("longstop.yaml"));
            var making = new ArrayList<>(launch.javaOptions());
            making.add("-XX:ArchiveClassesAtExit=" + half);
            var program = Program.serve(new Program.Launch(jar, launch.config(), making, Map.of()));
            try {
                here.post(program, Github.issue("rehearsed"));
                Patience.until(WAIT_MS, () -> here.done(program, "rehearsed"));
            } finally {
                program.stop(STOP_MS);
            }
        }
        Files.move(half, archive, StandardCopyOption.ATOMIC_MOVE);
    }
}
