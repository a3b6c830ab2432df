package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.CommitObserver;
import dev.longstop.store.Read;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.store.Tx;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.verification.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every {@link Store} holds to. A subclass opens one on a database that is fresh in each test.
 *
 * <p>Cases L10, B2; invariant I1.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class StoreContract {

    private static final String COUNT = """
            -- test: count actions
            select count(*)
            from action
            """;

    /** Opens a store, with threads of its own, on the test's database: the same one at every call. */
    protected abstract Store open(CommitObserver observer);

    /** Looks at the test's database from outside. */
    protected abstract Connection connect() throws SQLException;

    /** A query that runs far longer than a read may. */
    protected abstract String slowQuery();

    private Store open() {
        return open(CommitObserver.none());
    }

    /** I1: the answer comes after the commit; a second connection sees the row by then, and not before. */
    @Test
    void anAnswerComesAfterItsCommitOnly() {
        var seenInside = new ConcurrentLinkedQueue<Long>();
        Batch<Act, Long> looking = new Batch<>() {
            @Override
            public String name() {
                return "look from outside";
            }

            @Override
            public List<Long> apply(Tx tx, List<Act> acts) {
                var ids = Act.BATCH.apply(tx, acts);
                seenInside.add(countFromOutside());
                return ids;
            }
        };
        try (var store = open()) {
            var seenAfter = store.submit(looking, Act.good("a"))
                    .thenApply(id -> countFromOutside())
                    .toCompletableFuture();
            assertThat(seenAfter.join()).isEqualTo(1);
            assertThat(seenInside).containsExactly(0L);
        }
    }

    @Test
    void whateverWaitsSharesOneCommit() throws Exception {
        var commits = new ConcurrentLinkedQueue<Integer>();
        try (var store = open((items, nanos) -> commits.add(items))) {
            var gate = Gate.hold(store);
            var answers = submit(
                    store,
                    IntStream.range(0, 100).mapToObj(i -> Act.good("a" + i)).toList());
            var other = store.submit(Act.OTHER_BATCH, Act.good("other"));
            gate.open();
            joinAll(answers);
            other.toCompletableFuture().join();
            assertThat(commits).contains(101);
            assertThat(Act.targets(store)).hasSize(101);
        }
    }

    /** One commit holds 512 items and 16 MiB at most; whatever is more waits for the next. */
    @Test
    void whatExceedsTheBoundsOfOneCommitIsSplit() throws Exception {
        var commits = new ConcurrentLinkedQueue<Integer>();
        try (var store = open((items, nanos) -> commits.add(items))) {
            var gate = Gate.hold(store);
            var many = submit(
                    store,
                    IntStream.range(0, 1_300).mapToObj(i -> Act.good("a" + i)).toList());
            var heavy = submit(
                    store,
                    IntStream.range(0, 3)
                            .mapToObj(i -> new Act("heavy" + i, Act.Kind.GOOD, 6 * 1024 * 1024))
                            .toList());
            gate.open();
            joinAll(many);
            joinAll(heavy);
            assertThat(commits).allMatch(items -> items <= 512);
            assertThat(commits.stream().mapToInt(items -> items).sum()).isEqualTo(1 + 1_300 + 3);
            assertThat(commits).hasSizeGreaterThanOrEqualTo(5);
            assertThat(Act.targets(store)).hasSize(1_303);
        }
    }

    /** N2, N3: the database refuses one row of forty; its caller alone hears of it. */
    @Test
    void oneBadItemInABatchOfFortyFailsAlone() throws Exception {
        oneOfFortyFailsAlone(Act.BATCH, Act.Kind.REFUSED);
    }

    /** The same where the row is only written by the commit. */
    @Test
    void oneBadItemThatTheCommitWritesFailsAlone() throws Exception {
        oneOfFortyFailsAlone(Act.BY_BATCH, Act.Kind.REFUSED);
    }

    /** A stage's bug is an item's error like any other. */
    @Test
    void aBugFailsAlone() throws Exception {
        oneOfFortyFailsAlone(Act.BATCH, Act.Kind.BUG);
    }

    /** Nothing that a batch throws ends the one who commits. */
    @Test
    void anUnexpectedErrorFailsAlone() throws Exception {
        oneOfFortyFailsAlone(Act.BATCH, Act.Kind.ERROR);
    }

    private void oneOfFortyFailsAlone(Batch<Act, Long> batch, Act.Kind kind) throws Exception {
        try (var store = open()) {
            var gate = Gate.hold(store);
            var answers = submit(
                    store,
                    batch,
                    IntStream.range(0, 40)
                            .mapToObj(i -> Act.of("a" + i, i == 17 ? kind : Act.Kind.GOOD))
                            .toList());
            gate.open();
            for (int i = 0; i < 40; i++) {
                if (i == 17) {
                    assertThat(codeOf(answers.get(i))).isEqualTo(ErrorCode.STORE_REFUSED);
                } else {
                    assertThat(answers.get(i).join()).isPositive();
                }
            }
            assertThat(Act.targets(store)).hasSize(39).doesNotContain("a17");
            assertThat(store.submit(Act.BATCH, Act.good("next"))
                            .toCompletableFuture()
                            .join())
                    .isPositive();
        }
    }

    @Test
    void severalBadItemsFailEachAlone() throws Exception {
        try (var store = open()) {
            var gate = Gate.hold(store);
            var answers = submit(
                    store,
                    IntStream.range(0, 40)
                            .mapToObj(i -> Act.of("a" + i, i % 2 == 0 ? Act.Kind.REFUSED : Act.Kind.GOOD))
                            .toList());
            gate.open();
            for (int i = 0; i < 40; i += 2) {
                assertThat(codeOf(answers.get(i))).isEqualTo(ErrorCode.STORE_REFUSED);
                assertThat(answers.get(i + 1).join()).isPositive();
            }
            assertThat(Act.targets(store)).hasSize(20);
        }
    }

    /** A failure that a batch swallows still ends the transaction: what came after it would be committed alone. */
    @Test
    void aFailureThatABatchSwallowsIsNotCommitted() {
        Batch<Act, Long> swallowing = new Batch<>() {
            @Override
            public String name() {
                return "swallow";
            }

            @Override
            public List<Long> apply(Tx tx, List<Act> acts) {
                var ids = Act.BATCH.apply(tx, acts);
                assertThatThrownBy(() -> Act.BATCH.apply(tx, List.of(Act.of("bad", Act.Kind.REFUSED))))
                        .isInstanceOf(RuntimeException.class);
                return ids;
            }
        };
        try (var store = open()) {
            var answer = store.submit(swallowing, Act.good("a")).toCompletableFuture();
            assertThat(codeOf(answer)).isEqualTo(ErrorCode.STORE_REFUSED);
            assertThat(Act.targets(store)).isEmpty();
        }
    }

    @Test
    void aBatchThatAnswersTooFewIsRefused() {
        Batch<Act, Long> silent = new Batch<>() {
            @Override
            public String name() {
                return "silent";
            }

            @Override
            public List<Long> apply(Tx tx, List<Act> acts) {
                Act.BATCH.apply(tx, acts);
                return List.of();
            }
        };
        try (var store = open()) {
            var answer = store.submit(silent, Act.good("a")).toCompletableFuture();
            assertThat(codeOf(answer)).isEqualTo(ErrorCode.STORE_REFUSED);
            assertThat(Act.targets(store)).isEmpty();
        }
    }

    @Test
    void closeCommitsWhatWasHandedInAndRefusesTheRest() throws Exception {
        var store = open();
        var gate = Gate.hold(store);
        var answers = submit(
                store, IntStream.range(0, 50).mapToObj(i -> Act.good("a" + i)).toList());
        var closing = CompletableFuture.runAsync(store::close);
        gate.open();
        closing.join();
        joinAll(answers);
        assertThat(codeOf(store.submit(Act.BATCH, Act.good("late")).toCompletableFuture()))
                .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
        assertThatThrownBy(() -> Act.targets(store)).isInstanceOf(StoreFailure.class);
        try (var again = open()) {
            assertThat(Act.targets(again)).hasSize(50);
        }
    }

    @Test
    void theInstallationsIdIsMadeOnce() {
        String first;
        try (var store = open()) {
            first = store.installation();
        }
        try (var store = open()) {
            assertThat(store.installation()).isEqualTo(first).hasSizeGreaterThanOrEqualTo(16);
        }
    }

    @Test
    void idsAreNotGivenTwice() {
        var ids = new HashSet<Long>();
        for (int round = 0; round < 3; round++) {
            try (var store = open()) {
                var answers = submit(
                        store,
                        IntStream.range(0, 1_500)
                                .mapToObj(i -> Act.good("a" + i))
                                .toList());
                answers.forEach(answer -> assertThat(ids.add(answer.join())).isTrue());
            }
        }
        assertThat(ids).hasSize(4_500);
    }

    @Test
    void aNewerSchemaIsRefused() throws Exception {
        open().close();
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("update flyway_schema_history set version = '99'");
        }
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        StoreFailure.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORE_SCHEMA));
    }

    /** N2: a query that does not end is ended, and the next read is not disturbed. */
    @Test
    void aReadThatRunsTooLongIsEnded() {
        try (var store = open()) {
            Read<List<Long>> slow = tx -> tx.query(slowQuery(), Map.of(), row -> row.getLong(1));
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> store.read(slow))
                        .isInstanceOfSatisfying(
                                StoreFailure.class,
                                failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORE_READ_TIMEOUT));
                assertThat(Act.targets(store)).isEmpty();
            }
        }
    }

    /** N2: a reader that holds on between two statements loses its connection, and with it its snapshot. */
    @Test
    void aReadThatHoldsOnLosesItsSnapshot() throws Exception {
        try (var store = open()) {
            store.submit(Act.BATCH, Act.good("a")).toCompletableFuture().join();
            var held = new CountDownLatch(1);
            var letGo = new CountDownLatch(1);
            Read<List<Long>> holding = tx -> {
                tx.query(COUNT, Map.of(), row -> row.getLong(1));
                held.countDown();
                await(letGo);
                return tx.query(COUNT, Map.of(), row -> row.getLong(1));
            };
            var read = CompletableFuture.supplyAsync(() -> store.read(holding));
            await(held);
            assertThat(snapshots()).isEqualTo(1);
            Await.until("the snapshot is gone", 10_000, () -> snapshots() == 0);
            letGo.countDown();
            assertThat(codeOf(read)).isEqualTo(ErrorCode.STORE_READ_TIMEOUT);
            assertThat(Act.targets(store)).containsExactly("a");
        }
    }

    /** How many reads hold a snapshot right now, seen from outside. */
    protected abstract int snapshots();

    @Test
    void aReadIsOfOneMoment() {
        try (var store = open()) {
            Read<List<Long>> twice = tx -> {
                var before = tx.query(COUNT, Map.of(), row -> row.getLong(1));
                store.submit(Act.BATCH, Act.good("between"))
                        .toCompletableFuture()
                        .join();
                var after = tx.query(COUNT, Map.of(), row -> row.getLong(1));
                return List.of(before.get(0), after.get(0));
            };
            assertThat(store.read(twice)).containsExactly(0L, 0L);
            assertThat(Act.targets(store)).containsExactly("between");
        }
    }

    @Test
    void aReadDoesNotWrite() {
        try (var store = open()) {
            store.submit(Act.BATCH, Act.good("a")).toCompletableFuture().join();
            Read<Integer> writing = tx -> tx.update("""
                    -- test: delete actions
                    delete from action
                    """, Map.of());
            assertThatThrownBy(() -> store.read(writing)).isInstanceOf(StoreFailure.class);
            assertThat(Act.targets(store)).containsExactly("a");
        }
    }

    @Test
    void valuesComeBackAsTheyWere() {
        var bulk = Bulk.of("name text, value text, changed_at bigint, changed_by text", """
                -- test: upsert settings
                insert into setting (name, value, changed_at, changed_by)
                select v.name, v.value, v.changed_at, v.changed_by
                from <rows> as v
                where true
                on conflict (name) do update set value = excluded.value
                returning name, value, changed_at
                """);
        var text = "π '\"{},\\ null \uD83D\uDE00 \n";
        Batch<String, String> upserting = batch("upsert", (tx, item) -> {
            assertThat(tx.write(bulk, List.of(), row -> row.getString(1))).isEmpty();
            var rows = List.<Object[]>of(
                    new Object[] {"a", item, Long.MAX_VALUE, "test"}, new Object[] {"b", "", 0L, "test"});
            var values = tx.write(bulk, rows, row -> row.getString(1) + "=" + row.getString(2) + "@" + row.getLong(3));
            assertThat(values).containsExactlyInAnyOrder("a=" + text + "@" + Long.MAX_VALUE, "b=@0");
            return tx.query("""
                            -- test: one setting; the name is :not_a_parameter
                            select value, ':quoted'
                            from setting
                            where name = :name and changed_at = :changed_at
                            """, Map.of("name", "a", "changed_at", Long.MAX_VALUE), row -> row.getString(1))
                    .get(0);
        });
        try (var store = open()) {
            assertThat(store.submit(upserting, text).toCompletableFuture().join())
                    .isEqualTo(text);
        }
    }

    @Test
    void bytesAndNothingComeBackAsTheyWere() {
        var insert = Bulk.of("id bigint, body bytes, secret text, body_bytes integer", """
                -- test: insert deliveries
                insert into delivery (id, source, received_at, body, body_hash, body_bytes, content_type,
                    headers, secret, replay_watch)
                select v.id, 's', 1, v.body, v.body, v.body_bytes, 'text/plain', '{}', v.secret, 0
                from <rows> as v
                where true
                """);
        var select = Bulk.of("id bigint", """
                -- test: select deliveries
                select d.body, d.secret, d.body_bytes
                from <rows> as v
                join delivery d on d.id = v.id
                """);
        byte[] body = {0, 1, -1, 127, -128, '\'', '\\'};
        Batch<String, String> writing = batch("bytes", (tx, item) -> {
            long id = tx.nextId("delivery");
            assertThat(tx.write(insert, List.<Object[]>of(new Object[] {id, body, null, body.length})))
                    .isEqualTo(1);
            return tx.query(select, List.<Object[]>of(new Object[] {id}), row -> {
                        assertThat(row.getBytes(1)).isEqualTo(body);
                        assertThat(row.getString(2)).isNull();
                        return "" + row.getInt(3);
                    })
                    .get(0);
        });
        try (var store = open()) {
            assertThat(store.submit(writing, "x").toCompletableFuture().join()).isEqualTo("7");
        }
    }

    @Test
    void theStoresClockIsNear() {
        try (var store = open()) {
            Batch<String, Long> telling = new Batch<>() {
                @Override
                public String name() {
                    return "tell the time";
                }

                @Override
                public List<Long> apply(Tx tx, List<String> items) {
                    return items.stream().map(item -> tx.nowMs()).toList();
                }
            };
            long inside = store.submit(telling, "x").toCompletableFuture().join();
            assertThat(Math.abs(inside - store.clockMs())).isLessThan(5_000);
        }
    }

    /** One thing done for each item. */
    protected interface Doing<I, O> {

        /** Does it. */
        O done(Tx tx, I item);
    }

    /** A batch that does one thing for each item. */
    protected static <I, O> Batch<I, O> batch(String name, Doing<I, O> doing) {
        return new Batch<>() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public List<O> apply(Tx tx, List<I> items) {
                return items.stream().map(item -> doing.done(tx, item)).toList();
            }
        };
    }

    /** Hands in items of {@link Act#BATCH}. */
    protected static List<CompletableFuture<Long>> submit(Store store, List<Act> acts) {
        return submit(store, Act.BATCH, acts);
    }

    private static List<CompletableFuture<Long>> submit(Store store, Batch<Act, Long> batch, List<Act> acts) {
        return acts.stream()
                .map(act -> store.submit(batch, act).toCompletableFuture())
                .toList();
    }

    /** Waits for all answers, each of which must be an outcome. */
    protected static void joinAll(List<CompletableFuture<Long>> answers) {
        answers.forEach(CompletableFuture::join);
    }

    /** The code that an answer failed with. */
    protected static ErrorCode codeOf(CompletableFuture<?> answer) {
        try {
            answer.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof StoreFailure known) {
                return known.code();
            }
            throw failure;
        }
        throw new AssertionError("expected a failure");
    }

    private long countFromOutside() {
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from action")) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Waits for a latch, with a deadline. */
    protected static void await(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new AssertionError("not let go");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
