package dev.longstop.store;

import java.util.Locale;

/**
 * How a PostgreSQL store is opened.
 *
 * @param url {@code postgresql://host[:port]/database[?option=value]}, with or without {@code jdbc:} in front
 * @param user the role
 * @param password its password; never shown
 * @param acceptWriters connections that commit deliveries, 1 to 16
 * @param workWriters connections that commit everything else, 1 to 16
 * @param observer hears of every commit
 */
public record PostgresSettings(
        String url, String user, String password, int acceptWriters, int workWriters, CommitObserver observer) {

    private static final int WRITERS_MAX = 16;

    public PostgresSettings {
        url = url.startsWith("jdbc:") ? url : "jdbc:" + url;
        if (!url.toLowerCase(Locale.ROOT).startsWith("jdbc:postgresql:")) {
            throw new IllegalArgumentException("a PostgreSQL store's URL begins with postgresql:");
        }
        if (acceptWriters < 1 || acceptWriters > WRITERS_MAX || workWriters < 1 || workWriters > WRITERS_MAX) {
            throw new IllegalArgumentException("a stream has 1 to " + WRITERS_MAX + " writers");
        }
    }

    /** One connection that writes for each stream. */
    public static PostgresSettings of(String url, String user, String password) {
        return new PostgresSettings(url, user, password, 1, 1, CommitObserver.none());
    }

    /** The same with other numbers of connections that write. */
    public PostgresSettings withWriters(int accept, int work) {
        return new PostgresSettings(url, user, password, accept, work, observer);
    }

    /** The same with another who hears of commits. */
    public PostgresSettings with(CommitObserver other) {
        return new PostgresSettings(url, user, password, acceptWriters, workWriters, other);
    }

    @Override
    public String toString() {
        return "PostgresSettings[user=" + user + "]";
    }
}
