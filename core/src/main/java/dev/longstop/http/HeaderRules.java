package dev.longstop.http;

import java.util.Locale;
import java.util.Set;

/** What a header can carry. <i>Source</i>: RFC 9110 sections 5.5, 5.6.2. */
public final class HeaderRules {

    /** No value is longer; the rest is cut off. */
    public static final int VALUE_CHARS_MAX = 8_192;

    private static final String TOKEN_EXTRAS = "!#$%&'*+-.^_`|~";

    /** Headers that say how the message itself is carried: the client's, and nobody else's. */
    private static final Set<String> OWNED = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private HeaderRules() {}

    /** Whether a name may be given to a call. */
    public static boolean allows(String name) {
        return !name.isEmpty()
                && name.chars().allMatch(HeaderRules::tokenChar)
                && !OWNED.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Refuses a name that may not be given to a call. */
    static void checkName(String name) {
        if (!allows(name)) {
            throw new IllegalArgumentException("not a header or method that a call may have: " + safe(name));
        }
    }

    /**
     * The value with each character that a header cannot carry (line ends, NUL and other controls, everything outside
     * ASCII) replaced by {@code ?}, cut to {@value #VALUE_CHARS_MAX} characters, without white space around it.
     */
    public static String safe(String value) {
        var cut = value.length() <= VALUE_CHARS_MAX ? value : value.substring(0, VALUE_CHARS_MAX);
        if (cut.chars().allMatch(HeaderRules::carried)) {
            return cut.strip();
        }
        var safe = new StringBuilder(cut.length());
        cut.codePoints().forEach(c -> safe.append(carried(c) ? (char) c : '?'));
        return safe.toString().strip();
    }

    private static boolean carried(int c) {
        return (c >= 0x20 && c <= 0x7e) || c == '\t';
    }

    private static boolean tokenChar(int c) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return letter || (c >= '0' && c <= '9') || TOKEN_EXTRAS.indexOf(c) >= 0;
    }
}
