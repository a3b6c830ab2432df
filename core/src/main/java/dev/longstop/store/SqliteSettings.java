package dev.longstop.store;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a SQLite store is opened.
 *
 * @param file the database; null for one in memory, which lasts as long as the store and promises nothing
 * @param nativeDirectory where the driver's native library is unpacked
 * @param turning who turns the group commit; a store in memory is used by one thread and has no threads of its own
 * @param walBytesMax above this the write-ahead log is emptied as soon as no read is in the way, above four times this
 *     commits wait for the reads; 64 MiB unless said otherwise, at least 1 MiB
 * @param observer hears of every commit
 */
public record SqliteSettings(
        @Nullable Path file, Path nativeDirectory, Turning turning, long walBytesMax, CommitObserver observer) {

    private static final long MIB = 1024L * 1024;

    public SqliteSettings {
        if (file != null && file.toString().contains("?")) {
            throw new IllegalArgumentException("a database's path has no question mark");
        }
        if (file == null && turning == Turning.THREADS) {
            throw new IllegalArgumentException("a store in memory has one connection and no threads");
        }
        if (walBytesMax < MIB) {
            throw new IllegalArgumentException("the write-ahead log may have at least 1 MiB");
        }
    }

    /** A database file with threads of its own; the native library goes into {@code native} beside it. */
    public static SqliteSettings of(Path file) {
        var absolute = file.toAbsolutePath();
        var beside = absolute.resolveSibling("native");
        return new SqliteSettings(absolute, beside, Turning.THREADS, 64 * MIB, CommitObserver.none());
    }

    /** A database in memory for tests and simulations of one thread. */
    public static SqliteSettings inMemory(Path nativeDirectory, Turning turning) {
        return new SqliteSettings(null, nativeDirectory, turning, 64 * MIB, CommitObserver.none());
    }

    /** The same with another who turns. */
    public SqliteSettings with(Turning other) {
        return new SqliteSettings(file, nativeDirectory, other, walBytesMax, observer);
    }

    /** The same with another who hears of commits. */
    public SqliteSettings with(CommitObserver other) {
        return new SqliteSettings(file, nativeDirectory, turning, walBytesMax, other);
    }

    /** The same with another bound of the write-ahead log. */
    public SqliteSettings withWalBytesMax(long other) {
        return new SqliteSettings(file, nativeDirectory, turning, other, observer);
    }
}
