package dev.longstop.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.HandTime;
import dev.longstop.time.SystemRandomness;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store is well that commits, not one that reads (B10). */
class PulseTest {

    @TempDir
    private static Path folder;

    private final HandTime time = new HandTime();

    @Test
    void aStoreThatOnlyReadsIsNotWell() {
        var settings = SqliteSettings.inMemory(folder, Turning.INLINE);
        try (var sqlite = SqliteStore.open(settings, time, new SystemRandomness())) {
            var store = new Full(sqlite);
            var pulse = new Pulse(store, time, new SystemRandomness());
            assertThat(pulse.trouble()).isEmpty();

            store.full = true;
            assertThat(store.clockMs()).isPositive();
            time.pass(4_999);
            assertThat(pulse.trouble()).as("a commit is news for a while").isEmpty();
            time.pass(1);
            assertThat(pulse.trouble()).contains(ErrorCode.STORE_FULL);

            store.full = false;
            time.pass(1_000);
            assertThat(pulse.trouble()).as("it has healed").isEmpty();
            assertThat(store.commits).isEqualTo(2);
            assertThat(left(sqlite)).as("nothing is left of it").isZero();
        }
    }

    private static long left(Store store) {
        return store.read(tx -> tx.query(
                        "-- test: count\nselect count(*) from setting where name like 'pulse:%'",
                        Map.of(), row -> row.getLong(1)))
                .get(0);
    }

    /** A store whose disk may be full. */
    private static final class Full extends ForwardingStore {

        private boolean full;
        private int commits;

        Full(Store below) {
            super(below);
        }

        @Override
        public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
            if (full) {
                return CompletableFuture.failedFuture(
                        new StoreFailure(ErrorCode.STORE_FULL, "there is no room on the disk", null));
            }
            commits++;
            return super.submit(batch, item);
        }
    }
}
