package dev.longstop.verification.simulation;

/** When nothing reaches the store, for all nodes alike. */
final class Outage {

    private final Timeline timeline;
    private long untilMs = Long.MIN_VALUE;

    Outage(Timeline timeline) {
        this.timeline = timeline;
    }

    /** Begins, or lasts longer. */
    void lastFor(long ms) {
        untilMs = Math.max(untilMs, timeline.nowMs() + ms);
    }

    /** Ends. */
    void end() {
        untilMs = Long.MIN_VALUE;
    }

    /** Whether nothing reaches the store. */
    boolean now() {
        return timeline.nowMs() < untilMs;
    }
}
