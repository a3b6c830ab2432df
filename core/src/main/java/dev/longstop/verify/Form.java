package dev.longstop.verify;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Text of {@code application/x-www-form-urlencoded}: a body, or the query of a URL. */
final class Form {

    /** No form has more fields. */
    static final int FIELDS_MAX = 10_000;

    private Form() {}

    /**
     * One field.
     *
     * @param name its name, decoded
     * @param value its value, decoded
     */
    record Field(byte[] name, byte[] value) {

        boolean is(String other) {
            return Arrays.equals(name, other.getBytes(StandardCharsets.UTF_8));
        }

        String nameText() {
            return new String(name, StandardCharsets.UTF_8);
        }

        String text() {
            return new String(value, StandardCharsets.UTF_8);
        }
    }

    /** The fields in their order; empty if they are too many or not written as forms are. */
    static Optional<List<Field>> fields(byte[] form) {
        var fields = new ArrayList<Field>();
        int from = 0;
        while (from < form.length) {
            int end = indexOf(form, '&', from, form.length);
            int equals = indexOf(form, '=', from, end);
            var name = decode(form, from, equals);
            var value = decode(form, Math.min(equals + 1, end), end);
            if (name.isEmpty() || value.isEmpty() || fields.size() == FIELDS_MAX) {
                return Optional.empty();
            }
            if (end > from) {
                fields.add(new Field(name.get(), value.get()));
            }
            from = end + 1;
        }
        return Optional.of(fields);
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
