package dev.longstop.verification.suite;

import dev.longstop.store.Glance;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.store.Store;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.PostgresServer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A PostgreSQL database per test class, empty for each test, with two nodes on it. */
public final class PostgresStores implements Stores, BeforeEachCallback, AfterAllCallback {

    private PostgresServer.@Nullable Database database;
    private @Nullable Store one;
    private @Nullable Store other;

    @Override
    public Store one() {
        return Objects.requireNonNull(one);
    }

    @Override
    public Store other() {
        var open = other;
        if (open == null) {
            open = open();
            other = open;
        }
        return open;
    }

    @Override
    public Glance glance() {
        return Glance.into(settings());
    }

    @Override
    public void restart() {
        close();
        one = open();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (database == null) {
            database = PostgresServer.shared().createDatabase();
            one = open();
        }
        new Rows(one()).empty();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close();
    }

    private void close() {
        one().close();
        var second = other;
        if (second != null) {
            second.close();
            other = null;
        }
    }

    private Store open() {
        // Two writers a stream: also within a node, batches of a kind overlap.
        return PostgresStore.open(settings().withWriters(2, 2), new SystemTime(), new SystemRandomness());
    }

    private PostgresSettings settings() {
        var at = Objects.requireNonNull(database);
        return PostgresSettings.of(at.url(), at.user(), at.password());
    }
}
