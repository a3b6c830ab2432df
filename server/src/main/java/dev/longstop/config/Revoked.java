package dev.longstop.config;

import dev.longstop.contract.Secret;
import dev.longstop.event.EventId;
import dev.longstop.inbox.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        var file = file(dataFolder);
        reading.references().note(file);
        try {
            return read(file);
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

    /** The file of a data folder. */
    public static Path file(Path dataFolder) {
        return dataFolder.resolve(FILE).toAbsolutePath();
    }

    private static Revoked read(Path file) throws IOException {
        return Files.exists(file)
                ? new Revoked(Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                        .map(LINE::matcher)
                        .filter(Matcher::matches)
                        .map(line -> line.group(1) + " " + line.group(2))
                        .toList())
                : new Revoked(List.of());
    }

    /**
     * Sources without what is revoked now.
     *
     * @throws IOException if that cannot be read
     */
    public static Map<String, Source> without(Path dataFolder, Map<String, Source> sources) throws IOException {
        var revoked = read(file(dataFolder));
        var rest = new LinkedHashMap<String, Source>();
        sources.forEach((name, source) -> {
            var trust = source.trust();
            rest.put(
                    name,
                    source.trusting(
                            trust.with(revoked.rest(name, trust.secrets()), revoked.rest(name, trust.publicKeys()))));
        });
        return rest;
    }

    /**
     * Whether a secret of this name was revoked.
     *
     * @throws IOException if that cannot be read
     */
    public static boolean knows(Path dataFolder, String source, String name) throws IOException {
        var file = file(dataFolder);
        return Files.exists(file)
                && Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                        .map(LINE::matcher)
                        .anyMatch(line -> line.matches()
                                && line.group(1).equals(source)
                                && line.group(3).equals(name));
    }

    private List<Secret> rest(String source, List<Secret> secrets) {
        return secrets.stream().filter(secret -> !has(source, secret)).toList();
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
        var file = file(dataFolder);
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        var line = source + " " + digest(source, secret) + " " + secret.name() + "\n";
        try (var channel = Files.newByteChannel(file, Set.of(StandardOpenOption.APPEND, StandardOpenOption.SYNC))) {
            channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
