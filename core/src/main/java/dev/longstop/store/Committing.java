package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A group commit and who turns it. */
final class Committing implements AutoCloseable {

    /** How long {@link #close} waits for what was handed in, in milliseconds. */
    private static final long CLOSE_MS_MAX = 30_000;

    private static final Logger log = LoggerFactory.getLogger(Committing.class);

    private final Waiting waiting;
    private final GroupCommit commits;
    private final Writer writer;
    private final Turning turning;
    private final Thread thread;

    Committing(Waiting waiting, GroupCommit commits, Writer writer, Turning turning) {
        this.waiting = waiting;
        this.commits = commits;
        this.writer = writer;
        this.turning = turning;
        this.thread = new Thread(this::run, "longstop-store-" + commits.name());
        thread.setDaemon(true);
        if (turning == Turning.THREADS) {
            thread.start();
        }
    }

    GroupCommit commits() {
        return commits;
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
        while (commits.turn() > 0) {}
    }

    private void run() {
        try {
            while (waiting.await()) {
                commits.turn();
            }
        } catch (InterruptedException interrupted) {
            log.warn("group commit was interrupted: stream={}", commits.name());
        }
    }

    /** Commits what was handed in, refuses what comes later. */
    @Override
    public void close() {
        waiting.close();
        if (turning == Turning.THREADS) {
            join();
        } else {
            turnAll();
        }
        for (var left = waiting.take(Integer.MAX_VALUE, Long.MAX_VALUE); !left.isEmpty(); left = waiting.take(1, 0)) {
            left.forEach(entry ->
                    entry.fail(new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the store closed too slowly", null)));
        }
        writer.close();
    }

    private void join() {
        try {
            thread.join(CLOSE_MS_MAX);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            log.error("group commit did not end in time: stream={}", commits.name());
            thread.interrupt();
        }
    }
}
