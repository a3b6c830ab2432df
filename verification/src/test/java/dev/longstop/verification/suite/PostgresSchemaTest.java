package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresSchemaTest implements SchemaContract {

    private static final String IN_ANOTHER_ORDER = """
            -- test: what an index orders otherwise than by bytes
            select cast(cast(i.indexrelid as regclass) as text) || ' ' || cast(cast(k.rule as regcollation) as text)
            from pg_index as i
            join pg_class as c on c.oid = i.indrelid and c.relnamespace = current_schema()::regnamespace
            cross join unnest(i.indcollation::oid[]) as k (rule)
            where k.rule not in (0, 'pg_catalog."C"'::regcollation)
                and c.relname not like 'flyway%'
            """;

    @RegisterExtension
    private static final PostgresStores STORES = new PostgresStores();

    @Override
    public Stores stores() {
        return STORES;
    }

    /**
     * A newer library of the system may order a language's words otherwise; an index that was built in the old order
     * then holds no identity any more.
     */
    @Test
    void noIndexDependsOnALanguagesOrder() {
        var found = stores().one().read(tx -> tx.query(IN_ANOTHER_ORDER, Map.of(), row -> row.getString(1)));

        assertThat(found).isEmpty();
    }
}
