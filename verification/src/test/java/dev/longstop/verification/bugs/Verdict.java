package dev.longstop.verification.bugs;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What must notice a bug, as its patch says it. */
sealed interface Verdict {

    /** An invariant of the simulation, with seeds that are known to break it. */
    record Broken(String invariant, List<Long> seeds) implements Verdict {
        public Broken {
            seeds = List.copyOf(seeds);
        }
    }

    /** Tests, {@code Class.method}; the others of their classes still pass. */
    record Failed(Set<String> tests) implements Verdict {
        public Failed {
            tests = Set.copyOf(tests);
        }

        Set<String> classes() {
            return tests.stream()
                    .map(test -> test.substring(0, test.indexOf('.')))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** A test of the packaged program, which plants the bug itself. */
    record Outside(String type, String method) implements Verdict {}

    Pattern SEEDS = Pattern.compile("(\\w+) with seeds? ([\\d ]+)");
    Pattern TESTS = Pattern.compile("\\w+\\.\\w+(, \\w+\\.\\w+)*");
    Pattern OUTSIDE = Pattern.compile("blackbox/(\\w+)\\.(\\w+)");

    /** Reads {@code I6 with seeds 3 7}, {@code ATest.aMethod, ATest.another} or {@code blackbox/ATest.aMethod}. */
    static Verdict of(PlantedBug bug) {
        var seeds = SEEDS.matcher(bug.mustFail());
        if (seeds.matches()) {
            return new Broken(
                    seeds.group(1),
                    Arrays.stream(seeds.group(2).strip().split(" +"))
                            .map(Long::valueOf)
                            .toList());
        }
        var outside = OUTSIDE.matcher(bug.mustFail());
        if (outside.matches()) {
            return new Outside(outside.group(1), outside.group(2));
        }
        if (TESTS.matcher(bug.mustFail()).matches()) {
            return new Failed(Set.of(bug.mustFail().split(", ")));
        }
        throw new IllegalStateException(
                bug.name() + ".patch: \"Must fail: " + bug.mustFail() + "\" names no seeds and no tests");
    }

    /** All of a kind that some bugs name. */
    static <V extends Verdict> List<V> all(Collection<PlantedBug> bugs, Class<V> kind) {
        return bugs.stream()
                .map(Verdict::of)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }
}
