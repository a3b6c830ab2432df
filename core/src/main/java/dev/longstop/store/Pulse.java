package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Whether the store can commit, shown by a commit: reads are still answered where the disk is full, and a clock that
 * answers proves nothing to a sender.
 *
 * <p>A commit is good news for five seconds, a failure counts for one. It writes a row of its own and takes it away
 * again, so that no two processes wait for each other. <i>Threads</i>: safe; blocks on the store.
 */
public final class Pulse {

    private static final long GOOD_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long BAD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String WRITE = """
            -- store: show that a commit works
            insert into setting (name, value, changed_at, changed_by) values (:name, '', :now_ms, 'longstop')
            """;

    private static final String TAKE_AWAY = """
            -- store: a commit worked
            delete from setting where name = :name
            """;

    private static final Batch<String, Boolean> BEAT = new Batch<>() {
        @Override
        public String name() {
            return "pulse";
        }

        /** What senders wait for. */
        @Override
        public Stream stream() {
            return Stream.ACCEPT;
        }

        @Override
        public List<Boolean> apply(Tx tx, List<String> names) {
            return names.stream().map(name -> beat(tx, name)).toList();
        }
    };

    private final Store store;
    private final Time time;
    private final String name;
    private Optional<ErrorCode> trouble = Optional.empty();
    private long nextNanos;

    /** A pulse that is not felt yet. */
    public Pulse(Store store, Time time, Randomness randomness) {
        this.store = store;
        this.time = time;
        this.name = "pulse:" + randomness.token(8);
        this.nextNanos = time.nanos();
    }

    /** Why nothing can be committed; empty while it can. */
    public synchronized Optional<ErrorCode> trouble() {
        if (time.nanos() - nextNanos >= 0) {
            trouble = tried();
            nextNanos = time.nanos() + (trouble.isEmpty() ? GOOD_NANOS : BAD_NANOS);
        }
        return trouble;
    }

    private Optional<ErrorCode> tried() {
        try {
            var unused = Committed.wait(store.submit(BEAT, name));
            return Optional.empty();
        } catch (StoreFailure failure) {
            return Optional.of(failure.code());
        }
    }

    private static boolean beat(Tx tx, String name) {
        return tx.update(WRITE, Map.of("name", name, "now_ms", tx.nowMs())) + tx.update(TAKE_AWAY, Map.of("name", name))
                == 2;
    }
}
