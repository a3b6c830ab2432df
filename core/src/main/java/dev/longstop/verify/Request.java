package dev.longstop.verify;

import dev.longstop.event.Headers;
import java.util.List;
import java.util.Optional;

/**
 * What a sender's request says, as far as the rules look at it.
 *
 * @param method such as {@code POST}
 * @param query what stands behind the question mark, still encoded; or empty
 * @param headers the values of a header by its name, without regard to case
 * @param body the raw bytes as they arrived; not to be changed
 */
public record Request(String method, String query, Lookup headers, byte[] body) {

    /** Finds headers. */
    @FunctionalInterface
    public interface Lookup {

        /** All values of a header in order of arrival, empty if it is absent. {@code name} is in lower case. */
        List<String> all(String name);
    }

    /** A post with these headers, to a URL without a query. */
    public static Request of(Headers headers, byte[] body) {
        return new Request("POST", "", headers::all, body);
    }

    /** The value of a header that was sent once; empty if it is absent or was sent several times. */
    public Optional<String> only(String name) {
        var all = headers.all(name);
        return all.size() == 1 ? Optional.of(trim(all.get(0))) : Optional.empty();
    }

    /** A value without the white space around it (RFC 9110, 5.5). */
    static String trim(String value) {
        int from = 0;
        int to = value.length();
        while (from < to && space(value.charAt(from))) {
            from++;
        }
        while (from < to && space(value.charAt(to - 1))) {
            to--;
        }
        return from == 0 && to == value.length() ? value : value.substring(from, to);
    }

    private static boolean space(char c) {
        return c == ' ' || c == '\t';
    }
}
