package dev.longstop.app;

import dev.longstop.config.Configuration;
import dev.longstop.config.Configuration.StorePlace;
import dev.longstop.contract.Secret;
import dev.longstop.store.CommitObserver;
import dev.longstop.store.Glance;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.util.Optional;

/** Opens the store that the configuration names, or looks into it. */
public final class Opening {

    private Opening() {}

    /** Opens it, or throws the {@code StoreFailure} that says why not. */
    static Store store(Configuration configuration, CommitObserver observer, Time time, Randomness randomness) {
        var place = configuration.store();
        if (place instanceof StorePlace.Sqlite sqlite) {
            return SqliteStore.open(SqliteSettings.of(sqlite.file()).with(observer), time, randomness);
        }
        return PostgresStore.open(settings((StorePlace.Postgresql) place).with(observer), time, randomness);
    }

    /** Looks into it, whoever has it open; empty if there is none yet. */
    public static Optional<Glance> glance(Configuration configuration, Time time) {
        var place = configuration.store();
        return place instanceof StorePlace.Sqlite sqlite
                ? Glance.into(SqliteSettings.of(sqlite.file()), time)
                : Optional.of(Glance.into(settings((StorePlace.Postgresql) place)));
    }

    private static PostgresSettings settings(StorePlace.Postgresql place) {
        return PostgresSettings.of(
                place.jdbcUrl(),
                place.user(),
                place.password().map(Secret::value).orElse(""));
    }
}
