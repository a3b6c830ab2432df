package dev.longstop.ingress;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;

/**
 * The bytes of a body as they arrive, in one array that grows with them: a stranger's promise of a length reserves
 * little.
 */
final class Body {

    private static final int TRUSTED_LENGTH = 64 * 1_024;
    private static final byte[] NONE = {};

    private final long declared;
    private byte[] bytes = NONE;
    private int size;

    /** A body of a declared length, or of an unknown one: -1. */
    Body(long declared) {
        this.declared = declared;
    }

    int size() {
        return size;
    }

    void add(Buffer chunk) {
        int needed = size + chunk.length();
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, capacity(needed));
        }
        chunk.getBytes(bytes, size);
        size = needed;
    }

    private int capacity(int needed) {
        if (declared >= 0 && declared <= TRUSTED_LENGTH) {
            return (int) Math.max(needed, declared);
        }
        long doubled = 2L * bytes.length;
        return (int) Math.max(needed, declared < 0 ? doubled : Math.min(declared, doubled));
    }

    /** All bytes; nothing may be added any more. */
    byte[] whole() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
