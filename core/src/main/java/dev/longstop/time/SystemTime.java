package dev.longstop.time;

/** The machine's clocks. Until the first {@link #follow} the wall clock stands in for the store's. */
public final class SystemTime implements Time {

    private record Anchor(long storeMs, long nanos) {}

    private volatile Anchor anchor = new Anchor(System.currentTimeMillis(), System.nanoTime());

    @Override
    public long wallMs() {
        return System.currentTimeMillis();
    }

    @Override
    public long nowMs() {
        var from = anchor;
        return from.storeMs + (System.nanoTime() - from.nanos) / 1_000_000;
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public void follow(long storeNowMs) {
        anchor = new Anchor(storeNowMs, System.nanoTime());
    }
}
