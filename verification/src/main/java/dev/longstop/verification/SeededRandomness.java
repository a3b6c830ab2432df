package dev.longstop.verification;

import dev.longstop.time.Randomness;
import java.util.HexFormat;

/**
 * Chance that repeats: the same seed gives the same numbers and tokens on every JVM.
 *
 * <p><i>Threads</i>: safe, but only one thread gives a repeatable order. <i>Source</i>: the SplitMix64 sequence,
 * written out because the platform does not promise that its own generators never change.
 */
public final class SeededRandomness implements Randomness {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    public SeededRandomness(long seed) {
        state = seed;
    }

    /** The next 64 bits. */
    public synchronized long next() {
        state += GOLDEN;
        return mixed(state);
    }

    /** Another seed, made from a seed and a name: streams that do not shift when one of them is used more or less. */
    public static long derive(long seed, String name) {
        long derived = mixed(seed + GOLDEN);
        for (int i = 0; i < name.length(); i++) {
            derived = mixed(derived ^ name.charAt(i)) + GOLDEN;
        }
        return derived;
    }

    private static long mixed(long z) {
        long once = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
        return twice ^ (twice >>> 31);
    }

    @Override
    public long below(long bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("nothing is below " + bound);
        }
        return Long.remainderUnsigned(next(), bound);
    }

    @Override
    public String token(int bytes) {
        var token = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            token[i] = (byte) next();
        }
        return HexFormat.of().formatHex(token);
    }
}
