package dev.longstop.store;

import dev.longstop.loop.Step;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The store in a SQLite file: one process, one connection that writes, a few that read.
 *
 * <p><i>Promises</i>: write-ahead log with {@code synchronous=FULL}, read back on every connection that writes; an exclusive
 * lock beside the file for as long as the store is open. <i>Source</i>: design section 4, "Stores", N2.
 */
public final class SqliteStore implements Store {

    private final SqliteDatabase database;
    private final Time time;
    private final @Nullable ServeLock lock;
    private final SqliteWriter writer;
    private final @Nullable Readers readers;
    private final Committing committing;
    private final String installation;

    private SqliteStore(
            SqliteSettings settings, @Nullable ServeLock lock, Time time, String installation, SqliteWriter writer) {
        this.database = new SqliteDatabase(settings.file());
        this.time = time;
        this.lock = lock;
        this.writer = writer;
        this.readers = settings.file() == null
                ? null
                : new Readers(() -> SqliteReader.open(database, time), SqliteFailures::of);
        this.installation = installation;
        var waiting = new Waiting();
        var commits = new GroupCommit("commits", waiting, writer, time, settings.observer());
        this.committing = new Committing(waiting, List.of(commits), settings.turning());
    }

    /**
     * Opens the store; creates or migrates its database.
     *
     * <p><i>Errors</i>: {@link StoreFailure} with {@code STORE_IN_USE}, {@code STORE_NOT_DURABLE}, {@code STORE_SCHEMA},
     * {@code STORE_FULL} or {@code STORE_UNAVAILABLE}; nothing is left open then.
     */
    public static SqliteStore open(SqliteSettings settings, Time time, Randomness randomness) {
        NativeLibrary.unpackInto(settings.nativeDirectory());
        var file = settings.file();
        var database = new SqliteDatabase(file);
        var writer = new SqliteWriter(database, time);
        @Nullable ServeLock lock = null;
        boolean opened = false;
        try {
            if (file != null) {
                createDirectory(file);
                lock = ServeLock.take(file);
                migrate(database);
            }
            var installation = Installation.of(writer, randomness);
            var store = new SqliteStore(settings, lock, time, installation, writer);
            opened = true;
            return store;
        } catch (SQLException failure) {
            throw SqliteFailures.of(failure);
        } finally {
            if (!opened) {
                writer.close();
                if (lock != null) {
                    lock.close();
                }
            }
        }
    }

    private static void createDirectory(Path file) {
        try {
            var directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
        } catch (IOException failure) {
            throw new StoreFailure(
                    ErrorCode.STORE_UNAVAILABLE, "the database's directory cannot be created: " + file, failure);
        }
    }

    private static void migrate(SqliteDatabase database) throws SQLException {
        try (var connection = database.openWriter()) {
            Schema.migrate(connection, Dialect.SQLITE, Schema.flyway().dataSource(database.url(), null, null));
        }
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        return committing.submit(batch, item);
    }

    @Override
    public <T> T read(Read<T> read) {
        return readers == null ? writer.read(read) : readers.read(read);
    }

    @Override
    public String installation() {
        return installation;
    }

    @Override
    public List<Step> steps() {
        return committing.steps();
    }

    @Override
    public long walBytes() {
        return database.walBytes();
    }

    @Override
    public long clockMs() {
        return time.wallMs();
    }

    @Override
    public void close() {
        committing.close();
        if (readers != null) {
            readers.close();
        }
        if (lock != null) {
            lock.close();
        }
    }
}
