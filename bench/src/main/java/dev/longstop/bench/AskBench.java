package dev.longstop.bench;

import dev.longstop.job.Asks;
import dev.longstop.job.Channel;
import dev.longstop.job.EffectPlan;
import dev.longstop.job.JobKey;
import dev.longstop.job.JobState;
import dev.longstop.job.Jobs;
import dev.longstop.job.MergeSettings;
import dev.longstop.job.Observation;
import dev.longstop.job.Seen;
import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * What it costs the store to ask for every unfinished job once, with no finished ones beside them and with many: whose
 * turn it is, what is needed to ask, the next turn planned. Nothing is asked of any platform.
 *
 * <p>Usage: {@code AskBench [passes] [finished] [unfinished]}.
 */
public final class AskBench {

    private static final String PLATFORM = "there";
    private static final int AT_ONCE = 100;
    private static final int WARM = 5;
    private static final long WAIT_S = 600;

    /** Finished jobs that are written by one statement: no statement may take more than 20 s. */
    private static final int AT_A_TIME = 200_000;

    private AskBench() {}

    /** Measures, and prints what a pass costs. */
    public static void main(String[] arguments) throws Exception {
        int passes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 21;
        int finished = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 10_000_000;
        int unfinished = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1_000;
        var folder = Files.createTempDirectory(
                Files.createDirectories(Path.of("target", "bench").toAbsolutePath()), "asks");
        System.out.printf(Locale.ROOT, "%na pass over %,d unfinished jobs, median of %d; ms%n%n", unfinished, passes);
        System.out.printf(Locale.ROOT, "%-12s %10s %18s %8s%n", "store", "alone", "beside " + finished, "ratio");
        var settings = SqliteSettings.of(folder.resolve("asks.db"));
        try (var sqlite = SqliteStore.open(settings, new SystemTime(), new SystemRandomness())) {
            measure("SQLite", sqlite, passes, finished, unfinished);
        }
        try (var server = PostgresServer.start(Map.of())) {
            var database = server.createDatabase();
            var postgres = PostgresSettings.of(database.url(), database.user(), database.password());
            try (var store = PostgresStore.open(postgres, new SystemTime(), new SystemRandomness())) {
                measure("PostgreSQL", store, passes, finished, unfinished);
            }
        }
    }

    private static void measure(String name, Store store, int passes, int finished, int unfinished) {
        begin(store, unfinished);
        double alone = pass(store, passes, unfinished);
        for (int from = 0; from < finished; from += AT_A_TIME) {
            join(store.submit(new Finished(), new Part(from, Math.min(AT_A_TIME, finished - from))));
        }
        double beside = pass(store, passes, unfinished);
        System.out.printf(Locale.ROOT, "%-12s %10.1f %18.1f %8.2f%n", name, alone, beside, beside / alone);
    }

    private static void begin(Store store, int jobs) {
        var merging = new Jobs(store, EffectPlan.none(), MergeSettings.DEFAULT);
        var stages = new ArrayList<CompletionStage<?>>();
        for (int i = 0; i < jobs; i++) {
            stages.add(merging.observe(new Observation(
                    JobKey.of(PLATFORM, "open-" + i),
                    Channel.PULL,
                    1,
                    Optional.empty(),
                    Optional.of(Seen.of(JobState.RUNNING)),
                    Optional.empty(),
                    Observation.Stranger.TRACKED)));
        }
        stages.forEach(AskBench::join);
    }

    /** The median time of a pass, in milliseconds. */
    private static double pass(Store store, int passes, int unfinished) {
        var time = new SystemTime();
        var took = new ArrayList<Double>();
        for (int pass = 0; pass < WARM + passes; pass++) {
            long from = time.nanos();
            int asked = ask(store);
            if (asked != unfinished) {
                throw new IllegalStateException("a pass asks for every unfinished job once, not for " + asked);
            }
            if (pass >= WARM) {
                took.add((time.nanos() - from) / 1e6);
            }
        }
        return took.stream().sorted().toList().get(took.size() / 2);
    }

    private static int ask(Store store) {
        var asks = new Asks(store);
        join(asks.all(PLATFORM));
        int asked = 0;
        var due = join(asks.take(PLATFORM, AT_ONCE, TimeUnit.HOURS.toMillis(1)));
        while (!due.isEmpty()) {
            asked += due.size();
            var planned = due.stream()
                    .map(job -> asks.plan(job, TimeUnit.HOURS.toMillis(1)))
                    .toList();
            planned.forEach(AskBench::join);
            due = join(asks.take(PLATFORM, AT_ONCE, TimeUnit.HOURS.toMillis(1)));
        }
        return asked;
    }

    /** Some of the finished jobs: those after a number. */
    private record Part(int from, int jobs) {}

    /** Many finished jobs in one statement. */
    private static final class Finished implements Batch<Part, Integer> {

        private static final String JOBS = """
                insert into job (id, platform, job_id, generation, ownership, state, created_at, opened_at, started_at,
                    ended_at, decided_by)
                select 1000000000 + :after + n, 'there', 'over-' || (:after + n), 1, 'tracked', 'succeeded',
                    n, n, n, n + 1000, 'push'
                """;

        private static final String SQLITE = """
                -- bench: finished jobs
                with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < :jobs)
                """ + JOBS + " from numbers";

        private static final String POSTGRESQL = """
                -- bench: finished jobs
                """ + JOBS + " from generate_series(1, :jobs) as numbers (n)";

        @Override
        public String name() {
            return "finished";
        }

        @Override
        public List<Integer> apply(Tx tx, List<Part> items) {
            var sql = tx.dialect() == Dialect.SQLITE ? SQLITE : POSTGRESQL;
            return items.stream()
                    .map(part -> tx.update(sql, Map.of("jobs", part.jobs, "after", part.from)))
                    .toList();
        }
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(WAIT_S, TimeUnit.SECONDS).join();
    }
}
