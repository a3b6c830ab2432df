package dev.longstop.agent;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one attempt: an empty working directory, and beside it the payload until the command has it open.
 *
 * @param path the folder
 */
record AttemptFolder(Path path) {

    /** The most files that one removal takes: a report must not wait for millions; the next start removes the rest. */
    private static final int REMOVED_MAX = 100_000;

    /** A new folder that nobody else may look into; what an earlier one of that name left is removed. */
    static AttemptFolder create(Path path) throws IOException {
        remove(path);
        var folder = new AttemptFolder(createPrivate(path));
        createPrivate(folder.workingDirectory());
        return folder;
    }

    /** Makes a directory that only its owner may look into. */
    static Path createPrivate(Path path) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        return Files.createDirectory(path);
    }

    /** Where the command starts. */
    Path workingDirectory() {
        return path.resolve("work");
    }

    /** The file that becomes the command's standard input. */
    Path input() {
        return path.resolve("input");
    }

    /** Removes the folder with all that is in it. */
    boolean remove() {
        return remove(path);
    }

    /**
     * Removes a folder with up to {@value #REMOVED_MAX} files that are in it; links are removed, never followed.
     *
     * @return whether nothing is left
     */
    static boolean remove(Path path) {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        }
        try {
            Files.walkFileTree(path, new Removal());
            return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return false;
        }
    }

    /** Goes on past what cannot be removed, so that only that stays. */
    private static final class Removal extends SimpleFileVisitor<Path> {

        private int removed;

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            // A command may have taken the right to look into its own folders away.
            if (!Files.isReadable(folder) || !Files.isWritable(folder) || !Files.isExecutable(folder)) {
                var it = folder.toFile();
                boolean given = it.setReadable(true) && it.setWritable(true) && it.setExecutable(true);
                return given ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return ++removed < REMOVED_MAX ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            Files.deleteIfExists(file);
            return ++removed < REMOVED_MAX ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
