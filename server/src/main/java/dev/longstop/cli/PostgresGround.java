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

/** A PostgreSQL server on which the promises are to be tried, as the configured role sees it in its database. */
final class PostgresGround {

    private static final int NAME_BYTES = 4;

    private final StorePlace.Postgresql place;
    private final PostgresSettings settings;
    private final List<PostgresSetting> seen;

    private PostgresGround(StorePlace.Postgresql place, PostgresSettings settings, List<PostgresSetting> seen) {
        this.place = place;
        this.settings = settings;
        this.seen = seen;
    }

    /** Looks at its settings. */
    static PostgresGround look(StorePlace.Postgresql place) {
        var settings = PostgresSettings.of(
                place.jdbcUrl(),
                place.user(),
                place.password().map(Secret::value).orElse(""));
        return new PostgresGround(place, settings, PostgresSetting.of(settings));
    }

    /** What was looked at. */
    String words() {
        return seen.stream()
                .map(setting -> setting.name() + " " + setting.value())
                .collect(Collectors.joining(", ", "the configured PostgreSQL: ", ""));
    }

    /** What makes it lose what it said was committed, a sentence each. */
    List<String> faults() {
        return Durability.wrong(seen, place.user(), database());
    }

    /** What that says of the promises where it may lose what it said was committed; empty if it does not. */
    List<Finding> unsafe() {
        var wrong = faults();
        if (wrong.isEmpty()) {
            return List.of();
        }
        var tried = List.of("the settings of the configured PostgreSQL were looked at");
        var why = "the database does not keep what it says is committed, so nothing was tried on it";
        return List.of(
                new Finding(Promise.NOTHING_LOST, Verdict.BROKEN, tried, wrong, 0),
                Finding.notTried(Promise.EFFECTS_ONCE, why),
                Finding.notTried(Promise.JOBS_KNOWN, why));
    }

    /**
     * Makes a scratch store; empty if the role may not.
     *
     * @param purpose what it is for, as a word of its name
     */
    Optional<ScratchFolder.Postgres> scratch(String purpose, Randomness randomness) {
        return PostgresScratch.make(settings, "longstop_" + purpose + "_" + randomness.token(NAME_BYTES))
                        instanceof PostgresScratch.Made made
                ? Optional.of(new ScratchFolder.Postgres(
                        made.scratch(), place.user(), place.password().map(Secret::value)))
                : Optional.empty();
    }

    /** What to do where the role may not. */
    String refusal() {
        var user = place.user();
        return "the role " + user
                + " may make neither a scratch database nor a scratch schema; `alter role "
                + user + " createdb`, or `grant create on database " + database() + " to " + user
                + "`, and take it back afterwards; or give --config FILE of a store on a server that is set up alike";
    }

    private String database() {
        return place.url().getPath().replaceFirst("^/", "");
    }
}
