package dev.longstop.verification.bugs;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.tools.ToolProvider;

/**
 * Where bugs are planted: copies the files that a patch changes, changes them, and compiles these alone.
 *
 * @param root the project's root
 * @param scratch a folder of which nothing else is kept
 * @param classPath what the sources are compiled against, as {@code javac} takes it
 */
public record Garden(Path root, Path scratch, String classPath) {

    private static final String SOURCES = "/src/main/java/";
    private static final String RESOURCES = "/src/main/resources/";

    /** Where the patches of this project are. */
    public Path patches() {
        return root.resolve("verification").resolve("bugs");
    }

    /**
     * Plants a bug.
     *
     * <p><i>Errors</i>: {@link IllegalStateException} where the patch does not fit the sources, or what comes of it
     * does not compile; its message says what to do.
     *
     * @return a folder of classes and resources to be put before the real ones
     */
    public Path plant(PlantedBug bug) {
        try {
            var into = Files.createTempDirectory(Files.createDirectories(scratch), bug.name() + "-");
            var classes = Files.createDirectories(into.resolve("classes"));
            var sources = new ArrayList<Path>();
            for (var change : bug.changes()) {
                var text = change.applied(Files.readString(root.resolve(change.path())));
                if (change.path().contains(SOURCES)) {
                    sources.add(write(into.resolve("sources").resolve(after(change.path(), SOURCES)), text));
                } else if (change.path().contains(RESOURCES)) {
                    write(classes.resolve(after(change.path(), RESOURCES)), text);
                } else {
                    throw new IllegalStateException(change.path() + " is no source and no resource of the program");
                }
            }
            if (!sources.isEmpty()) {
                compile(sources, classes);
            }
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalStateException unfit) {
            throw new IllegalStateException(advice(bug) + "\n" + unfit.getMessage(), unfit);
        }
    }

    private static String advice(PlantedBug bug) {
        var file = "verification/bugs/" + bug.name() + ".patch";
        return file + " cannot be planted any more, since the sources that it is about have changed. Make the same"
                + " mistake in them again by hand, replace what follows the patch's head by the output of \"git diff\","
                + " and take it out of the sources: git restore "
                + String.join(" ", bug.changes().stream().map(Change::path).toList());
    }

    private static String after(String path, String folder) {
        return path.substring(path.indexOf(folder) + folder.length());
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        return Files.writeString(file, text);
    }

    private void compile(List<Path> sources, Path classes) throws IOException {
        var compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "tests run on a JDK");
        var said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var options =
                    List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-nowarn", "-implicit:none");
            var units = files.getJavaFileObjectsFromPaths(sources);
            if (!compiler.getTask(said, files, null, options, null, units).call()) {
                throw new IllegalStateException("what the patch leaves does not compile:\n" + said);
            }
        }
    }
}
