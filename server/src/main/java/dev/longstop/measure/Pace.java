package dev.longstop.measure;

/** When deliveries are to be sent: pure. Instants are nanoseconds since the beginning. */
sealed interface Pace {

    /** Whether there is a delivery of this number. */
    boolean more(long number, long nowNanos);

    /** When a delivery is due, as seen now. */
    long dueNanos(long number, long nowNanos);

    /** Whether a delivery that is due then counts. */
    boolean counted(long dueNanos);

    /** When the last one is due at the latest. */
    long lastNanos();

    /** When counting begins. */
    long countedFromNanos();

    /**
     * An open loop: every instant is fixed beforehand, whatever becomes of the deliveries before.
     *
     * @param perSecond the rate
     * @param warmUp deliveries that do not count
     * @param deliveries how many there are, those included
     */
    record Open(int perSecond, long warmUp, long deliveries) implements Pace {

        private static final long SECOND = 1_000_000_000;

        /** So many seconds at a rate. */
        static Open of(int perSecond, int warmUpSeconds, int seconds) {
            return new Open(perSecond, (long) perSecond * warmUpSeconds, (long) perSecond * (warmUpSeconds + seconds));
        }

        private long dueNanos(long number) {
            return number * SECOND / perSecond;
        }

        @Override
        public boolean more(long number, long nowNanos) {
            return number < deliveries;
        }

        @Override
        public long dueNanos(long number, long nowNanos) {
            return dueNanos(number);
        }

        @Override
        public boolean counted(long dueNanos) {
            return dueNanos >= countedFromNanos();
        }

        @Override
        public long lastNanos() {
            return dueNanos(deliveries - 1);
        }

        @Override
        public long countedFromNanos() {
            return dueNanos(warmUp);
        }
    }

    /**
     * A closed loop: every connection sends as soon as it has its answer, so that a program that stalls is sent less.
     *
     * @param warmUpNanos how long before anything counts
     * @param nanos how long in all
     */
    record Closed(long warmUpNanos, long nanos) implements Pace {

        @Override
        public boolean more(long number, long nowNanos) {
            return nowNanos < nanos;
        }

        @Override
        public long dueNanos(long number, long nowNanos) {
            return nowNanos;
        }

        @Override
        public boolean counted(long dueNanos) {
            return dueNanos >= warmUpNanos;
        }

        @Override
        public long lastNanos() {
            return nanos;
        }

        @Override
        public long countedFromNanos() {
            return warmUpNanos;
        }
    }
}
