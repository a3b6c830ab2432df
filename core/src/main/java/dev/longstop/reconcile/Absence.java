package dev.longstop.reconcile;

/** What it means that a platform does not know a job: nothing while it may be too early, then that it is lost (R13). */
final class Absence {

    private static final long NEVER_SEEN_MIN_MS = 300_000;
    private static final int NEVER_SEEN_GRACES = 5;

    private Absence() {}

    /**
     * Whether the job is lost.
     *
     * @param seen whether the platform ever knew it
     * @param ageMs how long ago it was started, in milliseconds
     * @param graceMs how long the platform may take to know it
     */
    static boolean lost(boolean seen, long ageMs, long graceMs) {
        return ageMs > graceMs && (seen || ageMs > Math.max(NEVER_SEEN_MIN_MS, NEVER_SEEN_GRACES * graceMs));
    }
}
