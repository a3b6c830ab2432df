package dev.longstop.contract;

import java.util.Optional;

/**
 * One shared secret of a source, with the window in which it counts.
 *
 * <p>Never prints its value.
 *
 * @param name what it is called in records and on pages: where it came from, never the value
 * @param value the secret itself, without trailing line ends; never empty
 * @param untilMs the instant from which it no longer matches, in epoch milliseconds of the wall clock
 */
public record Secret(String name, String value, Optional<Long> untilMs) {

    public Secret {
        value = value.replaceAll("[\\r\\n]+$", "");
        if (value.isEmpty()) {
            throw new IllegalArgumentException("the secret " + name + " is empty");
        }
    }

    /** Whether it counts at an instant. */
    public boolean countsAt(long wallMs) {
        return untilMs.map(until -> wallMs < until).orElse(true);
    }

    @Override
    public String toString() {
        return "Secret[" + name + "]";
    }
}
