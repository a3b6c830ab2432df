package dev.longstop.contract;

import java.util.Optional;

/**
 * One secret, or public key, of a source, with the window in which it counts.
 *
 * <p>Never prints its value.
 *
 * @param name what it is called in records and on pages: where it came from, never the value
 * @param value the secret itself, without trailing line ends; never empty
 * @param fromMs the instant from which on it matches, in epoch milliseconds of the wall clock
 * @param untilMs the instant from which it no longer matches
 */
public record Secret(String name, String value, Optional<Long> fromMs, Optional<Long> untilMs) {

    public Secret {
        value = value.replaceAll("[\\r\\n]+$", "");
        if (value.isEmpty()) {
            throw new IllegalArgumentException("the secret " + name + " is empty");
        }
    }

    /** A secret that counts at once. */
    public Secret(String name, String value, Optional<Long> untilMs) {
        this(name, value, Optional.empty(), untilMs);
    }

    /** Whether it counts at an instant. */
    public boolean countsAt(long wallMs) {
        return fromMs.map(from -> wallMs >= from).orElse(true)
                && untilMs.map(until -> wallMs < until).orElse(true);
    }

    @Override
    public String toString() {
        return "Secret[" + name + "]";
    }
}
