package dev.longstop.app;

import dev.longstop.config.Configuration;
import dev.longstop.config.Configuration.StorePlace;
import dev.longstop.contract.Secret;
import dev.longstop.store.CommitObserver;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;

/** Opens the store that the configuration names. */
final class Opening {

    private Opening() {}

    /** Opens it, or throws the {@code StoreFailure} that says why not. */
    static Store store(Configuration configuration, CommitObserver observer, Time time, Randomness randomness) {
        var place = configuration.store();
        if (place instanceof StorePlace.Sqlite sqlite) {
            return SqliteStore.open(SqliteSettings.of(sqlite.file()).with(observer), time, randomness);
        }
        var postgresql = (StorePlace.Postgresql) place;
        var settings = PostgresSettings.of(
                        postgresql.jdbcUrl(),
                        postgresql.user(),
                        postgresql.password().map(Secret::value).orElse(""))
                .with(observer);
        return PostgresStore.open(settings, time, randomness);
    }
}
