package dev.longstop.verification.suite;

import dev.longstop.time.Randomness;

/** Chance that always falls on the highest number, so that a delay is its upper end. */
final class Chance implements Randomness {

    static final Chance HIGHEST = new Chance();

    private Chance() {}

    @Override
    public long below(long bound) {
        return bound - 1;
    }

    @Override
    public String token(int bytes) {
        return "f".repeat(2 * bytes);
    }
}
