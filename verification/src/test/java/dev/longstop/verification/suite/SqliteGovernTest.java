package dev.longstop.verification.suite;

import org.junit.jupiter.api.extension.RegisterExtension;

class SqliteGovernTest implements GovernContract {

    @RegisterExtension
    private static final SqliteStores STORES = new SqliteStores();

    @Override
    public Stores stores() {
        return STORES;
    }
}
