package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.store.Joint;
import dev.longstop.store.RowReader;
import dev.longstop.store.StoreFailure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresTxTest implements TxContract {

    /** Puts settings of two kinds; says those of the first. */
    private static final Joint KEPT_AND_SAID = Joint.of(List.of("key text, value text", "key text, value text"), """
            -- test: put settings of two kinds
            with first as (
                insert into setting (name, value, changed_at, changed_by)
                select v.key, v.value, 1, 'test' from <rows> as v where true
                on conflict (name) do nothing
                returning name),
            second as (
                insert into setting (name, value, changed_at, changed_by)
                select v.key, v.value, 1, 'test' from <rows> as v where exists (select 1 from first)
                on conflict (name) do nothing)
            select name from first
            """);

    private static final RowReader<String> NAME = row -> row.getString(1);

    @RegisterExtension
    private static final PostgresStores STORES = new PostgresStores();

    @Override
    public Stores stores() {
        return STORES;
    }

    /** What is committed on the way stands, whatever comes later, and what comes later is a transaction like any. */
    @Test
    void whatIsCommittedOnTheWayStands() {
        assertThatThrownBy(() -> putOnTheWay("1", true)).isInstanceOf(StoreFailure.class);
        assertThat(names()).containsExactly("joint:before1", "joint:first", "joint:second");
        assertThat(putOnTheWay("2", false)).as("what stands already").isEmpty();
        assertThat(names())
                .containsExactly("joint:after2", "joint:before1", "joint:before2", "joint:first", "joint:second");
    }

    private static List<String> putOnTheWay(String number, boolean fails) {
        var batch = StoreContract.<String, List<String>>batch("joint", (tx, name) -> {
            tx.writeBy(PUT, row("joint:before" + name));
            var seen = tx.write(KEPT_AND_SAID, List.of(row("joint:first"), row("joint:second")), true, NAME);
            tx.writeBy(PUT, row("joint:after" + name));
            if (fails) {
                throw new IllegalStateException("after what is committed");
            }
            return seen;
        });
        return Answers.of(STORES.one().submit(batch, number));
    }

    /** A part of the statement reads what another wrote; without a commit it is a statement like any. */
    @Test
    void aJointStatementIsRolledBackWithItsTransaction() {
        var batch = StoreContract.<String, Integer>batch("joint", (tx, name) -> {
            var rows = List.of(row(name), row("joint:second"));
            assertThat(tx.write(KEPT_AND_SAID, rows, false, NAME)).containsExactly(name);
            throw new IllegalStateException("rolled back by a test");
        });
        assertThatThrownBy(() -> Answers.of(STORES.one().submit(batch, "joint:rolled")))
                .isInstanceOf(StoreFailure.class)
                .hasRootCauseMessage("rolled back by a test");
        assertThat(names()).doesNotContain("joint:rolled");
    }

    private static List<String> names() {
        return new Rows(STORES.one()).texts("select name from setting where name like 'joint:%' order by name");
    }

    private static List<Object[]> row(String name) {
        return List.<Object[]>of(new Object[] {name, "1"});
    }
}
