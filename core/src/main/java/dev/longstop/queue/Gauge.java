package dev.longstop.queue;

/**
 * How many runs a limit has let through lately: those of the current stretch of time, and those of the one before,
 * which count for less the longer it is gone.
 *
 * <p>So little is kept of each scope, and what passes in any stretch of the limit's length stays close to the limit: a
 * burst across two stretches does not pass twice. A value; pure.
 *
 * @param startMs where the current stretch begins, in epoch milliseconds: a multiple of the limit's time
 * @param count runs let through in it
 * @param before runs let through in the one before
 * @param alertedMs when people were last told that it tripped, in epoch milliseconds; 0 for never
 */
record Gauge(long startMs, int count, int before, long alertedMs) {

    private static final long DAY_MS = 86_400_000;

    static final Gauge NEW = new Gauge(0, 0, 0, 0);

    /** The same, as it stands now. */
    Gauge at(long nowMs, Limit limit) {
        long start = nowMs - Math.floorMod(nowMs, limit.perMs());
        if (start == startMs) {
            return this;
        }
        // A clock that was set back finds a stretch to come: what was counted there counts here.
        boolean next = start - startMs == limit.perMs() || start < startMs;
        return new Gauge(start, 0, next ? count : 0, alertedMs);
    }

    /** Whether another run would exceed the limit. */
    boolean full(long nowMs, Limit limit) {
        double gone = (double) (nowMs - startMs) / limit.perMs();
        return before * (1 - gone) + count + 1 > limit.runs();
    }

    /** With one more run let through. */
    Gauge counted() {
        return new Gauge(startMs, count + 1, before, alertedMs);
    }

    /** Whether people are to be told that it tripped: once a day. */
    boolean alertsAt(long nowMs) {
        return alertedMs == 0 || nowMs - alertedMs >= DAY_MS;
    }

    Gauge alerted(long nowMs) {
        return new Gauge(startMs, count, before, nowMs);
    }

    /** Whether it says nothing any more. */
    boolean stale(long nowMs, long perMs) {
        return nowMs - startMs >= 2 * perMs && !(alertedMs > 0 && nowMs - alertedMs < DAY_MS);
    }

    /** As it is kept, with the time of its limit, so that what is stale is known without the configuration. */
    String kept(long perMs) {
        return startMs + " " + count + " " + before + " " + alertedMs + " " + perMs;
    }

    /** As it was kept. */
    static Gauge read(String kept) {
        var parts = kept.split(" ", -1);
        return new Gauge(
                Long.parseLong(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Long.parseLong(parts[3]));
    }

    /** The time of the limit that a kept gauge belongs to. */
    static long perMs(String kept) {
        return Long.parseLong(kept.substring(kept.lastIndexOf(' ') + 1));
    }
}
