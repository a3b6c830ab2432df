package dev.longstop.verify;

import java.nio.charset.StandardCharsets;

/** Text as bytes without loss: UTF-8, with a lone surrogate written as the three bytes that UTF-8 never has. */
final class ExactBytes {

    private ExactBytes() {}

    /** The bytes of a text: two different texts never have the same. */
    static byte[] of(String text) {
        int lone = firstLoneSurrogate(text, 0);
        if (lone < 0) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        var bytes = new java.io.ByteArrayOutputStream(text.length() + 16);
        int from = 0;
        while (lone >= 0) {
            bytes.writeBytes(text.substring(from, lone).getBytes(StandardCharsets.UTF_8));
            char c = text.charAt(lone);
            bytes.write(0xe0 | (c >> 12));
            bytes.write(0x80 | ((c >> 6) & 0x3f));
            bytes.write(0x80 | (c & 0x3f));
            from = lone + 1;
            lone = firstLoneSurrogate(text, from);
        }
        bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
        return bytes.toByteArray();
    }

    private static int firstLoneSurrogate(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else {
                return i;
            }
        }
        return -1;
    }
}
