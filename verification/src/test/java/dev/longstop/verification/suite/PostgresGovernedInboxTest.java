package dev.longstop.verification.suite;

import dev.longstop.inbox.Inbox;
import dev.longstop.store.Store;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresGovernedInboxTest implements InboxContract {

    @RegisterExtension
    private static final PostgresStores STORES = new PostgresStores();

    @Override
    public Stores stores() {
        return STORES;
    }

    @Override
    public Inbox inbox(Store store) {
        return new Inbox(store, GovernContract.GENEROUS);
    }
}
