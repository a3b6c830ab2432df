package dev.longstop.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.queue.Aftermath;
import dev.longstop.queue.Policies;
import dev.longstop.store.Batch;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A body that comes again under another id is found wherever the first one is known: in memory, on its way, in the table. */
class KnownBodiesTest {

    private static final int GENERATION = 40;
    private static final int BODIES = 200;

    @TempDir
    private Path folder;

    private SqliteStore open() {
        return SqliteStore.open(
                SqliteSettings.of(folder.resolve("longstop.db")), new SystemTime(), new SystemRandomness());
    }

    private static <T> T once(Store store, Function<Tx, T> work) {
        Batch<Integer, T> batch = new Batch<>() {
            @Override
            public String name() {
                return "once";
            }

            @Override
            public List<T> apply(Tx tx, List<Integer> items) {
                return List.of(work.apply(tx));
            }
        };
        return store.submit(batch, 1).toCompletableFuture().join();
    }

    private static void smallGenerations(Store store) {
        generations(store, GENERATION);
    }

    private static void generations(Store store, int bodies) {
        once(store, tx -> tx.remembered(KnownBodies.class, () -> new KnownBodies(bodies)));
    }

    private static Acceptance letter(String id, String body, Source.Replays replays) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var hash = EventId.sha256(bytes);
        var delivery =
                new Delivery("github", 1_000, bytes, hash, "application/json", Headers.none(), Optional.empty(), true);
        var item = new Acceptance.Item(
                EventId.ofSender(id.getBytes(StandardCharsets.UTF_8)),
                hash,
                "issues",
                "opened",
                Optional.empty(),
                true,
                Optional.empty(),
                List.of());
        return new Acceptance(delivery, List.of(item), new Acceptance.Repeats(replays, Long.MAX_VALUE));
    }

    private static CompletableFuture<Outcome> accept(Store store, String id, String body) {
        return new Inbox(store)
                .accept(letter(id, body, Source.Replays.HOLD))
                .toCompletableFuture()
                .thenApply(outcomes -> outcomes.get(0));
    }

    private static void acceptAll(Store store, String kind, int from, int to) {
        IntStream.range(from, to).mapToObj(i -> accept(store, kind + i, "body " + i)).toList().stream()
                .map(CompletableFuture::join)
                .forEach(outcome -> assertThat(outcome.suspectedReplay()).isFalse());
    }

    private static long count(Store store, String what) {
        return store.read(
                        tx -> tx.query("-- test: count\nselect count(*) from " + what, Map.of(), row -> row.getLong(1)))
                .get(0);
    }

    private static void everyBodyIsFoundAgain(Store store, String kind, int bodies) {
        for (int i = 0; i < bodies; i++) {
            assertThat(accept(store, kind + i, "body " + i).join().suspectedReplay())
                    .as("body " + i)
                    .isTrue();
        }
    }

    /** Accepts in a transaction that fails when all is written. */
    private static void lose(Store store, String id, String body) {
        var accepting = new AcceptBatch(Policies.NONE, Aftermath.none());
        Batch<Letter, List<Outcome>> failing = new Batch<>() {
            @Override
            public String name() {
                return "failing";
            }

            @Override
            public List<List<Outcome>> apply(Tx tx, List<Letter> items) {
                accepting.apply(tx, items);
                throw new IllegalStateException("a failure at the end");
            }
        };
        var lost = store.submit(failing, Letter.of(letter(id, body, Source.Replays.HOLD)))
                .toCompletableFuture();
        assertThatThrownBy(lost::join).hasRootCauseMessage("a failure at the end");
    }

    @Test
    void everyBodyIsFoundAgain() {
        try (var store = open()) {
            smallGenerations(store);
            acceptAll(store, "first", 0, BODIES);
            everyBodyIsFoundAgain(store, "again", BODIES);
            assertThat(accept(store, "new", "a body of its own").join().suspectedReplay())
                    .isFalse();
        }
    }

    /** What was in memory only is read back. */
    @Test
    void everyBodyIsFoundAgainAfterARestart() {
        try (var store = open()) {
            smallGenerations(store);
            for (int i = 0; i < BODIES; i++) {
                acceptAll(store, "first", i, i + 1);
            }
            assertThat(count(store, "body_known")).isBetween((long) GENERATION, (long) BODIES - 1);
        }
        try (var store = open()) {
            everyBodyIsFoundAgain(store, "after", BODIES);
        }
    }

    /** What the table has by now is not kept for the next start as well. */
    @Test
    void whatTheTableHasIsDroppedFromTheLatest() {
        try (var store = open()) {
            smallGenerations(store);
            for (int i = 0; i < 20 * GENERATION; i++) {
                acceptAll(store, "first", i, i + 1);
            }
            assertThat(count(store, "body_known")).isGreaterThanOrEqualTo(18L * GENERATION);
            assertThat(count(store, "body_latest")).isBetween(1L, 2L * GENERATION);
        }
        try (var store = open()) {
            everyBodyIsFoundAgain(store, "after", 20 * GENERATION);
        }
    }

    @Test
    void whereTheyAreTheSameEventTheyAreTakenToTheFirst() {
        try (var store = open()) {
            smallGenerations(store);
            acceptAll(store, "first", 0, BODIES);
            for (int i = 0; i < BODIES; i++) {
                var outcome = new Inbox(store)
                        .accept(letter("same" + i, "body " + i, Source.Replays.DUPLICATE))
                        .toCompletableFuture()
                        .join()
                        .get(0);
                assertThat(outcome.verdict()).isEqualTo(Acceptance.Verdict.DUPLICATE);
            }
            assertThat(count(store, "inbox")).isEqualTo(BODIES);
        }
    }

    /** What an earlier process had moved says nothing of what a failed transaction moved beside it. */
    @Test
    void failedTransactionsAfterARestartLoseNothing() {
        try (var store = open()) {
            smallGenerations(store);
            for (int i = 0; i < GENERATION + 1; i++) {
                acceptAll(store, "first", i, i + 1);
            }
            assertThat(count(store, "body_known")).isBetween(1L, GENERATION - 1L);
        }
        try (var store = open()) {
            generations(store, 3 * GENERATION);
            for (int i = GENERATION + 1; i < BODIES; i++) {
                lose(store, "lost" + i, "body " + i);
                lose(store, "again lost" + i, "body " + i);
                acceptAll(store, "second", i, i + 1);
            }
            everyBodyIsFoundAgain(store, "again", BODIES);
        }
    }

    /** A transaction that fails moves nothing, and what it took in is not known. */
    @Test
    void failedTransactionsLoseAndInventNothing() {
        try (var store = open()) {
            smallGenerations(store);
            for (int i = 0; i < BODIES; i++) {
                lose(store, "lost" + i, "body " + i);
                acceptAll(store, "first", i, i + 1);
            }
            assertThat(count(store, "body_known")).isGreaterThan(GENERATION);
            everyBodyIsFoundAgain(store, "again", BODIES);
        }
    }
}
