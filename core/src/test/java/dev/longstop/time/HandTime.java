package dev.longstop.time;

/** Time that passes when a test says so. */
public final class HandTime implements Time {

    private long ms = 1_800_000_000_000L;

    /** Lets so many milliseconds pass, of every clock. */
    public void pass(long more) {
        ms += more;
    }

    @Override
    public long wallMs() {
        return ms;
    }

    @Override
    public long nowMs() {
        return ms;
    }

    @Override
    public long nanos() {
        return ms * 1_000_000;
    }

    @Override
    public void follow(long storeNowMs) {
        // The store's time is this time.
    }
}
