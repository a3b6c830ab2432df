package dev.longstop.time;

import java.util.HexFormat;
import java.util.SplittableRandom;

/**
 * Chance from a seed, for what is to be tried again as it was tried before. Never for secrets.
 *
 * <p><i>Threads</i>: safe, but only one thread gives a repeatable order.
 */
public final class RepeatableRandomness implements Randomness {

    private final SplittableRandom numbers;

    public RepeatableRandomness(long seed) {
        numbers = new SplittableRandom(seed);
    }

    @Override
    public synchronized long below(long bound) {
        return numbers.nextLong(bound);
    }

    @Override
    public synchronized String token(int bytes) {
        var token = new byte[bytes];
        numbers.nextBytes(token);
        return HexFormat.of().formatHex(token);
    }
}
