package dev.longstop.agent;

import dev.longstop.event.SafeText;
import java.nio.charset.StandardCharsets;

/** Keeps the last bytes of what a command says, whatever they are (F6). */
final class OutputTail {

    /** The most bytes that are kept. */
    static final int BYTES_MAX = 16 * 1024;

    private final byte[] ring = new byte[BYTES_MAX];
    private long taken;

    /** Takes the next bytes. */
    void take(byte[] bytes, int length) {
        int from = Math.max(0, length - BYTES_MAX);
        for (int i = from; i < length; i++) {
            ring[(int) ((taken + i) % BYTES_MAX)] = bytes[i];
        }
        taken += length;
    }

    /** Whether there was more than is kept. */
    boolean cut() {
        return taken > BYTES_MAX;
    }

    /** What is kept, as text that every column holds; bytes that are not UTF-8 become U+FFFD. */
    String text() {
        int length = (int) Math.min(taken, BYTES_MAX);
        var kept = new byte[length];
        long from = taken - length;
        for (int i = 0; i < length; i++) {
            kept[i] = ring[(int) ((from + i) % BYTES_MAX)];
        }
        int start = 0;
        // The cut may go through a character: its rest says nothing.
        while (cut() && start < Math.min(3, length) && (kept[start] & 0xc0) == 0x80) {
            start++;
        }
        return SafeText.of(new String(kept, start, length - start, StandardCharsets.UTF_8));
    }
}
