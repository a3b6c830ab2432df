package dev.longstop.verification.suite;

import org.junit.jupiter.api.extension.RegisterExtension;

class SqliteTxTest implements TxContract {

    @RegisterExtension
    private static final SqliteStores STORES = new SqliteStores();

    @Override
    public Stores stores() {
        return STORES;
    }
}
