package dev.longstop.verification.suite;

import org.junit.jupiter.api.extension.RegisterExtension;

class SqliteAlarmTest implements AlarmContract {

    @RegisterExtension
    private static final SqliteStores STORES = new SqliteStores();

    @Override
    public Stores stores() {
        return STORES;
    }
}
