package dev.longstop.loop;

/**
 * One bounded piece of work, done again and again.
 *
 * <p><i>Threads</i>: turned by one thread at a time.
 */
public interface Step {

    /** The name of the component, for threads and logs. */
    String name();

    /**
     * Does one bounded piece of work.
     *
     * @return how much was done; 0 means that there was nothing to do, and the loop rests until it is woken or its idle
     *     time is over
     */
    int turn();

    /**
     * Takes the hint that has this step turned again, before its first turn. A step whose work also ends on other
     * threads keeps it; where steps are turned by hand, nobody calls this.
     */
    default void turnedBy(Wake wake) {}
}
