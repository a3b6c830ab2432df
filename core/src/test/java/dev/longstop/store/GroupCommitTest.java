package dev.longstop.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.store.Writer.Parting;
import dev.longstop.store.Writer.Remedy;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.SystemTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a group commit does when transactions fail, by a writer that fails as it is told (N2, N3; I1). */
class GroupCommitTest {

    private final Waiting waiting = new Waiting();
    private final List<List<Integer>> applied = new ArrayList<>();
    private final List<Integer> commits = new ArrayList<>();

    private final Batch<Integer, String> batch = new Batch<>() {
        @Override
        public String name() {
            return "count";
        }

        @Override
        public List<String> apply(Tx tx, List<Integer> items) {
            applied.add(List.copyOf(items));
            return items.stream().map(item -> "did " + item).toList();
        }
    };

    @Test
    void nobodyIsAnsweredBeforeTheCommitReturned() {
        var answers = submit(3);
        var scripted = new Scripted(Parting.ONE_BY_ONE);
        scripted.atCommit = () -> assertThat(answers).noneMatch(CompletableFuture::isDone);
        assertThat(turn(scripted)).isEqualTo(3);
        assertThat(answers).extracting(CompletableFuture::join).containsExactly("did 0", "did 1", "did 2");
        assertThat(commits).containsExactly(3);
    }

    @Test
    void aCommitInDoubtIsNotTriedAgain() {
        var answers = submit(3);
        turn(new Scripted(Parting.HALVES, Remedy.GIVE_UP));
        assertThat(applied).hasSize(1);
        assertThat(answers).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(commits).isEmpty();
    }

    @Test
    void aBatchThatIsToBlameIsHalvedUntilTheBadItemIsAlone() {
        var answers = submit(8);
        var scripted = new Scripted(Parting.HALVES);
        scripted.bad = 5;
        turn(scripted);
        assertThat(applied)
                .containsExactly(
                        List.of(0, 1, 2, 3, 4, 5, 6, 7),
                        List.of(0, 1, 2, 3),
                        List.of(4, 5, 6, 7),
                        List.of(4, 5),
                        List.of(4),
                        List.of(5),
                        List.of(6, 7));
        assertOnlyFailed(answers, 5);
    }

    @Test
    void aBatchThatIsToBlameIsTriedOneByOne() {
        var answers = submit(4);
        var scripted = new Scripted(Parting.ONE_BY_ONE);
        scripted.bad = 2;
        turn(scripted);
        assertThat(applied).containsExactly(List.of(0, 1, 2, 3), List.of(0), List.of(1), List.of(2), List.of(3));
        assertOnlyFailed(answers, 2);
    }

    @Test
    void anItemThatIsToBlameAloneIsNotTriedAgain() {
        var answers = submit(1);
        var scripted = new Scripted(Parting.ONE_BY_ONE);
        scripted.bad = 0;
        turn(scripted);
        assertThat(applied).hasSize(1);
        assertOnlyFailed(answers, 0);
    }

    @Test
    void afterAFailureOfTheMachineryEachItemIsTriedOnceMoreAlone() {
        var answers = submit(3);
        turn(new Scripted(Parting.ONE_BY_ONE, Remedy.AGAIN, Remedy.AGAIN));
        assertThat(applied).containsExactly(List.of(0, 1, 2), List.of(0), List.of(1), List.of(2));
        assertOnlyFailed(answers, 0);
    }

    @Test
    void afterAFailureOfTheMachineryASingleItemIsTriedOnceMore() {
        var answers = submit(1);
        turn(new Scripted(Parting.ONE_BY_ONE, Remedy.AGAIN));
        assertThat(applied).hasSize(2);
        assertThat(answers.get(0)).isCompletedWithValue("did 0");
    }

    @Test
    void aLostConnectionHasTheWholeBatchTriedAgain() {
        var answers = submit(4);
        turn(new Scripted(Parting.HALVES, Remedy.AGAIN));
        assertThat(applied).containsExactly(List.of(0, 1, 2, 3), List.of(0, 1, 2, 3));
        assertThat(answers).noneMatch(CompletableFuture::isCompletedExceptionally);
    }

    @Test
    void anItemThatMeetsALockEachTimeIsGivenUp() {
        var answers = submit(1);
        turn(new Scripted(Parting.HALVES, Remedy.AGAIN, Remedy.AGAIN, Remedy.AGAIN, Remedy.AGAIN, Remedy.AGAIN));
        assertThat(applied).hasSize(4);
        assertOnlyFailed(answers, 0);
    }

    /** A disk that stays full must not have five hundred items tried one after the other. */
    @Test
    void afterManyFailuresOfTheMachineryTheRestIsNotTried() {
        var answers = submit(100);
        var always = new Remedy[500];
        Arrays.fill(always, Remedy.AGAIN);
        turn(new Scripted(Parting.ONE_BY_ONE, always));
        assertThat(applied).hasSizeLessThan(20);
        assertThat(answers).allMatch(CompletableFuture::isCompletedExceptionally);
    }

    @Test
    void whateverIsThrownOutsideATransactionEverybodyIsAnswered() {
        var answers = submit(3);
        var scripted = new Scripted(Parting.ONE_BY_ONE, Remedy.AGAIN);
        scripted.atAbandon = () -> {
            throw new AssertionError("abandon fails");
        };
        assertThat(turn(scripted)).isEqualTo(3);
        assertThat(answers).allMatch(CompletableFuture::isCompletedExceptionally);
    }

    @Test
    void afterCloseWhatComesIsRefused() {
        waiting.close();
        assertThatThrownBy(() -> submit(1).get(0).join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(StoreFailure.class);
    }

    @Test
    void tooMuchThatWaitsIsRefused() {
        var answers = submit(Waiting.ITEMS_MAX + 1);
        assertThat(answers.get(Waiting.ITEMS_MAX)).isCompletedExceptionally();
        assertThat(answers.get(Waiting.ITEMS_MAX - 1)).isNotDone();
    }

    private List<CompletableFuture<String>> submit(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    var entry = new Entry<>(batch, i);
                    waiting.put(entry);
                    return entry.answer();
                })
                .toList();
    }

    private int turn(Writer writer) {
        var commit = new GroupCommit("test", waiting, writer, new SystemTime(), (items, nanos) -> commits.add(items));
        return commit.turn();
    }

    private static void assertOnlyFailed(List<CompletableFuture<String>> answers, int failed) {
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i)).isDone();
            assertThat(answers.get(i).isCompletedExceptionally())
                    .as("item " + i)
                    .isEqualTo(i == failed);
        }
    }

    /** Fails the first commits with the remedies it is given, and every transaction that holds the bad item. */
    private final class Scripted implements Writer {

        private final Parting parting;
        private final Deque<Remedy> remedies;
        private Remedy remedy = Remedy.SINGLE_OUT;
        private int bad = -1;
        private Runnable atCommit = () -> {};
        private Runnable atAbandon = () -> {};

        Scripted(Parting parting, Remedy... remedies) {
            this.parting = parting;
            this.remedies = new ArrayDeque<>(List.of(remedies));
        }

        @Override
        public Tx begin() {
            return new NoTx();
        }

        @Override
        public void commit() {
            atCommit.run();
            var next = remedies.poll();
            if (next != null) {
                remedy = next;
                throw new IllegalStateException("as told");
            }
            if (applied.get(applied.size() - 1).contains(bad)) {
                remedy = Remedy.SINGLE_OUT;
                throw new IllegalStateException("bad");
            }
        }

        @Override
        public Trouble abandon(Throwable cause) {
            atAbandon.run();
            return new Trouble(remedy, new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "as told", cause));
        }

        @Override
        public void upkeep() {}

        @Override
        public Parting parting() {
            return parting;
        }

        @Override
        public void close() {}
    }

    private static final class NoTx implements Tx {

        @Override
        public Dialect dialect() {
            return Dialect.SQLITE;
        }

        @Override
        public long nowMs() {
            return 0;
        }

        @Override
        public int write(Bulk bulk, List<Object[]> rows) {
            return 0;
        }

        @Override
        public <T> List<T> write(Joint joint, List<List<Object[]>> rows, boolean commits, RowReader<T> reader) {
            return List.of();
        }

        @Override
        public int[] writeEach(Bulk bulk, List<Object[]> rows) {
            return new int[rows.size()];
        }

        @Override
        public <T> List<T> write(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
            return List.of();
        }

        @Override
        public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
            return List.of();
        }

        @Override
        public <T> List<T> query(String sql, Map<String, ?> parameters, RowReader<T> reader) {
            return List.of();
        }

        @Override
        public int update(String sql, Map<String, ?> parameters) {
            return 0;
        }

        @Override
        public long nextId(String table) {
            return 1;
        }

        @Override
        public <T> T remembered(Class<T> kind, Supplier<T> fresh) {
            return fresh.get();
        }

        @Override
        public void afterCommit(Runnable work) {
            work.run();
        }
    }
}
