package dev.longstop.config;

import dev.longstop.contract.Secret;
import dev.longstop.queue.RetrySettings;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * What happens once after a run or job, as configured.
 *
 * @param name its name
 * @param kind what is done
 * @param body the template of what is said; empty where the kind needs none
 * @param policy what is done when it cannot be known whether it happened
 * @param after the outcomes that it follows
 * @param doneOn statuses of answers that mean done besides 2xx
 * @param retry how often and when it is tried again
 * @param timeoutMs how long one call may take, 100 ms to 10 m
 */
public record EffectSettings(
        String name,
        Kind kind,
        Optional<String> body,
        Policy policy,
        Set<Outcome> after,
        Set<Integer> doneOn,
        RetrySettings retry,
        long timeoutMs) {

    public EffectSettings {
        after = Set.copyOf(after);
        doneOn = Set.copyOf(doneOn);
    }

    @Override
    public String toString() {
        return "EffectSettings[" + name + ", " + kind + "]";
    }

    /** What is done. */
    public sealed interface Kind {}

    /**
     * A POST to an address.
     *
     * @param signWith what the request is signed with, where it is
     */
    public record Http(URI url, Optional<Secret> signWith) implements Kind {
        @Override
        public String toString() {
            return "Http[" + url.getHost() + "]";
        }
    }

    /**
     * A comment where the event came from.
     *
     * @param place {@code subject}: the issue or pull request
     * @param token with what we log in
     * @param base the address of the API
     */
    public record GithubComment(String place, Secret token, URI base) implements Kind {}

    /**
     * A message.
     *
     * @param place {@code subject} for the thread of the event, or a channel
     * @param token with what we log in
     * @param base the address of the API
     */
    public record SlackMessage(String place, Secret token, URI base) implements Kind {}

    /** What is done when it cannot be known whether a call had its effect. */
    public enum Policy {
        /** It is made again, with the same key. */
        AT_LEAST_ONCE,
        /** A person decides. */
        AT_MOST_ONCE
    }

    /** How a run or job ended. */
    public enum Outcome {
        /** It did what it should. */
        SUCCEEDED,
        /** It did not. */
        FAILED,
        /** Somebody ended it. */
        CANCELLED,
        /** Its time ran out. */
        EXPIRED
    }
}
