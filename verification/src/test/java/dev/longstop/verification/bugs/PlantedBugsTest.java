package dev.longstop.verification.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.verification.bugs.Verdict.Broken;
import dev.longstop.verification.bugs.Verdict.Failed;
import dev.longstop.verification.bugs.Verdict.Outside;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The checks see what they are for: each classic mistake of {@code verification/bugs} is made in a copy of the
 * program's sources, and what its patch names fails, that and nothing else. Without the patches the same passes.
 */
class PlantedBugsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** How far is looked for better seeds when those of a patch have lost their power. */
    private static final int SEARCH = 300;

    @TempDir
    Path scratch;

    private static List<PlantedBug> bugs() {
        return PlantedBug.in(ROOT.resolve("verification").resolve("bugs"));
    }

    private static Stream<PlantedBug> bugsOfHere() {
        return bugs().stream().filter(bug -> !(Verdict.of(bug) instanceof Outside));
    }

    private static Stream<PlantedBug> bugsOfTheSimulation() {
        return bugs().stream().filter(bug -> Verdict.of(bug) instanceof Broken);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bugsOfHere")
    void whatThePatchNamesFails(PlantedBug bug) throws IOException {
        try (var classes = planted(bug)) {
            var verdict = Verdict.of(bug);
            if (verdict instanceof Broken broken) {
                breaks(classes, broken);
            } else if (verdict instanceof Failed tests) {
                fails(classes, tests);
            }
        }
    }

    /** What fails with a patch must have passed without, or it proves nothing. */
    @Test
    void withoutThePatchesTheSamePasses() throws IOException {
        var seeds = Verdict.all(bugs(), Broken.class).stream()
                .flatMap(broken -> broken.seeds().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        var tests = Verdict.all(bugs(), Failed.class).stream()
                .flatMap(failed -> failed.classes().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        try (var classes = PlantedClasses.behind(ROOT, List.of())) {
            assertThat(SeedsTrial.among(classes, seeds).values()).containsOnly(SeedsTrial.HELD);
            var trial = TestsTrial.among(classes, tests);
            assertThat(trial.failed()).isEmpty();
            assertThat(trial.run()).isGreaterThan(tests.size());
        }
    }

    /** Bugs that only the whole program shows are planted by tests of the packaged program: those must be there. */
    @Test
    void whatIsShownFromOutsideIsShownSomewhere() throws IOException {
        for (var bug : bugs()) {
            if (Verdict.of(bug) instanceof Outside outside) {
                var source = ROOT.resolve("server/src/test/java/dev/longstop/blackbox/" + outside.type() + ".java");
                assertThat(Files.readString(source))
                        .contains("void " + outside.method() + "(")
                        .contains("\"" + bug.name() + ".patch\"");
            }
        }
    }

    /** The seeds of a patch are few, so that it is quick; among many it is found as well, and as what it is. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("bugsOfTheSimulation")
    @Tag("long")
    void theBugIsFoundAmongManySeeds(PlantedBug bug) throws IOException {
        try (var classes = planted(bug)) {
            var found = byInvariant(search(classes));
            found.forEach((invariant, seeds) ->
                    System.out.println(bug + ": " + seeds.size() + " of " + SEARCH + " seeds break " + invariant));
            var most = found.entrySet().stream()
                    .max(Map.Entry.comparingByValue(Comparator.comparingInt(Collection::size)));
            assertThat(most.map(Map.Entry::getKey))
                    .as(bug + " " + found)
                    .contains(((Broken) Verdict.of(bug)).invariant());
        }
    }

    private PlantedClasses planted(PlantedBug bug) {
        var garden = new Garden(ROOT, scratch, System.getProperty("java.class.path"));
        return PlantedClasses.behind(ROOT, List.of(garden.plant(bug)));
    }

    /** Any change of what is simulated takes the power from some seeds; one that is left will do, and none may lie. */
    private static void breaks(PlantedClasses classes, Broken broken) {
        var found = byInvariant(SeedsTrial.among(classes, broken.seeds()));
        assertThat(found.keySet())
                .withFailMessage(
                        () -> "of the seeds " + broken.seeds() + " at least one is to break " + broken.invariant()
                                + ", and none anything else, but they broke " + found + "\nof the first " + SEARCH
                                + " these break something; name some of them in the patch:\n"
                                + byInvariant(search(classes)))
                .containsExactly(broken.invariant());
    }

    private static void fails(PlantedClasses classes, Failed tests) {
        var trial = TestsTrial.among(classes, tests.classes());
        assertThat(trial.failed().keySet()).as(() -> trial.failed().toString()).isEqualTo(tests.tests());
        assertThat(trial.run()).as("others pass").isGreaterThan(tests.tests().size());
    }

    private static Map<Long, String> search(PlantedClasses classes) {
        return SeedsTrial.among(
                classes, LongStream.rangeClosed(1, SEARCH).boxed().toList());
    }

    private static Map<String, SortedSet<Long>> byInvariant(Map<Long, String> said) {
        var found = new TreeMap<String, SortedSet<Long>>();
        said.forEach((seed, what) -> {
            if (!what.equals(SeedsTrial.HELD)) {
                found.computeIfAbsent(what.split(" ", 2)[0], invariant -> new TreeSet<>())
                        .add(seed);
            }
        });
        return found;
    }
}
