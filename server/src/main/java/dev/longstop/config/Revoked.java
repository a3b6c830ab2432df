package dev.longstop.config;

import dev.longstop.contract.Secret;
import dev.longstop.event.EventId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Secrets that count no more, whatever the configuration says: the file {@code revoked-secrets} beside the store.
 *
 * <p>A line each: source, digest, name. The digest is of the value, so that another value under the same name counts,
 * and the same value under another name does not. It tells nothing about a secret that cannot be guessed.
 */
public final class Revoked {

    /** The file's name. */
    public static final String FILE = "revoked-secrets";

    private static final Pattern LINE = Pattern.compile("([a-z0-9][a-z0-9_-]*) ([0-9a-f]{64}) (.*)");

    private final List<String> digests;

    private Revoked(List<String> digests) {
        this.digests = List.copyOf(digests);
    }

    /** Those of a data folder; a file that is not there has none. */
    static Revoked in(Path dataFolder, Reading reading) {
        var file = dataFolder.resolve(FILE).toAbsolutePath();
        reading.references().note(file);
        if (!Files.exists(file)) {
            return new Revoked(List.of());
        }
        try {
            return new Revoked(Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                    .map(LINE::matcher)
                    .filter(Matcher::matches)
                    .map(line -> line.group(1) + " " + line.group(2))
                    .toList());
        } catch (IOException e) {
            reading.problems()
                    .error(
                            Position.WHOLE_FILE,
                            "",
                            "the revoked secrets in " + Shown.text(file.toString()) + " cannot be read ("
                                    + e.getClass().getSimpleName() + "); without them a leaked one could count again");
            return new Revoked(List.of());
        }
    }

    /** Whether a secret of a source is revoked. */
    boolean has(String source, Secret secret) {
        return digests.contains(source + " " + digest(source, secret));
    }

    private static String digest(String source, Secret secret) {
        var text = "longstop revoked\0" + source + "\0" + secret.value();
        return HexFormat.of().formatHex(EventId.sha256(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Revokes a secret, for good.
     *
     * @throws IOException if that could not be written; nothing is revoked then
     */
    public static void add(Path dataFolder, String source, Secret secret) throws IOException {
        Files.createDirectories(dataFolder);
        var file = dataFolder.resolve(FILE);
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        var line = source + " " + digest(source, secret) + " " + secret.name() + "\n";
        try (var channel = Files.newByteChannel(file, Set.of(StandardOpenOption.APPEND, StandardOpenOption.SYNC))) {
            channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
