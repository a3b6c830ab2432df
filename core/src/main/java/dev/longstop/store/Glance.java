package dev.longstop.store;

import dev.longstop.time.Time;
import java.nio.file.Files;
import java.util.Optional;

/**
 * A look into a store that may be another process's: it writes nothing, migrates nothing and takes no lock.
 *
 * <p><i>Errors</i>: a read also fails with {@link StoreFailure} {@code STORE_SCHEMA}, where the schema is of another
 * version than this program's.
 */
public final class Glance implements Reads, AutoCloseable {

    private final Readers readers;

    private Glance(Readers readers) {
        this.readers = readers;
    }

    /** Into a SQLite file; empty if there is none yet. */
    public static Optional<Glance> into(SqliteSettings settings, Time time) {
        var file = settings.file();
        if (file == null || !Files.exists(file)) {
            return Optional.empty();
        }
        NativeLibrary.unpackInto(settings.nativeDirectory());
        var database = new SqliteDatabase(file);
        SqlWork<Reader> opening = () -> {
            try (var connection = database.openReader()) {
                Schema.requireKnown(connection, Dialect.SQLITE);
            }
            return SqliteReader.open(database, time);
        };
        return Optional.of(new Glance(new Readers(opening, SqliteFailures::of)));
    }

    /** Into a PostgreSQL database. */
    public static Glance into(PostgresSettings settings) {
        var database = new PostgresDatabase(settings.url(), settings.user(), settings.password());
        SqlWork<Reader> opening = () -> {
            try (var connection = database.openReader()) {
                Schema.requireKnown(connection, Dialect.POSTGRESQL);
            }
            return PostgresReader.open(database);
        };
        return new Glance(new Readers(opening, PostgresFailures::ofRead));
    }

    @Override
    public <T> T read(Read<T> read) {
        return readers.read(read);
    }

    @Override
    public void close() {
        readers.close();
    }
}
