package dev.longstop.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a SQLite store is opened.
 *
 * @param file the database; null for one in memory, which lasts as long as the store and promises nothing
 * @param nativeDirectory where the driver's native library is unpacked
 * @param turning who turns the group commit; a store in memory is used by one thread and has no threads of its own
 * @param observer hears of every commit
 */
public record SqliteSettings(@Nullable Path file, Path nativeDirectory, Turning turning, CommitObserver observer) {

    public SqliteSettings {
        if (file != null && file.toString().contains("?")) {
            throw new IllegalArgumentException("a database's path has no question mark");
        }
        if (file == null && turning == Turning.THREADS) {
            throw new IllegalArgumentException("a store in memory has one connection and no threads");
        }
    }

    /** A database file with threads of its own; the native library goes into {@code native} beside it. */
    public static SqliteSettings of(Path file) {
        var absolute = file.toAbsolutePath();
        return new SqliteSettings(absolute, absolute.resolveSibling("native"), Turning.THREADS, CommitObserver.none());
    }

    /** A database in memory for tests and simulations of one thread. */
    public static SqliteSettings inMemory(Path nativeDirectory, Turning turning) {
        return new SqliteSettings(null, nativeDirectory, turning, CommitObserver.none());
    }

    /** The same with another who turns. */
    public SqliteSettings with(Turning other) {
        return new SqliteSettings(file, nativeDirectory, other, observer);
    }

    /** The same with another who hears of commits. */
    public SqliteSettings with(CommitObserver other) {
        return new SqliteSettings(file, nativeDirectory, turning, other);
    }
}
