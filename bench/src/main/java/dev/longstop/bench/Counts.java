package dev.longstop.bench;

import java.util.Locale;

/**
 * What was done for so many events.
 *
 * @param items what was handed in: an event's delivery, or a step of its run
 * @param commits transactions
 * @param statements statements that were run inside of them
 * @param rows rows that were inserted or updated
 * @param syncs calls that return once the disk has it; below zero where nobody counts them
 * @param bytes what was written; below zero where nobody counts it
 */
record Counts(long items, long commits, long statements, long rows, long syncs, long bytes) {

    /** What was done since an earlier look. */
    Counts since(Counts earlier) {
        return new Counts(
                items - earlier.items,
                commits - earlier.commits,
                statements - earlier.statements,
                rows - earlier.rows,
                syncs < 0 || earlier.syncs < 0 ? -1 : syncs - earlier.syncs,
                bytes < 0 || earlier.bytes < 0 ? -1 : bytes - earlier.bytes);
    }

    /** The heads of the columns of {@link #line}. */
    static String head(String first) {
        return String.format(
                Locale.ROOT,
                "%-34s %12s %12s %12s %12s %12s %12s",
                first,
                "items/commit",
                "statements",
                "rows",
                "commits",
                "fsyncs",
                "KB");
    }

    /** A line of a table: how much for each of so many events. */
    String line(String what, long events) {
        return String.format(
                Locale.ROOT,
                "%-34s %12.1f %12.3f %12.3f %12.4f %12s %12s",
                what,
                (double) items / commits,
                (double) statements / events,
                (double) rows / events,
                (double) commits / events,
                syncs < 0 ? "not counted" : String.format(Locale.ROOT, "%.4f", (double) syncs / events),
                bytes < 0 ? "not counted" : String.format(Locale.ROOT, "%.2f", bytes / 1e3 / events));
    }
}
