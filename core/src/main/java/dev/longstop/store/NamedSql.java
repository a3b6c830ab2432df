package dev.longstop.store;

import java.util.ArrayList;
import java.util.List;

/**
 * A statement whose named parameters were replaced by {@code ?}.
 *
 * @param sql the text as a driver takes it
 * @param names the parameter's name for each {@code ?}, in order
 */
record NamedSql(String sql, List<String> names) {

    /** Replaces {@code :name} by {@code ?}, outside quotes and line comments; {@code ::} stays. */
    static NamedSql parse(String text) {
        var sql = new StringBuilder(text.length());
        var names = new ArrayList<String>();
        int at = 0;
        while (at < text.length()) {
            int end = endOfToken(text, at);
            boolean named = text.charAt(at) == ':' && end > at + 1 && text.charAt(at + 1) != ':';
            if (named) {
                names.add(text.substring(at + 1, end));
                sql.append('?');
            } else {
                sql.append(text, at, end);
            }
            at = end;
        }
        return new NamedSql(sql.toString(), List.copyOf(names));
    }

    /** Where the quoted text, the comment, the parameter or the single character that begins at {@code at} ends. */
    private static int endOfToken(String text, int at) {
        char first = text.charAt(at);
        if (first == '\'' || first == '"') {
            int close = text.indexOf(first, at + 1);
            return close < 0 ? text.length() : close + 1;
        }
        if (text.startsWith("--", at)) {
            int newline = text.indexOf('\n', at);
            return newline < 0 ? text.length() : newline;
        }
        if (text.startsWith("::", at)) {
            return at + 2;
        }
        int end = at + 1;
        while (first == ':' && end < text.length() && isNamePart(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isNamePart(char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
