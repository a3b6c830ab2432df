package dev.longstop.app;

import dev.longstop.config.Configuration;
import dev.longstop.contract.Secret;
import dev.longstop.time.Randomness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * The token of the admin API: the configured one, or one that is generated once and kept where only its owner reads.
 */
final class AdminToken {

    private static final int BYTES = 24;

    private AdminToken() {}

    /** The token; makes its file if neither the configuration nor an earlier start did. */
    static Secret of(Configuration configuration, Randomness randomness) {
        var configured = configuration.admin().token();
        if (configured.isPresent()) {
            return configured.get();
        }
        var file = configuration.adminTokenFile();
        try {
            generate(file, randomness);
            var kept = Files.readString(file).strip();
            if (kept.isEmpty()) {
                throw new IOException("it is empty; remove it, and a new one is made");
            }
            return new Secret(file.toString(), kept, Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException("the admin token cannot be kept in " + file, e);
        }
    }

    private static void generate(Path file, Randomness randomness) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = Files.newByteChannel(file, options, ownerOnly())) {
            channel.write(java.nio.ByteBuffer.wrap(
                    (randomness.token(BYTES) + "\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
        } catch (FileAlreadyExistsException e) {
            // An earlier start made it.
            return;
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
