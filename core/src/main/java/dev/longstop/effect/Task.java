package dev.longstop.effect;

import dev.longstop.queue.RetrySettings;

/**
 * What is done for the effects of one name.
 *
 * @param name the effect's name in the configuration
 * @param concurrency attempts at once
 * @param timeoutMs how long one attempt may take, in milliseconds
 * @param retry how often and when it is tried again
 * @param deed what is done
 */
public record Task(String name, int concurrency, long timeoutMs, RetrySettings retry, Deed deed) {}
