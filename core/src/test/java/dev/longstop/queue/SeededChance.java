package dev.longstop.queue;

import dev.longstop.time.Randomness;
import java.util.Collections;
import java.util.List;

/** Chance that a seed decides: the same again on every run. */
public final class SeededChance implements Randomness {

    private long state;

    public SeededChance(long seed) {
        state = seed * 0x9E3779B97F4A7C15L + 0x2545F4914F6CDD1DL;
    }

    @Override
    public long below(long bound) {
        return Math.floorMod(next(), bound);
    }

    @Override
    public String token(int bytes) {
        return "0".repeat(2 * bytes);
    }

    /** One of some. */
    public <T> T one(List<T> all) {
        return all.get((int) below(all.size()));
    }

    /** Puts a list into another order. */
    public void shuffle(List<?> list) {
        for (int i = list.size() - 1; i > 0; i--) {
            Collections.swap(list, i, (int) below(i + 1L));
        }
    }

    private long next() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
