package dev.longstop.queue;

/** What came of a person's act. */
public sealed interface Acted {

    /** There is no such run. */
    record Missing() implements Acted {}

    /**
     * The run does not stand where the act can be done.
     *
     * @param state where it stands
     */
    record Refused(RunState state) implements Acted {}

    /**
     * It was done.
     *
     * @param act what
     * @param runId with which run
     * @param was where the run stood before
     */
    record Did(Act act, long runId, RunState was) implements Acted {}
}
