package dev.longstop.job;

/**
 * A change of state inside a generation.
 *
 * @param from where it stood
 * @param to where it stands
 * @param channel who said so
 */
public record Transition(JobState from, JobState to, Channel channel) {

    /** Whether it is the first arrival at an outcome: the one that effects follow from. */
    public boolean outcome() {
        return to.outcome();
    }
}
