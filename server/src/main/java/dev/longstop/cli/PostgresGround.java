package dev.longstop.cli;

import dev.longstop.config.Configuration.StorePlace;
import dev.longstop.contract.Secret;
import dev.longstop.proof.Durability;
import dev.longstop.proof.Finding;
import dev.longstop.proof.Promise;
import dev.longstop.proof.ScratchFolder;
import dev.longstop.proof.Verdict;
import dev.longstop.store.PostgresScratch;
import dev.longstop.store.PostgresSetting;
import dev.longstop.store.PostgresSettings;
import dev.longstop.time.Randomness;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a PostgreSQL server is like on which the promises are to be tried. */
sealed interface PostgresGround {

    /**
     * They can be tried there.
     *
     * @param seen what was looked at, for people
     * @param scratch where, on a PostgreSQL server
     */
    record Safe(List<String> seen, Optional<ScratchFolder.Postgres> scratch) implements PostgresGround {}

    /** They need not be tried: it is set so that it may lose what it said was committed. */
    record Unsafe(String words, List<Finding> findings) implements PostgresGround {}

    /** They cannot be tried there, and why, with what to do. */
    record Refused(String why) implements PostgresGround {}

    /** Looks at its settings, as the configured role sees them in the configured database, and makes a scratch store. */
    static PostgresGround look(StorePlace.Postgresql place, Randomness randomness) {
        var password = place.password().map(Secret::value);
        var settings = PostgresSettings.of(place.jdbcUrl(), place.user(), password.orElse(""));
        var database = place.url().getPath().replaceFirst("^/", "");
        var seen = PostgresSetting.of(settings);
        var wrong = Durability.wrong(seen, place.user(), database);
        var words = seen.stream()
                .map(setting -> setting.name() + " " + setting.value())
                .collect(Collectors.joining(", ", "the configured PostgreSQL: ", ""));
        if (!wrong.isEmpty()) {
            return unsafe(words, wrong);
        }
        if (PostgresScratch.make(settings, "longstop_verify_" + randomness.token(4))
                instanceof PostgresScratch.Made made) {
            return new Safe(
                    List.of(words), Optional.of(new ScratchFolder.Postgres(made.scratch(), place.user(), password)));
        }
        return new Refused("not verified: the role " + place.user()
                + " may make neither a scratch database nor a scratch"
                + " schema; `alter role " + place.user() + " createdb`, or `grant create on database " + database
                + " to " + place.user() + "`, and take it back afterwards; or give --config FILE of a store on"
                + " another server with the same settings");
    }

    private static Unsafe unsafe(String words, List<String> wrong) {
        var why = "the database does not keep what it says is committed, so nothing was tried on it";
        return new Unsafe(
                words,
                List.of(
                        new Finding(
                                Promise.NOTHING_LOST,
                                Verdict.BROKEN,
                                List.of("the settings of the configured PostgreSQL were looked at"),
                                wrong,
                                0),
                        Finding.notTried(Promise.EFFECTS_ONCE, why),
                        Finding.notTried(Promise.JOBS_KNOWN, why)));
    }
}
