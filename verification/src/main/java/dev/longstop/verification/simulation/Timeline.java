package dev.longstop.verification.simulation;

import dev.longstop.verification.Generator;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * What is to happen and when: true time, and one step after the other.
 *
 * <p>Steps of the same instant happen in an order that the seed draws. <i>Units</i>: milliseconds since the epoch.
 * <i>Threads</i>: one.
 */
final class Timeline {

    /** What happens at a moment. */
    private record Moment(long atMs, long draw, long order, String name, Runnable work) {}

    /** Is told that time passes, before the step that it passes for. */
    interface Passing {
        void passed(long ms);
    }

    private final PriorityQueue<Moment> moments = new PriorityQueue<>(Comparator.comparingLong(Moment::atMs)
            .thenComparingLong(Moment::draw)
            .thenComparingLong(Moment::order));
    private final Generator draws;
    private final Passing passing;
    private long nowMs;
    private long ordered;

    Timeline(long startMs, Generator draws, Passing passing) {
        this.nowMs = startMs;
        this.draws = draws;
        this.passing = passing;
    }

    /** The true time. */
    long nowMs() {
        return nowMs;
    }

    /** Whether nothing is to happen any more. */
    boolean isEmpty() {
        return moments.isEmpty();
    }

    /** Lets something happen after a while; {@code delayMs} is not negative. */
    void in(long delayMs, String name, Runnable work) {
        moments.add(new Moment(nowMs + Math.max(0, delayMs), draws.between(0, 1_000), ordered++, name, work));
    }

    /** Whether something is to happen until an instant. */
    boolean hasUntil(long instantMs) {
        var next = moments.peek();
        return next != null && next.atMs <= instantMs;
    }

    /** Lets time pass up to an instant in which nothing happens. */
    void passUntil(long instantMs) {
        long passed = Math.max(0, instantMs - nowMs);
        nowMs += passed;
        passing.passed(passed);
    }

    /** Lets the next thing happen; {@code named} is told its name first. */
    void step(Consumer<String> named) {
        var next = moments.remove();
        passUntil(next.atMs);
        named.accept(next.name);
        next.work.run();
    }
}
