package dev.longstop.job;

import dev.longstop.event.SafeText;
import dev.longstop.job.Launches.Intent;
import dev.longstop.job.Launches.Plan;
import dev.longstop.job.Launches.Stage;
import dev.longstop.queue.RunState;
import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.Dialect;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Writes what becomes of the intents of launches. */
final class LaunchBatch implements Batch<LaunchBatch.Item, Intent> {

    static final LaunchBatch LAUNCH = new LaunchBatch();

    private static final String FIND = """
            -- job: the job of an intent
            select j.id, j.launch, j.job_id
            from job as j
            where j.platform = :platform and j.intent_key = :intent_key and j.generation = 1
            order by j.id
            limit 1
            """;

    private static final Bulk INTEND =
            Bulk.of("job_row bigint, platform text, intent_key text, agent text, ask_with text, now_ms bigint", """
            -- job: write intents down
            insert into job (id, platform, generation, ownership, agent, intent_key, state, launch, ask_with,
                created_at, opened_at, started_at)
            select v.job_row, v.platform, 1, 'planted', v.agent, v.intent_key, 'unknown', 'intended', v.ask_with,
                v.now_ms, v.now_ms, v.now_ms
            from <rows> as v
            """);

    private static final String REACH = """
            -- job: say how far a launch came
            update job set launch = :launch
            where id = :id and job_id is null
            """;

    private static final String KNOW = """
            -- job: name the job of an intent
            update job set
                job_id = :job_id,
                launch = 'known',
                next_ask_at = :now_ms,
                version = version + 1
            where id = :id and job_id is null
            """;

    private static final String OUTRUN = """
            -- job: the first generation of a job that a webhook announced before its launch was answered
            select j.id
            from job as j
            where j.platform = :platform and j.job_id = :job_id and j.generation = 1
            order by j.id
            limit 1
            """;

    private static final String CLOSE = """
            -- job: close an intent whose job has a row of its own
            update job set
                intent_key = intent_key || ' closed',
                superseded = 1,
                ended_at = :now_ms
            where id = :id and job_id is null
            """;

    private static final String TAKE_OVER = """
            -- job: give an intent's key to the job that it launched
            update job set intent_key = :intent_key, launch = 'known', version = version + 1
            where id = :id
            """;

    private static final Bulk OF_RUN = Bulk.of("run_id bigint, awaited bigint", """
            -- job: say whose job it is
            update run set job_row = v.awaited
            from <rows> as v
            where run.id = v.run_id and run.state <> 'done'
            returning run.state
            """);

    /** What is done to an intent. */
    sealed interface Item {
        Plan plan();
    }

    /** Written down, unless it is there. */
    record Intend(Plan plan) implements Item {}

    /** It came so far. */
    record Reach(Plan plan, Stage stage) implements Item {}

    /** Its job has this key. */
    record Know(Plan plan, JobKey job) implements Item {}

    /** A job, and the run whose agent started it. */
    record HandedOver(long jobRow, long runId) {}

    static final Batch<HandedOver, Boolean> HAND_OVER = new Batch<>() {
        @Override
        public String name() {
            return "hand-over";
        }

        @Override
        public List<Boolean> apply(Tx tx, List<HandedOver> items) {
            return items.stream()
                    .map(item -> ofRun(tx, item.runId, item.jobRow))
                    .toList();
        }
    };

    private LaunchBatch() {}

    @Override
    public String name() {
        return "launch";
    }

    @Override
    public List<Intent> apply(Tx tx, List<Item> items) {
        lock(tx, items);
        var intents = new ArrayList<Intent>();
        for (var item : items) {
            var intent = find(tx, item.plan()).orElseGet(() -> intend(tx, item.plan()));
            if (item instanceof Reach reach) {
                reach(tx, intent, reach.stage);
            } else if (item instanceof Know know && intent.stage() != Stage.KNOWN) {
                know(tx, intent, know);
            }
            intents.add(find(tx, item.plan()).orElseThrow());
        }
        return List.copyOf(intents);
    }

    /** PostgreSQL only: intents and the jobs that they become are had alone, in the order that every node keeps. */
    private static void lock(Tx tx, List<Item> items) {
        if (tx.dialect() != Dialect.POSTGRESQL) {
            return;
        }
        // Intents stand among the jobs as if their key were the id.
        var keys = new TreeSet<JobKey>();
        for (var item : items) {
            keys.add(new JobKey(item.plan().platform(), item.plan().key()));
            if (item instanceof Know know) {
                keys.add(know.job);
            }
        }
        var names = keys.stream().map(key -> new Object[] {key.toString()}).toList();
        tx.query(JobSql.LOCK, names, row -> row.getString(1));
    }

    private static Optional<Intent> find(Tx tx, Plan plan) {
        return tx.query(FIND, Map.of("platform", plan.platform(), "intent_key", plan.key()), LaunchBatch::read).stream()
                .findFirst();
    }

    private static Intent read(ResultSet row) throws SQLException {
        var word = row.getString(2);
        return new Intent(
                row.getLong(1),
                Stage.valueOf(word.toUpperCase(Locale.ROOT)),
                Optional.ofNullable(row.getString(3)).orElse(""));
    }

    private static Intent intend(Tx tx, Plan plan) {
        long id = tx.nextId("job");
        tx.write(INTEND, List.<Object[]>of(new Object[] {
            id, plan.platform(), plan.key(), plan.agent(), SafeText.of(plan.askWith()), tx.nowMs()
        }));
        return new Intent(id, Stage.INTENDED, "");
    }

    private static void reach(Tx tx, Intent intent, Stage stage) {
        tx.update(REACH, Map.of("id", intent.jobRow(), "launch", stage.name().toLowerCase(Locale.ROOT)));
    }

    private static void know(Tx tx, Intent intent, Know know) {
        var outrun = tx.query(
                OUTRUN, Map.of("platform", know.job.platform(), "job_id", know.job.jobId()), row -> row.getLong(1));
        long job = outrun.isEmpty() ? intent.jobRow() : outrun.get(0);
        if (outrun.isEmpty()) {
            tx.update(KNOW, Map.of("id", intent.jobRow(), "job_id", know.job.jobId(), "now_ms", tx.nowMs()));
        } else {
            tx.update(CLOSE, Map.of("id", intent.jobRow(), "now_ms", tx.nowMs()));
            tx.update(TAKE_OVER, Map.of("id", job, "intent_key", know.plan.key()));
        }
        ofRun(tx, know.plan.runId(), job);
    }

    /** Says whose a job is; gives whether its run still wants it. */
    private static boolean ofRun(Tx tx, long runId, long job) {
        var states =
                tx.write(OF_RUN, List.<Object[]>of(new Object[] {runId, job}), row -> RunState.of(row.getString(1)));
        boolean givenUp = states.contains(RunState.SUPERSEDED) || states.contains(RunState.CANCELLED);
        if (givenUp) {
            JobsOfRuns.want(tx, List.of(job));
        }
        return !givenUp;
    }
}
