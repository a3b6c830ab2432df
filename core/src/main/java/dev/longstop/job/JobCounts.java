package dev.longstop.job;

import dev.longstop.store.Parked;
import dev.longstop.store.Store;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many jobs are not over, by platform: read from the unfinished ones alone.
 *
 * @param platform the platform's name
 * @param unfinished jobs of ours that are not over
 * @param stuck of these, those that take longer than such jobs take
 * @param overdue of these, those whose turn to be asked for was more than a minute ago
 */
public record JobCounts(String platform, long unfinished, long stuck, long overdue) {

    private static final long OVERDUE_MS = 60_000;

    private static final String COUNT = """
            -- job: how many jobs are not over
            select platform, count(*), count(stuck_at), count(case when next_ask_at <= :overdue_ms then 1 end)
            from job
            where ended_at is null and job_id is not null and ownership in ('tracked', 'planted')
            group by platform
            order by platform
            """;

    private static final String OF_AGENTS = """
            -- job: how many jobs of agents are not over
            select agent, count(*)
            from job
            where ended_at is null and job_id is not null and agent is not null
            group by agent
            order by agent
            """;

    private static final String NEXT_PLATFORM = """
            -- job: the next platform with unfinished jobs
            select platform from job where ended_at is null and platform > :after order by platform limit 1
            """;

    private static final String OF_PLATFORM = """
            -- job: how many unfinished jobs a platform has
            select count(*) from (
                select 1 from job where ended_at is null and platform = :name order by state limit :max
            ) as unfinished
            """;

    /** Unfinished jobs of platforms that the configuration lacks. */
    public static final Parked PARKED = new Parked(NEXT_PLATFORM, OF_PLATFORM);

    /** How many jobs are not over, by the agent that they were launched for. */
    public static Map<String, Long> ofAgents(Store store) {
        var counts = new HashMap<String, Long>();
        store.read(tx -> tx.query(OF_AGENTS, Map.of(), row -> counts.put(row.getString(1), row.getLong(2))));
        return Map.copyOf(counts);
    }

    /** The counts of every platform that has unfinished jobs. */
    public static List<JobCounts> read(Store store) {
        return store.read(tx -> tx.query(
                COUNT,
                Map.of("overdue_ms", tx.nowMs() - OVERDUE_MS),
                row -> new JobCounts(row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4))));
    }
}
