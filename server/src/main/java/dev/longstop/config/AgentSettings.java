package dev.longstop.config;

import dev.longstop.agent.CommandSettings;
import dev.longstop.agent.HttpSettings;
import dev.longstop.contract.Secret;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Interrupted;
import dev.longstop.queue.Limit;
import dev.longstop.queue.Policy;
import dev.longstop.queue.RetrySettings;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run starts, as configured.
 *
 * @param name its name
 * @param kind what it is
 * @param pace how much of it at once, how long, how often
 * @param limits how many runs may be started in a time
 * @param busy what a lane does with newer work
 * @param interrupted what becomes of a run whose attempt was cut off
 * @param relaunches how often a job of its that failed is launched again
 * @param then the effects that follow, by name
 */
public record AgentSettings(
        String name,
        Kind kind,
        Pace pace,
        List<Limit> limits,
        Busy busy,
        Interrupted interrupted,
        int relaunches,
        List<String> then) {

    public AgentSettings {
        limits = List.copyOf(limits);
        then = List.copyOf(then);
    }

    /** How long a stop waits for its attempts in progress, in milliseconds. */
    public long drainMs() {
        return pace.drainMs();
    }

    /** What governs the birth of its runs. */
    public Policy policy() {
        return new Policy(busy, limits);
    }

    /** What an HTTP service is called with; empty where the agent is none. */
    Optional<HttpSettings> http() {
        return kind instanceof Http http
                ? Optional.of(new HttpSettings(
                        name,
                        http.url(),
                        http.signWith().map(Secret::value),
                        pace.concurrency(),
                        pace.timeoutMs(),
                        pace.retry()))
                : Optional.empty();
    }

    /**
     * How much at once, how long, how often.
     *
     * @param concurrency attempts in progress at once, 1 to 1000
     * @param timeoutMs how long an attempt may take, 100 ms to 30 d
     * @param drainMs how long a stop waits for attempts in progress, 0 to 7 d
     * @param retry how often and when a run is tried again
     */
    public record Pace(int concurrency, long timeoutMs, long drainMs, RetrySettings retry) {}

    /** What an agent is. */
    public sealed interface Kind {}

    /** A local command. */
    public record Command(CommandSettings settings) implements Kind {}

    /**
     * A service that takes the payload by POST.
     *
     * @param url where to
     * @param signWith what the request is signed with, where it is
     */
    public record Http(URI url, Optional<Secret> signWith) implements Kind {
        @Override
        public String toString() {
            return "Http[" + url.getHost() + "]";
        }
    }

    /**
     * A managed job.
     *
     * @param platform the platform's name in the configuration
     * @param with what the launch is told: text, numbers, truth values, lists and mappings of them
     * @param jobsMax open jobs at once; empty for no bound
     */
    public record Platform(String platform, Map<String, Object> with, Optional<Integer> jobsMax) implements Kind {
        public Platform {
            with = Collections.unmodifiableMap(new LinkedHashMap<>(with));
        }

        @Override
        public String toString() {
            return "Platform[" + platform + ", with " + with.keySet() + "]";
        }
    }
}
