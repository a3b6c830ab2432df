package dev.longstop.telemetry;

/**
 * Where people are told.
 *
 * <p><i>Threads</i>: safe; never blocks and never throws: an alarm that cannot be told must not stop what raised it.
 */
@FunctionalInterface
public interface Alarms {

    /** Tells, at most once a day for one kind and subject. */
    void tell(Alarm alarm);

    /** Nobody is told beyond the log. */
    static Alarms none() {
        return alarm -> {};
    }
}
