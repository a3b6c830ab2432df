package dev.longstop.verify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The recorded deliveries of all senders: {@code senders/<contract>.json}. */
final class SenderVectors {

    private static final Path FOLDER = Path.of("src/test/resources/senders");

    private SenderVectors() {}

    static List<Recording> all() {
        try (var files = Files.list(FOLDER)) {
            return files.sorted().map(SenderVectors::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Recording of(String sender) {
        return read(FOLDER.resolve(sender + ".json"));
    }

    private static Recording read(Path file) {
        try {
            return Recording.read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
