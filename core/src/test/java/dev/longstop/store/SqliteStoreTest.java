package dev.longstop.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest {

    private static final Bulk INSERT = Bulk.of("id bigint, acted_at bigint, actor text, verb text, target text", """
            -- test: insert actions
            insert into action (id, acted_at, actor, verb, target)
            select v.id, v.acted_at, v.actor, v.verb, v.target
            from <rows> as v
            where true
            """);

    private static final Batch<String, Long> ACT = new Batch<>() {
        @Override
        public String name() {
            return "act";
        }

        @Override
        public List<Long> apply(Tx tx, List<String> items) {
            var rows = items.stream()
                    .map(item ->
                            new Object[] {tx.nextId("action"), tx.nowMs(), "test", item.isEmpty() ? null : "did", item})
                    .toList();
            tx.write(INSERT, rows);
            return rows.stream().map(row -> (Long) row[0]).toList();
        }
    };

    @TempDir
    private Path directory;

    @Test
    void oneBadItemInABatchOfFortyFailsAlone() {
        try (var store = SqliteStore.open(
                SqliteSettings.of(directory.resolve("a.db")).with(Turning.BY_HAND),
                new SystemTime(),
                new SystemRandomness())) {
            List<CompletionStage<Long>> answers = IntStream.range(0, 40)
                    .mapToObj(i -> store.submit(ACT, i == 17 ? "" : "t" + i))
                    .toList();
            store.steps().get(0).turn();
            assertThat(count(store)).isEqualTo(39);
            for (int i = 0; i < 40; i++) {
                var answer = answers.get(i).toCompletableFuture();
                assertThat(answer).isDone();
                if (i == 17) {
                    Assertions.assertThatThrownBy(answer::join)
                            .isInstanceOf(CompletionException.class)
                            .hasCauseInstanceOf(StoreFailure.class);
                } else {
                    assertThat(answer.join()).isPositive();
                }
            }
        }
    }

    @Test
    void theInstallationsIdStays() {
        var settings = SqliteSettings.of(directory.resolve("b.db"));
        String first;
        try (var store = SqliteStore.open(settings, new SystemTime(), new SystemRandomness())) {
            first = store.installation();
            store.submit(ACT, "x").toCompletableFuture().join();
            assertThat(count(store)).isEqualTo(1);
        }
        try (var store = SqliteStore.open(settings, new SystemTime(), new SystemRandomness())) {
            assertThat(store.installation()).isEqualTo(first).hasSize(16);
            store.submit(ACT, "x").toCompletableFuture().join();
            assertThat(count(store)).isEqualTo(2);
        }
    }

    @Test
    void aStoreInMemoryCommitsInline() {
        try (var store = SqliteStore.open(
                SqliteSettings.inMemory(directory.resolve("native"), Turning.INLINE),
                new SystemTime(),
                new SystemRandomness())) {
            assertThat(store.submit(ACT, "x").toCompletableFuture()).isCompleted();
            assertThat(count(store)).isEqualTo(1);
        }
    }

    private static long count(Store store) {
        return store.read(tx -> tx.query("""
                        -- test: count actions
                        select count(*)
                        from action
                        """, Map.of(), row -> row.getLong(1)).get(0));
    }
}
