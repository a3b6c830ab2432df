package dev.longstop.reconcile;

import dev.longstop.job.JobCounts;
import dev.longstop.store.Store;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many jobs of each agent are not over, as last read, and what was launched here since.
 *
 * <p><i>Threads</i>: safe; only {@link #read} blocks.
 */
public final class OpenJobs {

    private final Store store;
    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    /** Counts that are read at once. */
    public OpenJobs(Store store) {
        this.store = store;
        read();
    }

    /** Reads them again. */
    public void read() {
        var now = JobCounts.ofAgents(store);
        counts.keySet().retainAll(now.keySet());
        counts.putAll(now);
    }

    /** A job was launched that is not among those that were read. */
    void launched(String agent) {
        counts.merge(agent, 1L, Long::sum);
    }

    /** How many of an agent's jobs are not over. */
    long of(String agent) {
        return counts.getOrDefault(agent, 0L);
    }
}
