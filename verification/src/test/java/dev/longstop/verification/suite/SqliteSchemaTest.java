package dev.longstop.verification.suite;

import org.junit.jupiter.api.extension.RegisterExtension;

class SqliteSchemaTest implements SchemaContract {

    @RegisterExtension
    private static final SqliteStores STORES = new SqliteStores();

    @Override
    public Stores stores() {
        return STORES;
    }
}
