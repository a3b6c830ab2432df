package dev.longstop.verification.suite;

import dev.longstop.inbox.Inbox;
import dev.longstop.store.Store;
import org.junit.jupiter.api.extension.RegisterExtension;

class SqliteGovernedInboxTest implements InboxContract {

    @RegisterExtension
    private static final SqliteStores STORES = new SqliteStores();

    @Override
    public Stores stores() {
        return STORES;
    }

    @Override
    public Inbox inbox(Store store) {
        return new Inbox(store, GovernContract.GENEROUS);
    }
}
