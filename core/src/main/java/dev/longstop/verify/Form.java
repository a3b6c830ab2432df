package dev.longstop.verify;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** A body of {@code application/x-www-form-urlencoded}. */
final class Form {

    private Form() {}

    /**
     * The decoded bytes of a field.
     *
     * @return empty if the field is absent, there twice, or not written as forms are
     */
    static Optional<byte[]> field(byte[] form, String name) {
        Optional<byte[]> found = Optional.empty();
        int from = 0;
        while (from <= form.length) {
            int end = indexOf(form, '&', from, form.length);
            int equals = indexOf(form, '=', from, end);
            var key = decode(form, from, equals);
            if (key.isPresent() && Arrays.equals(key.get(), name.getBytes(StandardCharsets.UTF_8))) {
                if (found.isPresent()) {
                    return Optional.empty();
                }
                found = decode(form, Math.min(equals + 1, end), end);
                if (found.isEmpty()) {
                    return found;
                }
            }
            from = end + 1;
        }
        return found;
    }

    private static int indexOf(byte[] bytes, char wanted, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    private static Optional<byte[]> decode(byte[] form, int from, int to) {
        var decoded = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            byte b = form[i];
            if (b == '%') {
                int high = digit(form, i + 1, to);
                int low = digit(form, i + 2, to);
                if (high < 0 || low < 0) {
                    return Optional.empty();
                }
                decoded[length++] = (byte) ((high << 4) | low);
                i += 2;
            } else {
                decoded[length++] = b == '+' ? (byte) ' ' : b;
            }
        }
        return Optional.of(Arrays.copyOf(decoded, length));
    }

    private static int digit(byte[] form, int at, int to) {
        return at < to ? Character.digit((char) (form[at] & 0xff), 16) : -1;
    }
}
