package dev.longstop.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks up {@code env:NAME} and {@code file:PATH}.
 *
 * <p><i>Bounds</i>: a file has at most 64 KiB of UTF-8 text; line ends at its end do not count. Relative paths start at
 * the configuration's folder.
 */
final class References {

    static final int FILE_BYTES_MAX = 64 * 1024;

    private final Path folder;
    private final Environment environment;
    private final Set<Path> followed = new TreeSet<>();

    References(Path folder, Environment environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /** Notes a file that is looked into by somebody else. */
    void note(Path path) {
        followed.add(path.toAbsolutePath());
    }

    /** The files that were looked into, or would have been. */
    Set<Path> followed() {
        return followed;
    }

    /** What came of a look-up. */
    sealed interface Found {}

    /**
     * There is a value.
     *
     * @param warning what is doubtful about where it came from
     */
    record Value(String text, Optional<String> warning) implements Found {}

    /** There is none, and why. */
    record Missing(String why) implements Found {}

    /** Whether a value is a reference. */
    static boolean isReference(String text) {
        return text.startsWith("env:") || text.startsWith("file:");
    }

    /** Follows a reference. */
    Found look(String reference) {
        if (reference.startsWith("env:")) {
            return variable(reference.substring("env:".length()));
        }
        try {
            return file(folder.resolve(reference.substring("file:".length())));
        } catch (InvalidPathException e) {
            return new Missing("this is not a path");
        }
    }

    private Found variable(String name) {
        if (name.isEmpty()) {
            return new Missing("env: needs the name of an environment variable, as in env:GITHUB_SECRET");
        }
        return environment
                .get(name)
                .<Found>map(text -> text.isEmpty()
                        ? new Missing("the environment variable " + Shown.text(name) + " is empty")
                        : new Value(text, Optional.empty()))
                .orElseGet(() -> new Missing("the environment variable " + Shown.text(name) + " is not set"));
    }

    private Found file(Path path) {
        followed.add(path.toAbsolutePath());
        if (!Files.exists(path)) {
            return new Missing("there is no file " + Shown.text(path.toString()));
        }
        if (!Files.isRegularFile(path)) {
            return new Missing(Shown.text(path.toString()) + " is not a regular file");
        }
        try (var in = Files.newInputStream(path)) {
            var bytes = in.readNBytes(FILE_BYTES_MAX + 1);
            if (bytes.length > FILE_BYTES_MAX) {
                return new Missing("the file is larger than " + FILE_BYTES_MAX / 1024 + " KiB");
            }
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .replaceAll("[\\r\\n]+$", "");
            return text.isEmpty() ? new Missing("the file is empty") : new Value(text, openToAll(path));
        } catch (CharacterCodingException e) {
            return new Missing("the file is not UTF-8 text");
        } catch (IOException e) {
            return new Missing("the file cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private static Optional<String> openToAll(Path path) throws IOException {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return Optional.empty();
        }
        return Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_READ)
                ? Optional.of("every user of this machine can read the file; chmod 600 " + Shown.text(path.toString()))
                : Optional.empty();
    }
}
