package dev.longstop.verification.suite;

import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresSchemaTest implements SchemaContract {

    @RegisterExtension
    private static final PostgresStores STORES = new PostgresStores();

    @Override
    public Stores stores() {
        return STORES;
    }
}
