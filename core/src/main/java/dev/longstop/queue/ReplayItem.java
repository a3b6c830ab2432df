package dev.longstop.queue;

import java.util.Optional;

/**
 * What a replay does for one event and one agent: a run of it begins, or goes on.
 *
 * @param eventSeq the event's row
 * @param agent whom it is for
 * @param round the round of the run that begins or goes on
 * @param stood the newest run of the two when this was planned; empty where there was none
 * @param lane what must not run beside the run that begins
 * @param urgent whether that goes ahead of agents' work: a completion event
 */
public record ReplayItem(
        long eventSeq, String agent, int round, Optional<Stood> stood, Optional<String> lane, boolean urgent) {

    /**
     * A run as it stood when a replay was planned: if it is another one now, the replay leaves it alone.
     *
     * @param runId its row
     * @param round its round
     * @param state where it stood
     * @param token its latest lease
     * @param endedAtMs when it was over, in epoch milliseconds; 0 if it was not. With the token it tells one end from
     *     the next: a run that goes on may be ended without having been claimed
     */
    public record Stood(long runId, int round, RunState state, long token, long endedAtMs) {}

    public ReplayItem {
        if (round < 1
                || stood.filter(run -> run.round < round - 1 || run.round > round)
                        .isPresent()) {
            throw new IllegalArgumentException("a replay goes on with the newest round, or begins the next");
        }
    }

    /** A run that stands goes on, in its round. */
    public static ReplayItem goingOn(long eventSeq, String agent, Stood run) {
        return new ReplayItem(eventSeq, agent, run.round, Optional.of(run), Optional.empty(), false);
    }

    /** Whether a run that stands goes on; else one begins. */
    public boolean goesOn() {
        return stood.filter(run -> run.round == round).isPresent();
    }
}
