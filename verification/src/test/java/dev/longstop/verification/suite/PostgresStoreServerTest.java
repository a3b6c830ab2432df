package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.store.Tx;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.Await;
import dev.longstop.verification.PostgresServer;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What a PostgreSQL store does when the server, a session or another node is in the way (N3). */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresStoreServerTest {

    private final PostgresServer.Database database = PostgresServer.shared().createDatabase();

    @BeforeEach
    void emptyTheDatabase() throws SQLException {
        empty(database);
    }

    /** Empties a database that may have the schema, and takes back what a test told it about its version. */
    static void empty(PostgresServer.Database database) throws SQLException {
        try (var connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute("""
                    do $$
                    begin
                      if to_regclass('flyway_schema_history') is not null then
                        update flyway_schema_history set version = '1' where version = '99';
                        truncate delivery, inbox, job, run, observation, effect, mismatch, action, setting
                          restart identity cascade;
                      end if;
                    end
                    $$""");
        }
    }

    /** The server counts on its own clock, and may end a read before its deadline is noticed here. */
    @Test
    void aReadThatTheServerEndsTookTooLong() {
        try (var store = open()) {
            assertThatThrownBy(() -> store.read(tx -> {
                        tx.query("select set_config('statement_timeout', '50ms', true)", Map.of(), row -> "");
                        return tx.query("select cast(pg_sleep(60) as text)", Map.of(), row -> "");
                    }))
                    .isInstanceOfSatisfying(
                            StoreFailure.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORE_READ_TIMEOUT));
        }
    }

    /** A connection that dies before the commit was asked for wrote nothing: the items are done on a new one. */
    @Test
    void aConnectionKilledInMidBatchCostsNothing() throws Exception {
        var kills = new AtomicInteger(1);
        var killing = killing(kills);
        try (var store = open()) {
            var gate = Gate.hold(store);
            var answers = IntStream.range(0, 40)
                    .mapToObj(i -> store.submit(killing, Act.good("a" + i)).toCompletableFuture())
                    .toList();
            gate.open();
            answers.forEach(answer -> assertThat(answer.join()).isPositive());
            assertThat(kills).hasValueLessThan(1);
            assertThat(Act.targets(store)).hasSize(40);
        }
    }

    /** Where the connection dies with the commit, nobody knows: the callers are told so, and nothing is done again. */
    @Test
    void aConnectionKilledAtTheCommitLeavesTheItemsInDoubt() throws Exception {
        var applied = new AtomicInteger();
        Batch<Act, Long> killing = new Batch<>() {
            @Override
            public String name() {
                return "kill at the end";
            }

            @Override
            public List<Long> apply(Tx tx, List<Act> acts) {
                var ids = Act.BATCH.apply(tx, acts);
                applied.incrementAndGet();
                kill(tx);
                return ids;
            }
        };
        try (var store = open()) {
            var gate = Gate.hold(store);
            var answers = IntStream.range(0, 3)
                    .mapToObj(i -> store.submit(killing, Act.good("a" + i)).toCompletableFuture())
                    .toList();
            gate.open();
            for (var answer : answers) {
                assertThat(StoreContract.codeOf(answer)).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            }
            assertThat(applied).hasValue(1);
            store.submit(Act.BATCH, Act.good("b")).toCompletableFuture().join();
            assertThat(Act.targets(store)).containsExactly("b");
        }
    }

    /** Work whose connection dies each time is given up, and the next work is done. */
    @Test
    void aConnectionKilledEachTimeIsGivenUp() {
        try (var store = open()) {
            var answer =
                    store.submit(killing(new AtomicInteger(100)), Act.good("a")).toCompletableFuture();
            assertThat(StoreContract.codeOf(answer)).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            assertThat(store.submit(Act.BATCH, Act.good("b"))
                            .toCompletableFuture()
                            .join())
                    .isPositive();
            assertThat(Act.targets(store)).containsExactly("b");
        }
    }

    private Batch<Act, Long> killing(AtomicInteger killsLeft) {
        return StoreContract.batch("kill", (tx, act) -> {
            if (killsLeft.getAndDecrement() > 0) {
                kill(tx);
            }
            return Act.BATCH.apply(tx, List.of(act)).get(0);
        });
    }

    private void kill(Tx tx) {
        var own = tx.query("""
                -- test: the session
                select pg_backend_pid()
                """, Map.of(), row -> row.getInt(1));
        terminate("pid = " + own.get(0));
    }

    /** Idle connections that died, of writers and readers, are noticed and replaced without a caller hearing of it. */
    @Test
    void idleConnectionsThatDiedAreReplaced() {
        try (var store = open()) {
            store.submit(Act.BATCH, Act.good("a")).toCompletableFuture().join();
            assertThat(Act.targets(store)).hasSize(1);
            terminate("usename = '" + database.user() + "'");
            store.submit(Act.BATCH, Act.good("b")).toCompletableFuture().join();
            assertThat(Act.targets(store)).hasSize(2);
        }
    }

    /**
     * While the server is away items fail soon and say so; once it is back they are done, without a restart of ours.
     */
    @Test
    void aServerThatIsAwayFailsItemsSoonAndIsFoundAgain() throws Exception {
        try (var store = open()) {
            store.submit(Act.BATCH, Act.good("before")).toCompletableFuture().join();
            allowConnections(false);
            terminate("usename = '" + database.user() + "'");
            for (int i = 0; i < 20; i++) {
                var answer = store.submit(Act.BATCH, Act.good("away" + i)).toCompletableFuture();
                assertThat(StoreContract.codeOf(answer)).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            }
            assertThatThrownBy(() -> Act.targets(store))
                    .isInstanceOfSatisfying(
                            StoreFailure.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE));
            allowConnections(true);
            Await.until("the store is back", 20_000, () -> works(store));
            assertThat(Act.targets(store)).contains("before", "back").noneMatch(target -> target.startsWith("away"));
        }
    }

    private static boolean works(Store store) {
        try {
            return store.submit(Act.BATCH, Act.good("back"))
                            .toCompletableFuture()
                            .join()
                    > 0;
        } catch (CompletionException notYet) {
            return false;
        }
    }

    /**
     * Two nodes write the same keys in opposite orders, which a stage does not do (it sorts): no caller hears of it.
     */
    @Test
    void aDeadlockReachesNoCaller() {
        var bulk = Bulk.of("name text", """
                -- test: touch settings
                insert into setting (name, value, changed_at, changed_by)
                select v.name, 'x', 1, 'test'
                from <rows> as v
                where true
                on conflict (name) do update set changed_at = setting.changed_at + 1
                """);
        var bothHoldOne = new CyclicBarrier(2);
        var tries = new AtomicInteger();
        Batch<List<String>, Integer> touching = StoreContract.batch("touch", (tx, names) -> {
            int written = tx.write(bulk, List.<Object[]>of(new Object[] {names.get(0)}));
            if (tries.incrementAndGet() <= 2) {
                meet(bothHoldOne);
            }
            return written + tx.write(bulk, List.<Object[]>of(new Object[] {names.get(1)}));
        });
        try (var one = open();
                var other = open()) {
            var answers = Stream.of(one.submit(touching, List.of("a", "b")), other.submit(touching, List.of("b", "a")))
                    .map(stage -> stage.toCompletableFuture())
                    .toList();
            answers.forEach(answer -> assertThat(answer.join()).isEqualTo(2));
            assertThat(tries).hasValueGreaterThan(2);
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void twoNodesStartAtOnce() {
        var fresh = PostgresServer.shared().createDatabase();
        var opening = IntStream.range(0, 3)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> open(PostgresSettings.of(fresh.url(), fresh.user(), fresh.password()))))
                .toList();
        var stores = opening.stream().map(CompletableFuture::join).toList();
        assertThat(stores.stream().map(Store::installation).distinct()).hasSize(1);
        stores.forEach(Store::close);
    }

    /** Several nodes with several writers each never give an id twice. */
    @Test
    void idsAreUniqueOverNodesAndWriters() {
        var ids = new HashSet<Long>();
        var settings = settings().withWriters(2, 3);
        try (var one = open(settings);
                var other = open(settings)) {
            var answers = IntStream.range(0, 6_000)
                    .mapToObj(i -> (i % 2 == 0 ? one : other)
                            .submit(Act.BATCH, Act.good("a" + i))
                            .toCompletableFuture())
                    .toList();
            answers.forEach(answer -> assertThat(ids.add(answer.join())).isTrue());
        }
        assertThat(ids).hasSize(6_000);
    }

    /** Accepting does not wait for the rest's commits. */
    @Test
    void acceptingDoesNotWaitForOtherWork() throws Exception {
        Batch<Act, Long> accepting = new Batch<>() {
            @Override
            public String name() {
                return "accept";
            }

            @Override
            public Batch.Stream stream() {
                return Batch.Stream.ACCEPT;
            }

            @Override
            public List<Long> apply(Tx tx, List<Act> acts) {
                return Act.BATCH.apply(tx, acts);
            }
        };
        try (var store = open()) {
            var gate = Gate.hold(store);
            assertThat(store.submit(accepting, Act.good("a"))
                            .toCompletableFuture()
                            .join())
                    .isPositive();
            gate.open();
        }
    }

    @Test
    void aServerWithoutFsyncIsRefused() {
        try (var server = PostgresServer.start(Map.of("fsync", "off"))) {
            var unsafe = server.createDatabase();
            assertRefused(PostgresSettings.of(unsafe.url(), unsafe.user(), unsafe.password()));
        }
    }

    @Test
    void commitsThatDoNotWaitForTheDiskAreRefused() throws Exception {
        for (var value : List.of("off", "local")) {
            execute("alter role " + database.user() + " set synchronous_commit = " + value);
            assertRefused(settings());
        }
        execute("alter role " + database.user() + " set synchronous_commit = on");
        open().close();
    }

    private static void assertRefused(PostgresSettings settings) {
        assertThatThrownBy(() -> open(settings))
                .isInstanceOfSatisfying(
                        StoreFailure.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORE_NOT_DURABLE));
    }

    @Test
    void aWrongPasswordOrServerIsUnavailableAndNotShown() {
        for (var settings : List.of(
                PostgresSettings.of(database.url(), database.user(), "wrong-password"),
                PostgresSettings.of("postgresql://127.0.0.1:1/none", "nobody", "wrong-password"))) {
            assertThatThrownBy(() -> open(settings)).isInstanceOfSatisfying(StoreFailure.class, failure -> {
                assertThat(failure.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
                assertThat(failure.toString() + failure.getCause()).doesNotContain("wrong-password");
            });
            assertThat(settings.toString()).doesNotContain("wrong-password");
        }
    }

    /** A node that rolls a newer schema out invalidates the plans that this one's sessions have prepared. */
    @Test
    void preparedPlansThatGrewStaleAreReplaced() throws Exception {
        Batch<String, String> selecting = StoreContract.batch(
                "select",
                (tx, item) ->
                        tx.query("""
                        -- test: the whole row
                        select *
                        from setting
                        where name = 'installation'
                        """, Map.of(), row -> row.getString("value")).get(0));
        try (var store = open()) {
            for (int i = 0; i < 3; i++) {
                store.submit(selecting, "x").toCompletableFuture().join();
            }
            try (var connection = database.connect();
                    var statement = connection.createStatement()) {
                statement.execute("alter table setting add column note text");
            }
            assertThat(store.submit(selecting, "x").toCompletableFuture().join())
                    .isEqualTo(store.installation());
        }
    }

    private void allowConnections(boolean allowed) throws SQLException {
        execute("alter database " + database.user() + " allow_connections " + allowed);
    }

    private void terminate(String which) {
        try {
            execute("select pg_terminate_backend(pid, 5000) from pg_stat_activity where " + which);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (var connection = PostgresServer.shared().superuser();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private PostgresSettings settings() {
        return PostgresSettings.of(database.url(), database.user(), database.password());
    }

    private PostgresStore open() {
        return open(settings());
    }

    private static PostgresStore open(PostgresSettings settings) {
        return PostgresStore.open(settings, new SystemTime(), new SystemRandomness());
    }
}
