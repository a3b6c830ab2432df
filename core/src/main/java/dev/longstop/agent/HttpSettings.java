package dev.longstop.agent;

import dev.longstop.queue.RetrySettings;
import java.net.URI;
import java.util.Optional;

/**
 * An agent that is an HTTP service.
 *
 * @param name the agent's name in the configuration
 * @param url where the payload is posted to
 * @param secret what requests are signed with, where they are
 * @param concurrency attempts in progress at once, 1 to 1000
 * @param timeoutMs how long an attempt may take, the wait for its callback included
 * @param retry how often and when it is tried again
 */
public record HttpSettings(
        String name, URI url, Optional<String> secret, int concurrency, long timeoutMs, RetrySettings retry) {

    public HttpSettings {
        if (concurrency < 1 || concurrency > 1_000 || timeoutMs < 1) {
            throw new IllegalArgumentException("the agent " + name + " has 1 to 1000 attempts at once, and a timeout");
        }
    }

    @Override
    public String toString() {
        return "HttpSettings[" + name + ", " + url.getHost() + "]";
    }
}
