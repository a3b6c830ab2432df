package dev.longstop.store;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many rows wait for something that the configuration lacks, by its name: kept, unclaimed, and worked on once it is
 * there again.
 *
 * @param next the least name after {@code :after} that rows wait for
 * @param count how many rows wait for {@code :name}, counted up to {@code :max}
 */
public record Parked(String next, String count) {

    /** No count goes further. */
    public static final int COUNT_MAX = 100_000;

    private static final int NAMES_MAX = 1_000;

    /**
     * Looks at each name once, whatever waits for it.
     *
     * @param known the names that the configuration has
     * @return at most a thousand names, in order; each count stops at {@link #COUNT_MAX}
     */
    public Map<String, Long> read(Reads store, Set<String> known) {
        return store.read(tx -> {
            var parked = new TreeMap<String, Long>();
            var name = "";
            for (int i = 0; i < NAMES_MAX; i++) {
                var found = tx.query(next, Map.of("after", name), row -> row.getString(1));
                if (found.isEmpty()) {
                    break;
                }
                name = found.get(0);
                if (!known.contains(name)) {
                    var parameters = Map.of("name", name, "max", COUNT_MAX);
                    parked.put(
                            name,
                            tx.query(count, parameters, row -> row.getLong(1)).get(0));
                }
            }
            return Collections.unmodifiableMap(parked);
        });
    }
}
