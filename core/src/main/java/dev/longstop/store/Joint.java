package dev.longstop.store;

import dev.longstop.store.Bulk.Column;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One statement over rows of several kinds, of which one part may read what another wrote. PostgreSQL only.
 *
 * <p>The text names its rows {@code <rows> as v} once for each kind, in the order of {@code kinds}, each in a place of
 * its own: a part of a {@code with}.
 *
 * @param sql the text; first line a comment that names the statement
 * @param kinds for each kind of rows the values' names and types, in the order of every row
 */
public record Joint(String sql, List<List<Column>> kinds) {

    public Joint {
        kinds = kinds.stream().map(List::copyOf).toList();
        if (sql.split(Pattern.quote(Bulk.ROWS), -1).length != kinds.size() + 1) {
            throw new IllegalArgumentException("a joint statement names its rows once for each kind: <rows> as v");
        }
    }

    /**
     * Reads the columns of each kind.
     *
     * @param kinds names and types, in the words of {@link Bulk#of}
     */
    public static Joint of(List<String> kinds, String sql) {
        return new Joint(sql, kinds.stream().map(Bulk::columns).toList());
    }

    /** The text with a parameter for each column of each kind, in their order. */
    public String render() {
        var text = sql;
        for (var columns : kinds) {
            int at = text.indexOf(Bulk.ROWS);
            text = text.substring(0, at) + Bulk.unnested(columns) + text.substring(at + Bulk.ROWS.length());
        }
        return text;
    }
}
