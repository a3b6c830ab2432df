package dev.longstop.verification.suite;

import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.ForwardingTx;
import dev.longstop.store.Joint;
import dev.longstop.store.Read;
import dev.longstop.store.RowReader;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A store that remembers which statements were run, each with values in the place of its parameters. */
final class Recorded implements DecoratedStore {

    private static final Pattern NAMED = Pattern.compile("(?<!:):([a-z_]+)");

    private static final Pattern PARAMETER = Pattern.compile("\\?\\d*");

    private static final Pattern ARRAY = Pattern.compile("cast\\(\\? as (\\w+)\\[\\]\\)");

    private final Store inner;
    private final Set<String> statements = new ConcurrentSkipListSet<>();

    Recorded(Store inner) {
        this.inner = inner;
    }

    @Override
    public Store inner() {
        return inner;
    }

    /** The statements that were run so far, each once. */
    Set<String> statements() {
        return Set.copyOf(statements);
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        return inner.submit(new Watched<>(this, batch), item);
    }

    @Override
    public <T> T read(Read<T> read) {
        return inner.read(tx -> read.from(new WatchedTx(tx)));
    }

    private void remember(Bulk bulk) {
        remember(bulk.render(dialect()));
    }

    private void remember(String text) {
        var rendered = ARRAY.matcher(text)
                .replaceAll(array -> "cast(array[" + value(array.group(1)) + "] as " + array.group(1) + "[])");
        statements.add(PARAMETER.matcher(rendered).replaceAll("1"));
    }

    private void remember(String sql, Map<String, ?> parameters) {
        statements.add(NAMED.matcher(sql).replaceAll(name -> literal(parameters.get(name.group(1)))));
    }

    private static String value(String type) {
        return switch (type) {
            case "text" -> "'1'";
            case "bytea" -> "'1'::bytea";
            default -> "1";
        };
    }

    private static String literal(@Nullable Object value) {
        return value instanceof Number number ? number.toString() : "'" + value + "'";
    }

    private record Watched<I, O>(Recorded recorded, Batch<I, O> batch) implements Batch<I, O> {
        @Override
        public String name() {
            return batch.name();
        }

        @Override
        public Stream stream() {
            return batch.stream();
        }

        @Override
        public List<O> apply(Tx tx, List<I> items) {
            return batch.apply(recorded.new WatchedTx(tx), items);
        }
    }

    private final class WatchedTx extends ForwardingTx {

        WatchedTx(Tx tx) {
            super(tx);
        }

        @Override
        public int write(Bulk bulk, List<Object[]> rows) {
            remember(bulk);
            return below.write(bulk, rows);
        }

        @Override
        public <T> List<T> write(Joint joint, List<List<Object[]>> rows, boolean commits, RowReader<T> reader) {
            remember(joint.render());
            return below.write(joint, rows, commits, reader);
        }

        @Override
        public int[] writeEach(Bulk bulk, List<Object[]> rows) {
            remember(bulk);
            return below.writeEach(bulk, rows);
        }

        @Override
        public <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
            remember(bulk);
            return below.write(bulk, rows, reader);
        }

        @Override
        public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
            remember(bulk);
            return below.query(bulk, rows, reader);
        }

        @Override
        public <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader) {
            remember(sql, parameters);
            return below.query(sql, parameters, reader);
        }

        @Override
        public int update(String sql, Map<String, ?> parameters) {
            remember(sql, parameters);
            return below.update(sql, parameters);
        }
    }

    /** The first line of a statement: its name. */
    static String name(String statement) {
        return statement.lines().limit(1).collect(Collectors.joining());
    }
}
