package dev.longstop.consumer;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The attempts of this process: those in progress, and those that ended and are not settled yet. */
final class Attempts {

    /**
     * In the order of their claims: what is done for each is done in the same order in every replay of a simulation.
     */
    private final Set<Attempt> all = Collections.synchronizedSet(new LinkedHashSet<>());

    void add(Attempt attempt) {
        all.add(attempt);
    }

    void remove(Attempt attempt) {
        all.remove(attempt);
    }

    Collection<Attempt> all() {
        return List.copyOf(all);
    }

    List<Attempt> inProgress() {
        return all().stream().filter(Attempt::inProgress).toList();
    }

    /** How many are in progress, by agent. */
    Map<String, Integer> inProgressByAgent() {
        return inProgress().stream()
                .collect(Collectors.toMap(attempt -> attempt.agent().name(), attempt -> 1, Integer::sum));
    }

    /** What is still in progress in the lane of an attempt, besides that attempt. */
    List<Attempt> beside(Attempt attempt) {
        return attempt.lane().isEmpty()
                ? List.of()
                : inProgress().stream()
                        .filter(other -> other != attempt && other.lane().equals(attempt.lane()))
                        .toList();
    }

    boolean isEmpty() {
        return all.isEmpty();
    }
}
