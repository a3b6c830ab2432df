package dev.longstop.consumer;

import dev.longstop.time.Time;

/** Time that passes when a test says so. */
final class HandTime implements Time {

    private long ms = 1_800_000_000_000L;

    void pass(long more) {
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
    public void follow(long storeNowMs) {}
}
