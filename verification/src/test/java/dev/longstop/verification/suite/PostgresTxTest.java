package dev.longstop.verification.suite;

import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresTxTest implements TxContract {

    @RegisterExtension
    private static final PostgresStores STORES = new PostgresStores();

    @Override
    public Stores stores() {
        return STORES;
    }
}
