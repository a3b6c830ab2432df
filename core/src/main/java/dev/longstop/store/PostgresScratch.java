package dev.longstop.store;

import java.sql.SQLException;

/**
 * A place on a PostgreSQL server that is made for a trial and dropped again: a database, or where the role may not make
 * one, a schema in its own database. Nothing that was there before is touched.
 *
 * <p><i>Threads</i>: one at a time.
 */
public final class PostgresScratch implements AutoCloseable {

    private static final String MAY_NOT = "42501";
    private static final String NAME = "[a-z][a-z0-9_]{0,62}";

    private final PostgresDatabase database;
    private final String name;
    private final boolean schema;

    private PostgresScratch(PostgresDatabase database, String name, boolean schema) {
        this.database = database;
        this.name = name;
        this.schema = schema;
    }

    /** What came of asking for one. */
    public sealed interface Asked {}

    /** It is there. */
    public record Made(PostgresScratch scratch) implements Asked {}

    /** The role may make neither a database nor a schema. */
    public record Refused() implements Asked {}

    /**
     * Makes one.
     *
     * <p><i>Errors</i>: {@code StoreFailure} if the server cannot be reached or fails.
     *
     * @param name what to call it: a letter, then letters, digits and underscores, in lower case
     */
    public static Asked make(PostgresSettings store, String name) {
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException("not a name for a scratch database");
        }
        var database = new PostgresDatabase(store.url(), store.user(), store.password());
        for (boolean schema : new boolean[] {false, true}) {
            var scratch = new PostgresScratch(database, name, schema);
            if (scratch.create()) {
                return new Made(scratch);
            }
        }
        return new Refused();
    }

    private boolean create() {
        try {
            execute("create " + kind() + " " + name);
            return true;
        } catch (SQLException failure) {
            if (MAY_NOT.equals(failure.getSQLState())) {
                return false;
            }
            throw PostgresFailures.of(failure);
        }
    }

    /** {@code database} or {@code schema}. */
    public String kind() {
        return schema ? "schema" : "database";
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The address under which a store opens it: {@code postgresql://host[:port]/database[?options]}. */
    public String url() {
        var url = database.url().replaceFirst("^jdbc:", "");
        int question = url.indexOf('?');
        var place = question < 0 ? url : url.substring(0, question);
        var options = question < 0 ? "" : url.substring(question + 1);
        if (schema) {
            return place + "?" + options + (options.isEmpty() ? "" : "&") + "currentSchema=" + name;
        }
        return place.substring(0, place.lastIndexOf('/') + 1) + name + (options.isEmpty() ? "" : "?" + options);
    }

    /** Drops it and all that is in it, whoever is connected to it. */
    @Override
    public void close() {
        try {
            execute(
                    schema
                            ? "drop schema if exists " + name + " cascade"
                            : "drop database if exists " + name + " with (force)");
        } catch (SQLException failure) {
            throw PostgresFailures.of(failure);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
