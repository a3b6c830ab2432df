package dev.longstop.time;

/**
 * The one source of chance: jitter, tokens, ids that nobody may guess.
 *
 * <p><i>Threads</i>: safe.
 */
public interface Randomness {

    /** A number in {@code [0, bound)}; {@code bound} is at least 1. */
    long below(long bound);

    /** A secret that nobody can guess: {@code bytes} random bytes (1 to 64) in lower-case hex. */
    String token(int bytes);
}
