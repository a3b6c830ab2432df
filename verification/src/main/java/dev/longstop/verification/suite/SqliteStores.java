package dev.longstop.verification.suite;

import dev.longstop.store.Glance;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A SQLite file per test class, empty for each test. */
public final class SqliteStores implements Stores, BeforeEachCallback, AfterAllCallback {

    private @Nullable Path directory;
    private @Nullable Store store;

    @Override
    public Store one() {
        return Objects.requireNonNull(store);
    }

    @Override
    public Store other() {
        return one();
    }

    @Override
    public Glance glance() {
        return Glance.into(settings(), new SystemTime()).orElseThrow();
    }

    @Override
    public void restart() {
        one().close();
        open();
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        if (directory == null) {
            directory = Files.createTempDirectory("longstop-suite");
            open();
        }
        new Rows(one()).empty();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        one().close();
        try (var files = Files.walk(Objects.requireNonNull(directory))) {
            files.sorted(Comparator.reverseOrder()).forEach(SqliteStores::delete);
        }
    }

    private void open() {
        store = SqliteStore.open(settings(), new SystemTime(), new SystemRandomness());
    }

    private SqliteSettings settings() {
        return SqliteSettings.of(Objects.requireNonNull(directory).resolve("longstop.db"));
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
