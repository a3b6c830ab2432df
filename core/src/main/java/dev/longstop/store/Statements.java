package dev.longstop.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The prepared statements of one connection, each prepared once.
 *
 * <p><i>Bounds</i>: as many as the program has statements; texts are constants. <i>Threads</i>: one at a time.
 */
final class Statements {

    /** More texts than the program has statements: somebody builds texts from values. */
    private static final int TEXTS_MAX = 1_000;

    private static final Logger log = LoggerFactory.getLogger(Statements.class);

    private record Prepared(PreparedStatement statement, List<String> names) {}

    private final Connection connection;
    private final Map<String, Prepared> prepared = new HashMap<>();
    private volatile @Nullable PreparedStatement last;

    Statements(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    /** The statement of a bulk, its values to be set by position. */
    PreparedStatement bulk(Bulk bulk, Dialect dialect) throws SQLException {
        return bulks(List.of(bulk), "", dialect);
    }

    /** Bulks as one statement, with a text behind them; all their values to be set by position. */
    PreparedStatement bulks(List<Bulk> bulks, String behind, Dialect dialect) throws SQLException {
        var key = bulks.size() == 1 && behind.isEmpty()
                ? bulks.get(0).sql()
                : bulks.stream().map(Bulk::sql).collect(Collectors.joining(";\n")) + behind;
        var known = prepared.get(key);
        if (known != null) {
            return known.statement();
        }
        var text = bulks.stream().map(bulk -> bulk.render(dialect)).collect(Collectors.joining(";\n")) + behind;
        return prepare(key, new NamedSql(text, List.of())).statement();
    }

    /** A joint statement with a text behind it; all its values to be set by position. */
    PreparedStatement joint(Joint joint, String behind) throws SQLException {
        var key = joint.sql() + behind;
        var known = prepared.get(key);
        return known != null
                ? known.statement()
                : prepare(key, new NamedSql(joint.render() + behind, List.of())).statement();
    }

    /** Runs a query with named parameters. */
    <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader) throws SQLException {
        try (var rows = bound(sql, parameters).executeQuery()) {
            return readAll(rows, reader, new ArrayList<>());
        }
    }

    /** Runs an update with named parameters. */
    int update(String sql, Map<String, ?> parameters) throws SQLException {
        return bound(sql, parameters).executeUpdate();
    }

    /** Asks the server to end the statement that was begun last. From any thread. */
    void cancel() {
        var running = last;
        if (running == null) {
            return;
        }
        try {
            running.cancel();
        } catch (SQLException failure) {
            log.debug("a statement could not be cancelled", failure);
        }
    }

    private PreparedStatement bound(String sql, Map<String, ?> parameters) throws SQLException {
        var known = prepared.get(sql);
        var found = known != null ? known : prepare(sql, NamedSql.parse(sql));
        last = found.statement();
        var names = found.names();
        for (int i = 0; i < names.size(); i++) {
            var name = names.get(i);
            if (!parameters.containsKey(name)) {
                throw new IllegalStateException("a statement's parameter has no value: " + name);
            }
            set(found.statement(), i + 1, parameters.get(name));
        }
        return found.statement();
    }

    private Prepared prepare(String key, NamedSql text) throws SQLException {
        if (prepared.size() >= TEXTS_MAX) {
            throw new IllegalStateException(
                    "too many different statements: texts are constants, values are parameters");
        }
        var made = new Prepared(connection.prepareStatement(text.sql()), text.names());
        prepared.put(key, made);
        return made;
    }

    /** Reads all rows into {@code into} and gives it. */
    static <T> List<T> readAll(ResultSet rows, RowReader<T> reader, List<T> into) throws SQLException {
        while (rows.next()) {
            into.add(reader.read(rows));
        }
        return into;
    }

    /** Sets one value, which is of a type that {@link Tx} takes. */
    static void set(PreparedStatement statement, int position, @Nullable Object value) throws SQLException {
        if (value == null) {
            statement.setNull(position, Types.NULL);
        } else if (value instanceof Long number) {
            statement.setLong(position, number);
        } else if (value instanceof Integer number) {
            statement.setInt(position, number);
        } else if (value instanceof String text) {
            statement.setString(position, text);
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(position, bytes);
        } else {
            throw new IllegalArgumentException("not a value of a statement: " + value.getClass());
        }
    }
}
