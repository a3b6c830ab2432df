package dev.longstop.store;

import dev.longstop.loop.Step;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.telemetry.LogKeys;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One stream of commits: what waits, who commits it, and who turns those. */
final class Committing implements AutoCloseable {

    /** How long {@link #close} waits for what was handed in, in milliseconds. */
    private static final long CLOSE_MS_MAX = 30_000;

    private static final Logger log = LoggerFactory.getLogger(Committing.class);

    private final Waiting waiting;
    private final List<GroupCommit> commits;
    private final Turning turning;
    private final List<Thread> threads;

    /**
     * @param commits all take from {@code waiting}
     */
    Committing(Waiting waiting, List<GroupCommit> commits, Turning turning) {
        this.waiting = waiting;
        this.commits = List.copyOf(commits);
        this.turning = turning;
        this.threads = turning == Turning.THREADS
                ? this.commits.stream().map(this::thread).toList()
                : List.of();
        threads.forEach(Thread::start);
    }

    /** What is to be turned by hand. */
    List<Step> steps() {
        return turning == Turning.BY_HAND ? List.copyOf(commits) : List.of();
    }

    <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        var entry = new Entry<>(batch, item);
        waiting.put(entry);
        if (turning == Turning.INLINE) {
            turnAll();
        }
        return entry.answer();
    }

    private void turnAll() {
        commits.forEach(commit -> {
            while (commit.turn() > 0) {}
        });
    }

    private Thread thread(GroupCommit commit) {
        var thread = new Thread(() -> run(commit), "longstop-store-" + commit.name());
        thread.setDaemon(true);
        return thread;
    }

    private void run(GroupCommit commit) {
        try {
            while (waiting.await()) {
                commit.turn();
            }
        } catch (InterruptedException interrupted) {
            log.atWarn().addKeyValue(LogKeys.STEP, commit.name()).log("group commit was interrupted");
        }
    }

    /** Commits what was handed in, refuses what comes later. */
    @Override
    public void close() {
        waiting.close();
        threads.forEach(Committing::join);
        if (threads.isEmpty()) {
            turnAll();
        }
        var tooLate = new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the store closed too slowly", null);
        waiting.take(Integer.MAX_VALUE, Long.MAX_VALUE).forEach(entry -> entry.fail(tooLate));
        commits.forEach(GroupCommit::close);
    }

    private static void join(Thread thread) {
        try {
            thread.join(CLOSE_MS_MAX);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            log.atError().addKeyValue(LogKeys.STEP, thread.getName()).log("group commit did not end in time");
            thread.interrupt();
        }
    }
}
