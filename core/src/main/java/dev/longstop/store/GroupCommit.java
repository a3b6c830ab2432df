package dev.longstop.store;

import dev.longstop.loop.Step;
import dev.longstop.store.Writer.Parting;
import dev.longstop.store.Writer.Remedy;
import dev.longstop.store.Writer.Trouble;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.time.Time;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits together whatever waits: idle, an item costs one commit; busy, many share one.
 *
 * <p>Items of one kind are applied in their order of arrival, kinds in the order of their first item. No item is
 * answered before {@code commit()} returned (I1), and an item's own error reaches only its caller.
 *
 * <p><i>Bounds</i>: {@value #ITEMS_MAX} items and {@value #BYTES_MAX} bytes a commit. <i>Source</i>: design section 4,
 * N2, N3.
 */
final class GroupCommit implements Step, AutoCloseable {

    static final int ITEMS_MAX = 512;
    static final long BYTES_MAX = 16L * 1024 * 1024;

    /** After so many failures of the machinery in a row, the items that are left share the last one's fate. */
    private static final int STRIKES_MAX = 8;

    private static final Logger log = LoggerFactory.getLogger(GroupCommit.class);

    private final String name;
    private final Waiting waiting;
    private final Writer writer;
    private final Time time;
    private final CommitObserver observer;

    GroupCommit(String name, Waiting waiting, Writer writer, Time time, CommitObserver observer) {
        this.name = name;
        this.waiting = waiting;
        this.writer = writer;
        this.time = time;
        this.observer = observer;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int turn() {
        var entries = waiting.take(ITEMS_MAX, BYTES_MAX);
        if (entries.isEmpty()) {
            return 0;
        }
        try {
            commit(entries);
            writer.upkeep();
        } catch (Throwable unexpected) { // Nothing may leave a caller without an answer, nor end the one who commits.
            log.atError()
                    .addKeyValue(LogKeys.STEP, name)
                    .setCause(unexpected)
                    .log("group commit failed outside a transaction");
            fail(entries, new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the store failed unexpectedly", unexpected));
        }
        return entries.size();
    }

    private void commit(List<Entry<?, ?>> entries) {
        var trouble = attempt(entries);
        for (int again = 0; again < writer.parting().wholeAgain() && worthAgain(trouble); again++) {
            trouble = attempt(entries);
        }
        if (trouble == null) {
            return;
        }
        boolean alone = entries.size() == 1;
        boolean triedEnough =
                trouble.remedy() == Remedy.SINGLE_OUT || writer.parting().wholeAgain() > 0;
        if (trouble.remedy() == Remedy.GIVE_UP || (alone && triedEnough)) {
            fail(entries, trouble.failure());
        } else {
            singleOut(parts(entries));
        }
    }

    private static boolean worthAgain(@Nullable Trouble trouble) {
        return trouble != null && trouble.remedy() == Remedy.AGAIN;
    }

    /** Tries the parts of a failed transaction, each in one of its own, and parts again what fails again. */
    private void singleOut(List<List<Entry<?, ?>>> first) {
        var parts = new ArrayDeque<>(first);
        int strikes = 0;
        while (!parts.isEmpty()) {
            var part = parts.removeFirst();
            var trouble = attempt(part);
            if (trouble == null) {
                strikes = 0;
                continue;
            }
            strikes = trouble.remedy() == Remedy.SINGLE_OUT ? 0 : strikes + 1;
            if (part.size() == 1 || trouble.remedy() == Remedy.GIVE_UP) {
                fail(part, trouble.failure());
            } else {
                var smaller = parts(part);
                for (int i = smaller.size() - 1; i >= 0; i--) {
                    parts.addFirst(smaller.get(i));
                }
            }
            if (strikes >= STRIKES_MAX) {
                parts.forEach(rest -> fail(rest, trouble.failure()));
                return;
            }
        }
    }

    private List<List<Entry<?, ?>>> parts(List<Entry<?, ?>> entries) {
        if (writer.parting() == Parting.HALVES) {
            int half = entries.size() / 2;
            return List.of(entries.subList(0, half), entries.subList(half, entries.size()));
        }
        var parts = new ArrayList<List<Entry<?, ?>>>(entries.size());
        entries.forEach(entry -> parts.add(List.of(entry)));
        return parts;
    }

    /**
     * Does the work of the entries in one transaction and answers them.
     *
     * @return what went wrong, with nobody answered and nothing written but what may be written again; null if all was
     *     committed
     */
    private @Nullable Trouble attempt(List<Entry<?, ?>> entries) {
        long begun = time.nanos();
        try {
            var tx = writer.begin();
            for (var kind : byKind(entries).entrySet()) {
                Entry.apply(tx, kind.getKey(), kind.getValue());
            }
            writer.commit();
        } catch (Throwable cause) { // A bug in a stage is an item's error like any other.
            var trouble = writer.abandon(cause);
            log.atDebug()
                    .addKeyValue(LogKeys.STEP, name)
                    .addKeyValue(LogKeys.COUNT, entries.size())
                    .addKeyValue(LogKeys.OUTCOME, trouble.remedy())
                    .setCause(cause)
                    .log("a transaction failed");
            return trouble;
        }
        long took = time.nanos() - begun;
        try {
            observer.committed(entries.size(), took);
        } finally {
            entries.forEach(Entry::succeed);
        }
        return null;
    }

    @Override
    public void close() {
        writer.close();
    }

    private static Map<Batch<?, ?>, List<Entry<?, ?>>> byKind(List<Entry<?, ?>> entries) {
        var kinds = new LinkedHashMap<Batch<?, ?>, List<Entry<?, ?>>>();
        for (var entry : entries) {
            kinds.computeIfAbsent(entry.batch(), kind -> new ArrayList<>()).add(entry);
        }
        return kinds;
    }

    private void fail(List<Entry<?, ?>> entries, StoreFailure failure) {
        log.atWarn()
                .addKeyValue(LogKeys.STEP, name)
                .addKeyValue(LogKeys.COUNT, entries.size())
                .addKeyValue(LogKeys.CODE, failure.code())
                .addKeyValue(LogKeys.OUTCOME, failure.getMessage())
                .addKeyValue(LogKeys.CAUSE, failure.getCause())
                .log("items were not written");
        entries.forEach(entry -> entry.fail(failure));
    }
}
