package dev.longstop.verification.suite;

import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresLaunchTest implements LaunchContract {

    @RegisterExtension
    private static final PostgresStores STORES = new PostgresStores();

    @Override
    public Stores stores() {
        return STORES;
    }
}
