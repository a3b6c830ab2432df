package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What a transaction of every store holds to: what is written by the commit, and the time. */
public interface TxContract {

    /** Inserts settings. */
    Bulk PUT = Bulk.of("key text, value text", """
            -- test: put settings
            insert into setting (name, value, changed_at, changed_by)
            select v.key, v.value, 1, 'test' from <rows> as v
            """);

    /** Changes settings, and says which. */
    Bulk CHANGE = Bulk.of("key text, value text", """
            -- test: change settings
            update setting set value = v.value from <rows> as v where setting.name = v.key
            returning name
            """);

    /** Deletes settings. */
    Bulk DROP = Bulk.of("key text", """
            -- test: drop settings
            delete from setting where name in (select v.key from <rows> as v)
            """);

    /** Reads a setting. */
    String VALUE = """
            -- test: a setting
            select value from setting where name = :name
            """;

    /** The database of a test. */
    Stores stores();

    /** Nothing comes after it but the commit. */
    @Test
    default void whatIsWrittenByTheCommitIsThereAfterIt() {
        in(tx -> {
            tx.writeBy(PUT, rows("x", "1", "y", "2"));
            tx.writeBy(PUT, rows());
            tx.writeBy(PUT, rows("z", "3"));
            return 0;
        });
        String seen = in(tx -> value(tx, "x") + value(tx, "y") + value(tx, "z"));
        assertThat(seen).isEqualTo("[1][2][3]");
    }

    /** Whatever comes next finds it written, and hears of its own rows alone. */
    @Test
    default void whatComesNextFindsItWritten() {
        List<Object> heard = in(tx -> {
            tx.writeBy(PUT, rows("a", "1", "b", "2", "c", "3"));
            var said = new ArrayList<Object>();
            said.addAll(tx.write(CHANGE, rows("a", "4", "b", "5"), row -> row.getString(1)));
            tx.writeBy(PUT, rows("d", "6"));
            said.add(value(tx, "d"));
            tx.writeBy(PUT, rows("e", "7"));
            tx.writeBy(PUT, rows("f", "8"));
            said.add(tx.write(DROP, List.of(new Object[] {"f"}, new Object[] {"a"})));
            tx.writeBy(PUT, rows("g", "9"));
            said.add(tx.update("-- test: drop one\ndelete from setting where name = :name", Map.of("name", "g")));
            return said;
        });
        assertThat(heard).containsExactlyInAnyOrder("a", "b", "[6]", 2, 1);
        String left = in(tx -> value(tx, "a") + value(tx, "b") + value(tx, "e") + value(tx, "f") + value(tx, "g"));
        assertThat(left).isEqualTo("[][5][7][][]");
    }

    /** What would be written after the commit would be written by nobody. */
    @Test
    default void aTransactionThatIsOverTakesNothing() {
        Tx over = in(tx -> tx);
        assertThatThrownBy(() -> over.writeBy(PUT, rows("late", "1"))).isInstanceOf(IllegalStateException.class);
    }

    /** One time for all of a transaction, whether it is asked for first or last. */
    @Test
    default void aTransactionHasOneTime() {
        for (boolean first : List.of(true, false)) {
            long apart = in(tx -> {
                long begun = first ? tx.nowMs() : 0;
                tx.writeBy(PUT, rows("a" + first, "1"));
                tx.write(CHANGE, rows("a" + first, "2"), row -> row.getString(1));
                long asked = first ? begun : tx.nowMs();
                aWhileLater();
                assertThat(value(tx, "a" + first)).isEqualTo("[2]");
                return tx.nowMs() - asked;
            });
            assertThat(apart).isZero();
        }
    }

    private static void aWhileLater() {
        long begun = System.currentTimeMillis();
        while (System.currentTimeMillis() < begun + 5) {
            Thread.onSpinWait();
        }
    }

    private static List<Object[]> rows(String... namesAndValues) {
        var rows = new ArrayList<Object[]>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            rows.add(new Object[] {namesAndValues[i], namesAndValues[i + 1]});
        }
        return rows;
    }

    private static String value(Tx tx, String name) {
        return tx.query(VALUE, Map.of("name", name), row -> row.getString(1)).toString();
    }

    private <T> T in(Function<Tx, T> work) {
        Batch<Function<Tx, T>, T> one = new Batch<>() {
            @Override
            public String name() {
                return "one";
            }

            @Override
            public List<T> apply(Tx tx, List<Function<Tx, T>> works) {
                return works.stream().map(each -> each.apply(tx)).toList();
            }
        };
        return stores().one().submit(one, work).toCompletableFuture().join();
    }
}
