package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.store.Dialect;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the schema itself refuses on every store, whoever writes (I5, I11). */
public interface SchemaContract {

    /** The database of a test. */
    Stores stores();

    /** Every state with every choice of what a run may have: only that which the state says is taken. */
    @Test
    default void aRunHasWhatItsStateSaysAndNothingElse() {
        var says = new LinkedHashMap<String, String>();
        says.put("pending", "due_at");
        says.put("running", "lease_until");
        says.put("waiting", "wait_until");
        says.put("held", "held");
        for (var over : List.of("done", "dead", "cancelled", "superseded", "expired", "uncertain")) {
            says.put(over, "ended_at");
        }
        onlyWhatTheStateSays(says, (n, state, has) -> """
                -- test: a run
                insert into run (id, event_seq, agent, round, source, mode, created_at, outcome, state%s)
                values (%d, 1, 'agent', %d, 's', 'live', 1, 'as said', '%s'%s)
                """.formatted(names(has), n, n, state, values(has)));
    }

    /** The same for an effect. */
    @Test
    default void anEffectHasWhatItsStateSaysAndNothingElse() {
        accept(job(1, "'queued', 0, null"));
        var says = new LinkedHashMap<String, String>();
        says.put("pending", "due_at");
        says.put("running", "lease_until");
        for (var over : List.of("done", "dead", "uncertain", "cancelled")) {
            says.put(over, "ended_at");
        }
        onlyWhatTheStateSays(says, (n, state, has) -> """
                -- test: an effect
                insert into effect (id, job_row, name, round, policy, idempotency_key, method, url, headers, body,
                    kind, created_at, outcome, state%s)
                values (%d, 1, 'e', %d, 'at_least_once', 'k%d', 'POST', 'https', '{}', %s, 'http', 1, 'as said',
                    '%s'%s)
                """.formatted(names(has), n, n, n, bytes(), state, values(has)));
    }

    /** An end has its time, and a state that is none has it only where a newer generation stands for the job. */
    @Test
    default void aJobIsOverWhereItsStateSaysSoOrAnotherStandsForIt() {
        int id = 0;
        for (var open : List.of("unknown", "queued", "running", "waiting", "lost", "ended")) {
            accept(job(++id, "'" + open + "', 0, null"));
            accept(job(++id, "'" + open + "', 1, 1"));
            refuse(job(++id, "'" + open + "', 0, 1"));
            refuse(job(++id, "'" + open + "', 1, null"));
        }
        for (var over : List.of("succeeded", "failed", "cancelled", "expired")) {
            accept(job(++id, "'" + over + "', 0, 1"));
            accept(job(++id, "'" + over + "', 1, 1"));
            refuse(job(++id, "'" + over + "', 0, null"));
            refuse(job(++id, "'" + over + "', 1, null"));
        }
        refuse(job(++id, "'sleeping', 0, null"));
    }

    /** What must be there together is. */
    @Test
    default void aLeaseHasItsOwnerAndWhatIsOverAnOutcome() {
        refuse(run("'running', null, 5, null, null, null"));
        refuse(run("'pending', 1, null, 'node', null, null"));
        refuse(run("'done', null, null, null, 5, null"));
        accept(run("'done', null, null, null, 5, 'as said'"));
    }

    /** Nothing is there twice, nameless or for nothing. */
    @Test
    default void anEventHasOneIdentityAndAnEffectItsWork() {
        var event = """
                -- test: an event
                insert into inbox (source, event_id, event_id_origin, delivery_id, item, item_hash, type, action,
                    received_at, body_authenticated, suspected_replay)
                values ('s', 'e1', 'sender', 1, 0, %s, 't', 'a', 1, 1, 0)
                """.formatted(bytes());
        accept(event);
        refuse(event);
        var another = event.replace("1, 0,", "2, 0,");
        refuse(another);
        refuse(another.replace("'e1'", "''"));
        refuse(another.replace("'e1'", "'e2'").replace("'sender'", "'somebody'"));
        accept(another.replace("'e1'", "'e2'").replace("'sender'", "'body_hash'"));
        refuse("""
                -- test: an effect without its run
                insert into effect (id, run_id, name, round, state, policy, idempotency_key, method, url, headers,
                    body, kind, created_at, due_at)
                values (9, 999, 'e', 1, 'pending', 'at_least_once', 'k', 'POST', 'https', '{}', %s, 'http', 1, 1)
                """.formatted(bytes()));
    }

    /** Writes the insert of a row. */
    interface Row {
        /**
         * The statement.
         *
         * @param n another at every call
         * @param has the columns that are not null
         */
        String insert(int n, String state, Set<String> has);
    }

    private void onlyWhatTheStateSays(Map<String, String> says, Row row) {
        var columns = List.copyOf(new TreeSet<>(says.values()));
        var states = new ArrayList<>(says.keySet());
        states.add("sleeping");
        int n = 0;
        for (var state : states) {
            for (int chosen = 0; chosen < 1 << columns.size(); chosen++) {
                var has = new TreeSet<String>();
                for (int c = 0; c < columns.size(); c++) {
                    if ((chosen >> c & 1) == 1) {
                        has.add(columns.get(c));
                    }
                }
                var insert = row.insert(++n, state, has);
                if (has.equals(Set.of(says.getOrDefault(state, "nothing")))) {
                    accept(insert);
                } else {
                    refuse(insert);
                }
            }
        }
    }

    private static String names(Set<String> has) {
        return has.stream()
                .map(column -> column.equals("lease_until") ? ", lease_until, lease_owner" : ", " + column)
                .collect(Collectors.joining());
    }

    private static String values(Set<String> has) {
        return has.stream()
                .map(column -> switch (column) {
                    case "lease_until" -> ", 1, 'node'";
                    case "held" -> ", 'limit'";
                    default -> ", 1";
                })
                .collect(Collectors.joining());
    }

    private static String run(String values) {
        return """
                -- test: a run
                insert into run (id, event_seq, agent, round, source, mode, created_at, state, due_at, lease_until,
                    lease_owner, ended_at, outcome)
                values (1, 1, 'agent', 1, 's', 'live', 1, %s)
                """.formatted(values);
    }

    private static String job(int id, String values) {
        return """
                -- test: a job
                insert into job (id, platform, job_id, generation, ownership, created_at, opened_at, lost_since, state,
                    superseded, ended_at)
                values (%d, 'p', 'j%d', 1, 'tracked', 1, 1, 1, %s)
                """.formatted(id, id, values);
    }

    private String bytes() {
        return store().dialect() == Dialect.SQLITE ? "x'01'" : "'x'";
    }

    private Store store() {
        return stores().one();
    }

    private void accept(String insert) {
        assertThat(store().submit(Rows.CHANGE, insert).toCompletableFuture().join())
                .as(insert)
                .isEqualTo(1);
    }

    private void refuse(String insert) {
        var refused = store().submit(Rows.CHANGE, insert)
                .toCompletableFuture()
                .handle((rows, failure) -> failure)
                .join();
        var cause = refused instanceof CompletionException ? refused.getCause() : refused;
        assertThat(cause).as(insert).isInstanceOf(StoreFailure.class);
        assertThat(((StoreFailure) cause).code()).as(insert).isEqualTo(ErrorCode.STORE_REFUSED);
    }
}
