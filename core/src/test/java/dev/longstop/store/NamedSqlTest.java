package dev.longstop.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NamedSqlTest {

    @Test
    void namesBecomeQuestionMarksInOrder() {
        var parsed = NamedSql.parse("select a from t where a = :a_1 and b in (:b, :a_1)");
        assertThat(parsed.sql()).isEqualTo("select a from t where a = ? and b in (?, ?)");
        assertThat(parsed.names()).containsExactly("a_1", "b", "a_1");
    }

    @Test
    void quotesCommentsAndCastsAreLeftAlone() {
        var text = "-- a :comment\nselect ':text', 'it''s :this', \":name\", a::bigint, '$.a:b', x : y from t";
        var parsed = NamedSql.parse(text);
        assertThat(parsed.sql()).isEqualTo(text);
        assertThat(parsed.names()).isEmpty();
    }

    @Test
    void anEndInMidTokenIsAnEnd() {
        for (var text : new String[] {"", ":", "select 'open", "-- open", "\"open", "::"}) {
            assertThat(NamedSql.parse(text).sql()).isEqualTo(text);
        }
        assertThat(NamedSql.parse("a=:a").sql()).isEqualTo("a=?");
    }

    @Test
    void aBulkIsRenderedForBothDatabases() {
        var bulk = Bulk.of("id bigint, name text, body bytes, n integer", "select v.id from <rows> as v where true");
        assertThat(bulk.render(Dialect.SQLITE))
                .isEqualTo("select v.id from (select ? as id, ? as name, ? as body, ? as n) as v where true");
        assertThat(bulk.render(Dialect.POSTGRESQL))
                .isEqualTo("select v.id from unnest(cast(? as bigint[]), cast(? as text[]), cast(? as bytea[]), "
                        + "cast(? as integer[])) as v (id, name, body, n) where true");
        assertThatThrownBy(() -> Bulk.of("id bigint", "select 1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Bulk.of("id uuid", "select 1 from <rows> as v"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aWriteOfNothingButTheRowsTakesItsValuesDirectlyOnSqlite() {
        var insert = Bulk.of("id bigint, name text", """
                -- test: insert
                insert into act (id, twice, name)
                select v.id, v.id + v.id, (select 1 from act as a where a.name = v.name)
                from <rows> as v
                where true
                on conflict (id) do nothing
                returning id
                """);
        assertThat(insert.render(Dialect.SQLITE)).isEqualTo("""
                -- test: insert
                insert into act (id, twice, name)
                values (?1, ?1 + ?1, (select 1 from act as a where a.name = ?2))
                on conflict (id) do nothing
                returning id
                """);
        var update = Bulk.of("id bigint, name text", """
                -- test: update
                update act set
                    name = v.name
                from <rows> as v
                where act.id = v.id
                returning act.id
                """);
        assertThat(update.render(Dialect.SQLITE)).isEqualTo("""
                -- test: update
                update act set
                    name = ?2
                where act.id = ?1
                returning act.id
                """);
        var joined = Bulk.of("id bigint", """
                -- test: insert from a join
                insert into act (id)
                select a.id from <rows> as v join act as a on a.id = v.id
                """);
        assertThat(joined.render(Dialect.SQLITE)).contains("from (select ? as id) as v join");
        var unused = Bulk.of("id bigint, name text", "insert into act (id) select v.id from <rows> as v");
        assertThat(unused.render(Dialect.SQLITE)).contains("from (select ? as id, ? as name) as v");
    }
}
