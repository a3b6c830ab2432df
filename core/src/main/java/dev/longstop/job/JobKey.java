package dev.longstop.job;

import dev.longstop.event.EventId;
import java.nio.charset.StandardCharsets;

/**
 * What identifies a job; its generations share it.
 *
 * @param platform the platform's name in the configuration
 * @param jobId the platform's id of it, made safe to store like an event's: 1 to 255 printable ASCII bytes
 */
public record JobKey(String platform, String jobId) implements Comparable<JobKey> {

    /** The key of a job whose platform calls it {@code id}; an id that is not safe as it is becomes its digest. */
    public static JobKey of(String platform, String id) {
        return new JobKey(
                platform, EventId.ofSender(id.getBytes(StandardCharsets.UTF_8)).text());
    }

    /** The order in which every node writes jobs. */
    @Override
    public int compareTo(JobKey other) {
        int byPlatform = platform.compareTo(other.platform);
        return byPlatform != 0 ? byPlatform : jobId.compareTo(other.jobId);
    }

    /** The name under which people look for it: {@code platform/job_id}. */
    @Override
    public String toString() {
        return platform + "/" + jobId;
    }
}
