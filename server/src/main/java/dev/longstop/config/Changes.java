package dev.longstop.config;

import dev.longstop.inbox.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * In what a configuration differs from what runs, by places of the form such as {@code sources.github.rules}; never a
 * value.
 *
 * @param now what counts at once
 * @param later what counts from the next start on
 */
public record Changes(List<String> now, List<String> later) {

    private static final Map<String, Function<Source, Object>> OF_SOURCE = ofSource();
    private static final Map<String, Function<Configuration, Object>> OF_THE_REST = ofTheRest();

    public Changes {
        now = List.copyOf(now);
        later = List.copyOf(later);
    }

    private static Map<String, Function<Source, Object>> ofSource() {
        var parts = new LinkedHashMap<String, Function<Source, Object>>();
        parts.put("contract", Source::contract);
        parts.put("secrets", Source::secrets);
        parts.put("public_keys", source -> source.trust().publicKeys());
        parts.put("proofs", source -> source.trust().proofs());
        parts.put("claims", source -> source.trust().claims());
        parts.put("verify_token", source -> source.trust().verifyToken());
        parts.put("url", source -> source.trust().url());
        parts.put("ignore", Source::ignore);
        parts.put("rules", Source::rules);
        parts.put("feeds", Source::feeds);
        parts.put("dedup_window", Source::dedupWindowMs);
        parts.put("replays", Source::replays);
        parts.put("max_body", Source::bodyBytesMax);
        return parts;
    }

    private static Map<String, Function<Configuration, Object>> ofTheRest() {
        var parts = new LinkedHashMap<String, Function<Configuration, Object>>();
        parts.put("public", Configuration::door);
        parts.put("admin", Configuration::admin);
        parts.put("store", Configuration::store);
        parts.put("lease", Configuration::leaseMs);
        parts.put("alerts", Configuration::alerts);
        parts.put("defaults", Configuration::defaults);
        return parts;
    }

    /**
     * The changes from one configuration to another.
     *
     * @param applied the one whose sources count now
     * @param started the one that the program started with
     */
    public static Changes between(Configuration applied, Configuration started, Configuration next) {
        var now = named("sources.", applied.sources(), next.sources(), OF_SOURCE);
        var later = new ArrayList<>(parts("", started, next, OF_THE_REST));
        later.addAll(named("agents.", started.agents(), next.agents(), Map.of()));
        later.addAll(named("platforms.", started.platforms(), next.platforms(), Map.of()));
        later.addAll(named("effects.", started.effects(), next.effects(), Map.of()));
        return new Changes(now, later);
    }

    /** Whether nothing differs. */
    public boolean isEmpty() {
        return now.isEmpty() && later.isEmpty();
    }

    private static <T> List<String> named(
            String place, Map<String, T> was, Map<String, T> is, Map<String, Function<T, Object>> parts) {
        var names = new TreeSet<>(was.keySet());
        names.addAll(is.keySet());
        var changes = new ArrayList<String>();
        for (var name : names) {
            var before = was.get(name);
            var after = is.get(name);
            if (before == null) {
                changes.add(place + name + " (new)");
            } else if (after == null) {
                changes.add(place + name + " (gone)");
            } else if (!before.equals(after)) {
                var within = parts(place + name + ".", before, after, parts);
                changes.addAll(within.isEmpty() ? List.of(place + name) : within);
            }
        }
        return changes;
    }

    private static <T> List<String> parts(String place, T was, T is, Map<String, Function<T, Object>> parts) {
        return parts.entrySet().stream()
                .filter(part ->
                        !part.getValue().apply(was).equals(part.getValue().apply(is)))
                .map(part -> place + part.getKey())
                .toList();
    }
}
