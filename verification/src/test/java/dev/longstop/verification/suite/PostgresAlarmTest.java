package dev.longstop.verification.suite;

import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresAlarmTest implements AlarmContract {

    @RegisterExtension
    private static final PostgresStores STORES = new PostgresStores();

    @Override
    public Stores stores() {
        return STORES;
    }
}
