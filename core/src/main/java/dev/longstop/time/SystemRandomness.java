package dev.longstop.time;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** Chance from the machine: fast numbers for jitter, the system's secure source for tokens. */
public final class SystemRandomness implements Randomness {

    private final SecureRandom secure = new SecureRandom();

    @Override
    public long below(long bound) {
        return ThreadLocalRandom.current().nextLong(bound);
    }

    @Override
    public String token(int bytes) {
        if (bytes < 1 || bytes > 64) {
            throw new IllegalArgumentException("a token has 1 to 64 bytes, not " + bytes);
        }
        var token = new byte[bytes];
        secure.nextBytes(token);
        return HexFormat.of().formatHex(token);
    }
}
