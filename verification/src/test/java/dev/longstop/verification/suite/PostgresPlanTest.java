package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.inbox.Inbox;
import dev.longstop.queue.RunSeed;
import dev.longstop.store.Store;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresPlanTest implements PlanContract {

    private static final String FILL = """
            -- test: many deliveries
            insert into delivery (id, source, received_at, body, body_hash, body_bytes, content_type, headers,
                replay_watch)
            select g, 'github', 1, 'x', sha256(cast(cast(g as text) as bytea)), 1, 'text/plain', '{}', 1
            from generate_series(1000000, 1040000) as g
            """;

    @RegisterExtension
    private static final PostgresStores STORES = new PostgresStores();

    @Override
    public Stores stores() {
        return STORES;
    }

    /**
     * With what the planner knows of a full table, and a batch as large as a commit can be, the look for a replay still
     * goes by its index: as a plain {@code exists} it read all deliveries into a hash table, anew for every commit.
     */
    @Test
    void aFullTableChangesNoPlanOfTheAcceptPath() {
        var whole = new Recorded(STORES.one());
        Answers.of(new Inbox(whole).accept(Letters.watched("github", "e1", "1", RunSeed.of("triage"))));
        var governed = new Recorded(STORES.one());
        Answers.of(new Inbox(governed, GovernContract.GENEROUS)
                .accept(Letters.watched("github", "e2", "2", RunSeed.of("triage"))));
        change(STORES.one(), FILL);
        change(STORES.one(), "analyze delivery");
        goesByItsIndex(whole, "-- inbox: take in what is new, with its deliveries and runs\n");
        goesByItsIndex(governed, "-- inbox: take in what is new\n");
    }

    private static void goesByItsIndex(Recorded recorded, String name) {
        var takeIn = recorded.statements().stream()
                .filter(statement -> statement.startsWith(name))
                .findAny()
                .orElseThrow()
                .replaceAll("array\\[([^]]*)\\] as (\\w+)", "array_fill(cast($1 as $2), array[512]) as $2");
        var plan = STORES.one().read(tx -> tx.query("explain " + takeIn, Map.of(), row -> row.getString(1)));
        assertThat(plan)
                .anyMatch(line -> line.contains("using delivery_replay"))
                .noneMatch(line -> line.contains("hashed SubPlan"))
                .noneMatch(line -> line.contains("Seq Scan on delivery"));
    }

    private static void change(Store store, String sql) {
        Answers.of(store.submit(
                StoreContract.<String, Integer>batch("raw", (tx, text) -> tx.update(text, Map.of())), sql));
    }
}
