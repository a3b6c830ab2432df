package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.store.Batch;
import dev.longstop.store.Read;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.store.Turning;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a SQLite store owes to its file, its disk and its process (N2; cases L10, B2; S12). */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SqliteStoreFileTest {

    private static final long MIB = 1024L * 1024;

    @TempDir
    private Path directory;

    @Test
    void aSecondOpenInTheSameProcessIsRefusedAndHarmsNothing() throws Exception {
        try (var store = open()) {
            for (int i = 0; i < 3; i++) {
                assertInUse();
            }
            // POSIX locks fall when the process closes any handle on the file: the refused opens above must not do
            // that.
            try (var process = StoreProcess.start(file())) {
                assertThat(process.line()).isEqualTo("refused STORE_IN_USE");
            }
            store.submit(Act.BATCH, Act.good("a")).toCompletableFuture().join();
        }
        open().close();
    }

    @Test
    void aSecondOpenThroughALinkIsRefused() throws Exception {
        var link = Files.createSymbolicLink(directory.resolve("link.db"), file());
        try (var store = open()) {
            assertThat(store.walBytes()).isPositive();
            assertThatThrownBy(
                            () -> SqliteStore.open(SqliteSettings.of(link), new SystemTime(), new SystemRandomness()))
                    .isInstanceOfSatisfying(
                            StoreFailure.class,
                            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORE_IN_USE));
        }
    }

    @Test
    void anotherProcessHoldsTheFileUntilItIsKilled() throws Exception {
        try (var process = StoreProcess.start(file())) {
            assertThat(process.line()).isEqualTo("open");
            assertInUse();
            process.kill();
            open().close();
        }
    }

    /** Case B2, S12: whatever was answered is there after a SIGKILL. */
    @Test
    void everythingAnsweredSurvivesAKill() throws Exception {
        var answered = new HashSet<String>();
        for (int round = 0; round < 4; round++) {
            try (var process = StoreProcess.start(file())) {
                assertThat(process.line()).isEqualTo("open");
                process.tell("flood r" + round + "-");
                int lines = 300 + 333 * round;
                for (int i = 0; i < lines; i++) {
                    note(process.line(), answered);
                }
                process.kill();
                for (var line = process.line(); !line.isEmpty(); line = process.line()) {
                    note(line, answered);
                }
            }
        }
        try (var store = open()) {
            assertThat(answered).hasSizeGreaterThan(1_000);
            assertThat(Act.targets(store)).containsAll(answered);
        }
    }

    private static void note(String line, Set<String> answered) {
        if (line.startsWith("done ") && line.length() > 6) {
            answered.add(line.substring(5));
        }
    }

    /**
     * N2: the disk is full in mid-batch. A file-size limit of the process stands in for it. Those who were answered are
     * there, those who were not are not, and once there is room the same process goes on.
     */
    @Test
    void aFullDiskFailsItsItemsOnlyAndRoomHelpsWithoutARestart() throws Exception {
        var done = new HashSet<String>();
        var failed = new HashSet<String>();
        try (var process = StoreProcess.start(file(), "prlimit", "--fsize=3000000:unlimited")) {
            assertThat(process.line()).isEqualTo("open");
            // More than fits into the database and its log, each of which has the limit.
            for (int round = 0; round < 8; round++) {
                sort(process.put("tight" + round + "-", 40, 32_768), done, failed);
            }
            assertThat(failed).isNotEmpty();
            assertThat(done).isNotEmpty();
            limit(process, "unlimited:unlimited");
            var roomy = new HashSet<String>();
            sort(process.put("roomy-", 40, 32_768), roomy, failed);
            assertThat(roomy).hasSize(40);
            done.addAll(roomy);
        }
        try (var store = open()) {
            assertThat(Act.targets(store)).isEqualTo(done).doesNotContainAnyElementsOf(failed);
        }
    }

    private static void sort(List<String> said, Set<String> done, Set<String> failed) {
        for (var line : said) {
            var words = line.split(" ", -1);
            if (words[0].equals("done")) {
                done.add(words[1]);
            } else {
                assertThat(words[1]).isEqualTo("STORE_FULL");
                failed.add(words[2]);
            }
        }
    }

    private static void limit(StoreProcess process, String fileSize) throws Exception {
        var command = List.of("prlimit", "--pid", Long.toString(process.pid()), "--fsize=" + fileSize);
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    /**
     * N2: reads that overlap each other would let the log grow for ever, since SQLite starts it anew only at a moment
     * that has none. Each read here begins before the one before it ends, and a commit falls between all of them.
     */
    @Test
    void overlappingReadsDoNotLetTheLogGrowWithoutBound() {
        var settings = SqliteSettings.of(file()).withWalBytesMax(2 * MIB);
        try (var store = SqliteStore.open(settings, new SystemTime(), new SystemRandomness())) {
            var reading = new HeldRead(store);
            var writing = store.submit(Act.BATCH, Act.good("first"));
            long largest = 0;
            for (int i = 0; i < 60; i++) {
                var next = new HeldRead(store);
                reading.end();
                reading = next;
                writing.toCompletableFuture().join();
                writing = store.submit(REWRITE, "x".repeat((int) MIB));
                largest = Math.max(largest, store.walBytes());
            }
            reading.end();
            assertThat(largest).isGreaterThan(2 * MIB).isLessThan(40 * MIB);
        }
    }

    /**
     * Somebody who looks into the file with a program of his own and leaves his transaction open keeps the log from
     * starting anew. Commits and reads go on beside him.
     */
    @Test
    void whoHoldsATransactionOpenKeepsNobodyWaiting() throws Exception {
        var settings = SqliteSettings.of(file()).withWalBytesMax(MIB);
        try (var store = SqliteStore.open(settings, new SystemTime(), new SystemRandomness());
                var somebody = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            somebody.setAutoCommit(false);
            try (var statement = somebody.createStatement()) {
                statement.executeQuery(COUNT).close();
                while (store.walBytes() <= 4 * MIB) {
                    store.submit(REWRITE, "x".repeat((int) MIB))
                            .toCompletableFuture()
                            .join();
                }
                // Enough of them that the log is looked at again meanwhile.
                for (int i = 0; i < 500; i++) {
                    store.submit(REWRITE, "x")
                            .toCompletableFuture()
                            .orTimeout(SHORTER_THAN_A_READ_MAY_TAKE_MS, TimeUnit.MILLISECONDS)
                            .join();
                }
                CompletableFuture.supplyAsync(() -> Act.targets(store))
                        .orTimeout(SHORTER_THAN_A_READ_MAY_TAKE_MS, TimeUnit.MILLISECONDS)
                        .join();
            }
            somebody.rollback();
            store.submit(REWRITE, "x").toCompletableFuture().join();
        }
    }

    /** A read that holds its snapshot until it is told to end. */
    private static final class HeldRead {
        private final CountDownLatch ending = new CountDownLatch(1);
        private final CompletableFuture<Void> over;

        HeldRead(Store store) {
            var begun = new CountDownLatch(1);
            Read<List<Long>> holding = tx -> {
                var count = tx.query(COUNT, Map.of(), row -> row.getLong(1));
                begun.countDown();
                StoreContract.await(ending);
                return count;
            };
            over = CompletableFuture.runAsync(() -> store.read(holding), work -> new Thread(work, "held-read").start());
            StoreContract.await(begun);
        }

        void end() {
            ending.countDown();
            over.exceptionally(cutOnASlowMachine -> null).join();
        }
    }

    private static final long SHORTER_THAN_A_READ_MAY_TAKE_MS = 1_900;

    private static final String COUNT = """
            -- test: count settings
            select count(*)
            from setting
            """;

    private static final Batch<String, Long> REWRITE = StoreContract.batch("rewrite", (tx, text) -> {
        tx.update("""
                -- test: delete actions
                delete from action
                """, Map.of());
        return Act.BATCH
                .apply(tx, List.of(new Act("a", Act.Kind.GOOD, text.length())))
                .get(0);
    });

    @Test
    void theFileIsItsOwnersAloneAndTheNativeLibraryLiesBesideIt() throws Exception {
        try (var process = StoreProcess.start(file())) {
            assertThat(process.line()).isEqualTo("open");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                    .isEqualTo("rw-------");
            assertThat(libraries()).hasSize(1);
            process.kill();
        }
        try (var process = StoreProcess.start(file())) {
            assertThat(process.line()).isEqualTo("open");
            assertThat(libraries()).as("a killed process leaves no copy behind").hasSize(1);
        }
    }

    private List<Path> libraries() throws IOException {
        try (var files = Files.walk(directory.resolve("native"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** N1, N2: every connection that writes waits for the disk; the one that follows a failed one, too. */
    @Test
    void everyWriterWaitsForTheDisk() {
        Batch<String, String> asking = StoreContract.batch(
                "ask",
                (tx, pragma) -> tx.query("pragma " + pragma, Map.of(), row -> row.getString(1))
                        .get(0));
        Batch<String, String> failing = StoreContract.batch("fail", (tx, item) -> {
            tx.update("insert into no_such_table values (1)", Map.of());
            return item;
        });
        try (var store = open()) {
            for (int round = 0; round < 2; round++) {
                assertThat(store.submit(asking, "synchronous")
                                .toCompletableFuture()
                                .join())
                        .isEqualTo("2");
                assertThat(store.submit(asking, "journal_mode")
                                .toCompletableFuture()
                                .join())
                        .isEqualTo("wal");
                assertThat(store.submit(asking, "foreign_keys")
                                .toCompletableFuture()
                                .join())
                        .isEqualTo("1");
                var bad = store.submit(failing, "x").toCompletableFuture();
                assertThat(StoreContract.codeOf(bad)).isEqualTo(ErrorCode.STORE_REFUSED);
            }
        }
    }

    @Test
    void byHandItemsWaitUntilTheyAreTurned() {
        var settings = SqliteSettings.of(file()).with(Turning.BY_HAND);
        try (var store = SqliteStore.open(settings, new SystemTime(), new SystemRandomness())) {
            var answers = List.of(
                    store.submit(Act.BATCH, Act.good("a")).toCompletableFuture(),
                    store.submit(Act.BATCH, Act.good("b")).toCompletableFuture());
            assertThat(answers).noneMatch(CompletableFuture::isDone);
            assertThat(store.steps()).hasSize(1);
            assertThat(store.steps().get(0).turn()).isEqualTo(2);
            assertThat(answers).allMatch(CompletableFuture::isDone);
            assertThat(store.steps().get(0).turn()).isZero();
        }
    }

    /**
     * For simulations: one thread, no file, the answer is there when {@code submit} returns, also inside another's
     * answer.
     */
    @Test
    void inMemoryItemsAreCommittedInline() {
        var settings = SqliteSettings.inMemory(directory.resolve("native"), Turning.INLINE);
        try (var store = SqliteStore.open(settings, new SystemTime(), new SystemRandomness())) {
            var chained = store.submit(Act.BATCH, Act.good("a"))
                    .thenCompose(id -> store.submit(Act.BATCH, Act.good("b")))
                    .thenApply(id -> Act.targets(store));
            assertThat(chained.toCompletableFuture()).isCompletedWithValueMatching(all -> all.size() == 2);
            var bad = store.submit(Act.BATCH, Act.of("c", Act.Kind.REFUSED)).toCompletableFuture();
            assertThat(StoreContract.codeOf(bad)).isEqualTo(ErrorCode.STORE_REFUSED);
            assertThat(Act.targets(store)).containsExactlyInAnyOrder("a", "b");
        }
    }

    @Test
    void aFileThatIsNoDatabaseIsRefused() throws Exception {
        Files.writeString(file(), "this is not a database, but long enough to be looked at. ".repeat(100));
        assertThatThrownBy(this::open).isInstanceOf(StoreFailure.class);
        Files.delete(file());
        open().close();
    }

    private void assertInUse() {
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        StoreFailure.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.STORE_IN_USE));
    }

    private SqliteStore open() {
        return SqliteStore.open(SqliteSettings.of(file()), new SystemTime(), new SystemRandomness());
    }

    private Path file() {
        return directory.resolve("store.db");
    }
}
