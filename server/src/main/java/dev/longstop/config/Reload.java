package dev.longstop.config;

import java.util.List;
import java.util.Optional;

/**
 * What came of reading the configuration again while the program runs.
 *
 * @param problems all that is wrong or doubtful with it
 * @param changes what it changed; empty if an error left everything as it was
 */
public record Reload(List<Problem> problems, Optional<Changes> changes) {

    public Reload {
        problems = List.copyOf(problems);
    }
}
