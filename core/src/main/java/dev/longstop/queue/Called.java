package dev.longstop.queue;

/** What came of a callback. */
public sealed interface Called {

    /** There is no such run, or the token is not the one that its latest attempt was given: which, is not told. */
    record Unknown() implements Called {}

    /** The run had ended before, perhaps by this very callback: what stands, stands. */
    record Late() implements Called {}

    /**
     * It decided about the run.
     *
     * @param runId the run
     * @param agent its agent
     * @param event its event's key
     * @param state where the run stands now
     */
    record Taken(long runId, String agent, String event, RunState state) implements Called {}
}
