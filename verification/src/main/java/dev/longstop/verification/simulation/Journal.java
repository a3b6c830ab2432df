package dev.longstop.verification.simulation;

import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.queue.ReplayItem;
import dev.longstop.queue.ReplayPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the world outside of the store knows: answers that were given, requests that were forged, keys that agents saw.
 */
final class Journal {

    /**
     * A sender was told that its event is safe.
     *
     * @param sent the id that the sender gave it
     * @param key {@code source/event_id}
     * @param hash SHA-256 of the body in hex
     * @param verdict what it was told
     * @param agents the agents that the rules start
     */
    record Answered(String sent, String key, String hash, Verdict verdict, List<String> agents) {}

    private final List<Answered> answered = new ArrayList<>();
    private final Set<String> forged = new HashSet<>();
    private final Map<Long, String> keys = new HashMap<>();
    private final Set<ReplayItem> plans = new HashSet<>();
    private final Set<String> rounds = new HashSet<>();
    private final List<Complaint> complaints = new ArrayList<>();
    private final TreeMap<String, Long> counts = new TreeMap<>();
    private int answering;

    /** Something happened that is worth counting. */
    void count(String word) {
        counts.merge(word, 1L, Long::sum);
    }

    /** Something is wrong that no table shows. */
    void complain(Invariant invariant, String what) {
        complaints.add(new Complaint(invariant, what));
    }

    /** A request was forged; its body is never used by anybody else. */
    void forged(String bodyHash) {
        forged.add(bodyHash);
    }

    /** A sender was answered with success. */
    void answered(Answered answer) {
        answered.add(answer);
        count("answered " + answer.verdict().name().toLowerCase(java.util.Locale.ROOT));
    }

    /** A request is being taken in or answered, until {@link #leave}. */
    void enter() {
        answering++;
    }

    /** The other end of {@link #enter}. */
    void leave() {
        answering--;
    }

    /** An agent works on a run, told this idempotency key. */
    void agentRan(long runId, String key) {
        count("agent ran");
        if (answering > 0) {
            complain(Invariant.I14, "an agent ran while a sender waited for its answer: run " + runId);
        }
        var first = keys.putIfAbsent(runId, key);
        if (first != null && !first.equals(key)) {
            complain(Invariant.I8, "two keys of run " + runId + ": " + first + ", " + key);
        }
    }

    /** Somebody was shown a plan, and means to have it carried out. */
    void planned(ReplayPlan plan) {
        plan.items().forEach(item -> {
            plans.add(item);
            rounds.add(round(item.eventSeq(), item.agent(), item.round()));
        });
    }

    /** Whether some plan has this in it. */
    boolean isPlanned(ReplayItem item) {
        return plans.contains(item);
    }

    /** Whether some plan has this round in it. */
    boolean isPlanned(long eventSeq, String agent, int round) {
        return rounds.contains(round(eventSeq, agent, round));
    }

    private static String round(long eventSeq, String agent, int round) {
        return eventSeq + " " + agent + " " + round;
    }

    List<Answered> answers() {
        return answered;
    }

    Set<String> forgedHashes() {
        return forged;
    }

    List<Complaint> complaints() {
        return complaints;
    }

    Tally tally() {
        return new Tally(counts);
    }
}
