package dev.longstop.verification.suite;

import org.junit.jupiter.api.extension.RegisterExtension;

class SqliteQueueTest implements QueueContract {

    @RegisterExtension
    private final SqliteStores stores = new SqliteStores();

    @Override
    public Stores stores() {
        return stores;
    }
}
