package dev.longstop.verification;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked once below a folder. */
final class PostgresBinaries {

    private PostgresBinaries() {}

    /** The folder that holds {@code bin}, {@code lib} and {@code share}; unpacked if it is not there yet. */
    static Path below(Path folder) throws IOException {
        Files.createDirectories(folder);
        var programs = folder.resolve("programs");
        try (var lock = FileChannel.open(
                        folder.resolve("unpack.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = lock.lock()) {
            if (held.isValid() && !Files.exists(programs)) {
                var partial = Files.createTempDirectory(folder, "unpacking");
                Files.setPosixFilePermissions(partial, permissions(0755));
                unpack(partial);
                Files.move(partial, programs, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        return programs;
    }

    private static void unpack(Path target) throws IOException {
        var system = System.getProperty("os.name").startsWith("Mac") ? "Darwin" : "Linux";
        var machine = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
        try (var packed = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, machine);
                var archive = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(packed)))) {
            for (var entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
                unpack(entry, archive, target);
            }
        }
    }

    private static void unpack(TarArchiveEntry entry, TarArchiveInputStream archive, Path target) throws IOException {
        var path = target.resolve(entry.getName()).normalize();
        if (!path.startsWith(target)) {
            throw new IOException("an archive's entry leaves its folder: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            return;
        }
        var parent = path.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            Files.copy(archive, path);
            Files.setPosixFilePermissions(path, permissions(entry.getMode()));
        }
    }

    private static EnumSet<PosixFilePermission> permissions(int mode) {
        var permissions = EnumSet.of(
                PosixFilePermission.OWNER_READ,
                PosixFilePermission.OWNER_WRITE,
                PosixFilePermission.GROUP_READ,
                PosixFilePermission.OTHERS_READ);
        if ((mode & 0100) != 0) {
            permissions.add(PosixFilePermission.OWNER_EXECUTE);
            permissions.add(PosixFilePermission.GROUP_EXECUTE);
            permissions.add(PosixFilePermission.OTHERS_EXECUTE);
        }
        return permissions;
    }
}
