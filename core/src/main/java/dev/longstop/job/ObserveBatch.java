package dev.longstop.job;

import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Merges observations, one conditional write per job: those of one job in the order of their arrival, each on what the
 * one before it left.
 */
final class ObserveBatch implements Batch<Observation, Observed> {

    /** Names of older generations that are looked at; a platform that goes on longer gives them an order. */
    private static final int EPOCHS_MAX = 100;

    private final EffectPlan effects;
    private final MergeSettings.ByPlatform settings;

    /** What a platform called a generation of a job. */
    private record Named(JobKey key, Epoch epoch) {}

    ObserveBatch(EffectPlan effects, MergeSettings.ByPlatform settings) {
        this.effects = effects;
        this.settings = settings;
    }

    @Override
    public String name() {
        return "observe";
    }

    @Override
    public List<Observed> apply(Tx tx, List<Observation> observations) {
        // Jobs in the order that every node keeps, or two nodes wait for each other.
        var folds = new TreeMap<JobKey, Fold>();
        var order = new ArrayList<Fold>(observations.size());
        for (var observation : observations) {
            var fold = folds.computeIfAbsent(observation.job(), key -> new Fold());
            fold.add(observation);
            order.add(fold);
        }
        read(tx, folds);
        var changes = new Changes(effects, tx.nowMs());
        folds.values().forEach(fold -> fold.merge(tx, changes, settings));
        changes.write(tx);
        return order.stream().map(Fold::next).toList();
    }

    private static void read(Tx tx, SortedMap<JobKey, Fold> folds) {
        if (tx.dialect() == Dialect.POSTGRESQL) {
            var names = folds.keySet().stream()
                    .map(key -> new Object[] {key.toString()})
                    .toList();
            tx.query(JobSql.LOCK, names, row -> row.getString(1));
        }
        var keys = folds.keySet().stream()
                .map(key -> new Object[] {key.platform(), key.jobId()})
                .toList();
        var older = new ArrayList<Object[]>();
        for (var job : tx.query(JobSql.newest(tx.dialect()), keys, JobRow::read)) {
            fold(folds, job.key()).known(job);
            if (job.generation() > 1) {
                int above = job.generation() - EPOCHS_MAX;
                older.add(new Object[] {job.key().platform(), job.key().jobId(), above, job.generation()});
            }
        }
        for (var named : tx.query(JobSql.EPOCHS, older, ObserveBatch::named)) {
            fold(folds, named.key).known(named.epoch);
        }
    }

    private static Fold fold(Map<JobKey, Fold> folds, JobKey key) {
        return Objects.requireNonNull(folds.get(key), "a job that was asked for");
    }

    private static Named named(ResultSet row) throws SQLException {
        var key = new JobKey(row.getString(1), row.getString(2));
        return new Named(key, new Epoch(row.getString(3), JobRow.number(row, 4)));
    }
}
