package dev.longstop.loop;

/** A hint that there may be work. The table is the truth: a lost wake-up costs time, never work. */
@FunctionalInterface
public interface Wake {

    /** Says that there may be work now. Never blocks, may be called from any thread. */
    void up();

    /** A hint that nobody hears. */
    static Wake none() {
        return () -> {};
    }
}
