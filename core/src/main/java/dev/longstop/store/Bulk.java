package dev.longstop.store;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One statement over many rows of values, written once for both databases.
 *
 * <p>The text names its rows {@code <rows> as v}. PostgreSQL runs the statement once, with {@code unnest} over an array
 * per column (N3); SQLite runs it per row, with the values in their places or a one-row select. An insert with a
 * conflict clause reads {@code select ... from <rows> as v where true on conflict do nothing}. What {@code returning}
 * names must be columns of the table that is written, since neither database offers {@code v} there.
 *
 * @param sql the text; first line a comment that names the statement
 * @param columns the values' names and types, in the order of every row
 */
public record Bulk(String sql, List<Column> columns) {

    static final String ROWS = "<rows> as v";

    /** An insert of nothing but the rows: up to the select, what is selected, and the clauses behind. */
    private static final Pattern INSERT = Pattern.compile(
            "(.*?\\binsert into \\w+ \\([^)]*\\)\\s+)select\\s+(.*)\\s+from <rows> as v(?:\\s+where true)?"
                    + "(\\s*|\\s+(?:on conflict|returning)\\b.*)",
            Pattern.DOTALL);

    /** An update by nothing but the rows: up to them, and the condition behind. */
    private static final Pattern UPDATE =
            Pattern.compile("(.*?\\bupdate \\w+ set\\b.*)\\s+from <rows> as v(\\s+where\\b.*)", Pattern.DOTALL);

    /** One value of a row. */
    public record Column(String name, Type type) {}

    /**
     * The types that values have; Java's {@code Long}, {@code Integer}, {@code String} and {@code byte[]}, each or
     * null.
     */
    public enum Type {
        BIGINT("bigint"),
        INTEGER("integer"),
        TEXT("text"),
        BYTES("bytea");

        private final String postgresql;

        Type(String postgresql) {
            this.postgresql = postgresql;
        }

        /** The element type of the array that carries the column on PostgreSQL. */
        public String postgresql() {
            return postgresql;
        }

        /** An empty array for values of the type: storing any other value in it fails at once. */
        Object[] array(int length) {
            return switch (this) {
                case BIGINT -> new Long[length];
                case INTEGER -> new Integer[length];
                case TEXT -> new String[length];
                case BYTES -> new byte[length][];
            };
        }
    }

    public Bulk {
        columns = List.copyOf(columns);
        if (!sql.contains(ROWS)) {
            throw new IllegalArgumentException("a bulk statement names its rows: <rows> as v");
        }
    }

    /**
     * Reads the columns from words such as {@code "id bigint, lease_token bigint, outcome text"}.
     *
     * @param columns names and types ({@code bigint}, {@code integer}, {@code text}, {@code bytes}), by commas
     */
    public static Bulk of(String columns, String sql) {
        return new Bulk(sql, columns(columns));
    }

    static List<Column> columns(String columns) {
        return Arrays.stream(columns.split(",", -1))
                .map(String::strip)
                .map(column -> column.split(" +", -1))
                .map(words -> new Column(words[0], Type.valueOf(words[1].toUpperCase(Locale.ROOT))))
                .toList();
    }

    /** The text with the rows in the form of {@code dialect} and a parameter per column, in their order. */
    public String render(Dialect dialect) {
        return switch (dialect) {
            case SQLITE -> renderRow();
            case POSTGRESQL -> sql.replace(ROWS, unnested(columns));
        };
    }

    /** An array for each column, taken apart into rows (PostgreSQL). */
    static String unnested(List<Column> columns) {
        return "unnest("
                + columns.stream()
                        .map(column -> "cast(? as " + column.type().postgresql() + "[])")
                        .collect(Collectors.joining(", "))
                + ") as v ("
                + columns.stream().map(Column::name).collect(Collectors.joining(", "))
                + ")";
    }

    /**
     * The text for one row. A write takes the values directly where it reads nothing but them: from a row that is
     * selected, SQLite makes ready to undo the statement, and copies every page before it changes it.
     */
    private String renderRow() {
        var insert = INSERT.matcher(sql);
        if (insert.matches()) {
            return direct(insert.group(1) + "values (" + insert.group(2) + ")" + insert.group(3))
                    .orElseGet(this::selected);
        }
        var update = UPDATE.matcher(sql);
        return update.matches() ? direct(update.group(1) + update.group(2)).orElseGet(this::selected) : selected();
    }

    /** The text with numbered parameters; none if a column is not used, since its number would be missing. */
    private Optional<String> direct(String text) {
        var direct = text;
        for (int i = 0; i < columns.size(); i++) {
            var name =
                    Pattern.compile("\\bv\\." + columns.get(i).name() + "\\b").matcher(direct);
            if (!name.find()) {
                return Optional.empty();
            }
            direct = name.replaceAll("?" + (i + 1));
        }
        return Optional.of(direct);
    }

    private String selected() {
        return sql.replace(
                ROWS,
                columns.stream()
                        .map(column -> "? as " + column.name())
                        .collect(Collectors.joining(", ", "(select ", ") as v")));
    }
}
