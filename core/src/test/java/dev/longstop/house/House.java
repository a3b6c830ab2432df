package dev.longstop.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The files of the project, as they lie in the working tree. */
final class House {

    private static final Set<String> NOT_OURS = Set.of(".git", "target", "data", ".idea", ".vscode", "node_modules");
    private static final Set<String> TEXT = Set.of(
            "java",
            "xml",
            "md",
            "sql",
            "yaml",
            "yml",
            "json",
            "properties",
            "config",
            "txt",
            "html",
            "css",
            "js",
            "sh",
            "py");

    private House() {}

    /** The root of the project: the first folder above the tests that has a {@code pom.xml} and a LICENSE. */
    static Path root() {
        var at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("LICENSE")) || !Files.exists(at.resolve("pom.xml"))) {
            at = at.getParent();
            if (at == null) {
                throw new IllegalStateException("the tests run outside the project");
            }
        }
        return at;
    }

    /** Every text file by its path from the root, with slashes. */
    static Map<String, String> texts() {
        var root = root();
        var texts = new TreeMap<String, String>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return NOT_OURS.contains(folder.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    var name = file.getFileName().toString();
                    int dot = name.lastIndexOf('.');
                    if (!NOT_OURS.contains(name) && (dot <= 0 || TEXT.contains(name.substring(dot + 1)))) {
                        var path = root.relativize(file).toString().replace('\\', '/');
                        texts.put(path, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}
