package dev.longstop.proof;

import dev.longstop.store.PostgresScratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/** A scratch folder, with a SQLite store in it or a PostgreSQL one beside it. */
public final class ScratchFolder implements Scratch {

    private final Path folder;
    private final Optional<Path> made;
    private final Optional<Postgres> postgres;

    private ScratchFolder(Path folder, Optional<Path> made, Optional<Postgres> postgres) {
        this.folder = folder;
        this.made = made;
        this.postgres = postgres;
    }

    /**
     * A scratch PostgreSQL store and who opens it.
     *
     * @param user the role
     * @param password its password, where it has one
     */
    public record Postgres(PostgresScratch scratch, String user, Optional<String> password) {
        @Override
        public String toString() {
            return "Postgres[user=" + user + "]";
        }
    }

    /**
     * One with a SQLite store.
     *
     * @param under the folder to make it in; made, too, if it is not there
     * @param purpose what it is for, as a word of its name
     */
    public static ScratchFolder under(Path under, String purpose) {
        try {
            var missing = Files.exists(under) ? Optional.<Path>empty() : Optional.of(under);
            Files.createDirectories(under);
            return new ScratchFolder(
                    Files.createTempDirectory(under.toRealPath(), "longstop-" + purpose + "-"),
                    missing,
                    Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException("no scratch folder can be made under " + under, e);
        }
    }

    /** The same folder with a PostgreSQL store, which is closed together with it. */
    public ScratchFolder with(Postgres store) {
        return new ScratchFolder(folder, made, Optional.of(store));
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public String store() {
        return postgres.map(it -> "{ url: \"" + it.scratch.url() + "\", user: \"" + it.user + "\""
                        + (it.password.isPresent() ? ", password: file:secrets/database }" : " }"))
                .orElse("sqlite:data/longstop.db");
    }

    @Override
    public Optional<String> password() {
        return postgres.flatMap(Postgres::password);
    }

    @Override
    public String words() {
        return postgres.map(it -> "PostgreSQL, in a scratch " + it.scratch.kind() + " " + it.scratch.name())
                .orElse("SQLite, in a file of its own");
    }

    @Override
    public void close() {
        postgres.ifPresent(it -> it.scratch.close());
        try {
            remove(folder);
            if (made.isPresent() && isEmpty(made.get())) {
                Files.delete(made.get());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the scratch folder could not be removed: " + folder, e);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (var all = Files.list(folder)) {
            return all.findAny().isEmpty();
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
