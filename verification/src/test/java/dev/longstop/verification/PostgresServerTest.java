package dev.longstop.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.longstop.store.Dialect;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

class PostgresServerTest {

    @Test
    void sessionsHaveAnotherTimeZoneThanTheProcess() throws Exception {
        var database = PostgresServer.shared().createDatabase();
        try (var connection = database.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select current_setting('TimeZone')")) {
            rows.next();
            assertThat(rows.getString(1)).isNotEqualTo(TimeZone.getDefault().getID());
        }
        try (var store = PostgresStore.open(
                PostgresSettings.of(database.url(), database.user(), database.password()),
                new SystemTime(),
                new SystemRandomness())) {
            assertThat(store.dialect()).isEqualTo(Dialect.POSTGRESQL);
            assertThat(store.clockMs()).isCloseTo(new SystemTime().wallMs(), offset(2_000L));
        }
    }
}
