package dev.longstop.proof;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which requests came again after a kill: what was done, and its doer had no time to know it. */
final class Repeats {

    private final Map<String, Integer> before = new HashMap<>();
    private final Set<String> repeated = new HashSet<>();

    /**
     * Looks after each kill and at the end.
     *
     * @param bodies what came so far, by key
     * @return how many keys came before a kill and again after it
     */
    int look(Map<String, List<String>> bodies) {
        bodies.forEach((key, all) -> {
            var earlier = before.put(key, all.size());
            if (earlier != null && all.size() > earlier) {
                repeated.add(key);
            }
        });
        return repeated.size();
    }
}
