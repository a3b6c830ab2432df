package dev.longstop.job;

import dev.longstop.event.SafeText;
import java.util.Optional;

/**
 * The platform's own name for a generation of a job: a run's attempt, a turn of a session.
 *
 * @param key its name: safe text, cut at 255 characters
 * @param order a number that grows from one generation to the next, where the platform has one
 */
public record Epoch(String key, Optional<Long> order) {

    private static final int CHARS_MAX = 255;

    public Epoch {
        key = SafeText.of(key, CHARS_MAX);
    }
}
