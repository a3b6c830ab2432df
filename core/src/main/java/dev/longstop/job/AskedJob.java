package dev.longstop.job;

import java.util.Optional;

/**
 * A job whose turn it is to be asked for.
 *
 * @param jobRow its newest generation's row
 * @param key the job
 * @param ownership whose it is
 * @param askWith what is needed to ask for it, as a JSON object
 * @param startedAtMs when it was started, in epoch milliseconds of the store's time
 * @param seen whether the platform ever knew it, by a read or by what it sent
 * @param nudgedAtMs when a push last said "look now"
 * @param asks how often it was asked for, this time included
 * @param answeredAtMs when the ask began that its platform last answered
 * @param endWanted whether its platform is to be asked to end it, and has not taken that yet
 * @param heldUntilMs until when nobody else asks for it: the mark by which its next ask is planned
 */
public record AskedJob(
        long jobRow,
        JobKey key,
        Ownership ownership,
        String askWith,
        long startedAtMs,
        boolean seen,
        Optional<Long> nudgedAtMs,
        int asks,
        Optional<Long> answeredAtMs,
        boolean endWanted,
        long heldUntilMs) {}
