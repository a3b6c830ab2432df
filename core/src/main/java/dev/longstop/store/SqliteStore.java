package dev.longstop.store;

import dev.longstop.loop.Step;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The store in a SQLite file: one process, one connection that writes, a few that read.
 *
 * <p><i>Promises</i>: write-ahead log with {@code synchronous=FULL}, read back on every connection that writes; an
 * exclusive lock beside the file for as long as the store is open. <i>Source</i>: design section 4, "Stores", N2.
 */
public final class SqliteStore implements Store {

    private static final Set<PosixFilePermission> OWNER_ONLY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final SqliteDatabase database;
    private final Time time;
    private final @Nullable ServeLock lock;
    private final SqliteWriter writer;
    private final @Nullable Readers readers;
    private final Committing committing;
    private final String installation;

    private SqliteStore(
            SqliteWriter writer,
            @Nullable Readers readers,
            @Nullable ServeLock lock,
            String installation,
            SqliteSettings settings) {
        this.database = writer.database();
        this.time = writer.time();
        this.lock = lock;
        this.writer = writer;
        this.readers = readers;
        this.installation = installation;
        var waiting = new Waiting();
        var commits = new GroupCommit("commits", waiting, writer, time, settings.observer());
        this.committing = new Committing(waiting, List.of(commits), settings.turning());
    }

    /**
     * Opens the store; creates or migrates its database.
     *
     * <p><i>Errors</i>: {@link StoreFailure} with {@code STORE_IN_USE}, {@code STORE_NOT_DURABLE},
     * {@code STORE_SCHEMA}, {@code STORE_FULL} or {@code STORE_UNAVAILABLE}; nothing is left open then.
     */
    public static SqliteStore open(SqliteSettings settings, Time time, Randomness randomness) {
        NativeLibrary.unpackInto(settings.nativeDirectory());
        var named = settings.file();
        var file = named == null ? null : create(named);
        var database = new SqliteDatabase(file);
        var readers = file == null ? null : new Readers(() -> SqliteReader.open(database, time), SqliteFailures::of);
        BooleanSupplier reading = readers == null ? () -> false : readers::busy;
        var writer = new SqliteWriter(database, settings.walBytesMax(), time, reading);
        @Nullable ServeLock lock = null;
        try {
            if (file != null) {
                lock = ServeLock.take(file);
                migrate(database);
            }
            return new SqliteStore(writer, readers, lock, Installation.of(writer, randomness), settings);
        } catch (SQLException | RuntimeException failure) {
            writer.close();
            if (readers != null) {
                readers.close();
            }
            if (lock != null) {
                lock.close();
            }
            throw failure instanceof RuntimeException known ? known : SqliteFailures.of(failure);
        }
    }

    /**
     * Creates the file, for its owner alone: it holds what strangers sent. Gives its real path, whatever links lead to
     * it.
     */
    private static Path create(Path file) {
        try {
            var parent = file.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            try {
                Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            } catch (FileAlreadyExistsException fine) {
                return file.toRealPath();
            }
            return file.toRealPath();
        } catch (IOException failure) {
            throw new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the database cannot be created: " + file, failure);
        }
    }

    private static void migrate(SqliteDatabase database) throws SQLException {
        try (var connection = database.openWriter()) {
            Schema.migrate(connection, Dialect.SQLITE, new Schema.Target(database.url(), null, null));
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
