package dev.longstop.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.longstop.verification.platform.FakePlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which package of the whole program may know which: the table in ARCHITECTURE.md, held on the compiled classes. */
class DirectionTest {

    private static final String ROOT = "dev.longstop.";

    /** What the program has of the proof. */
    private static final String PLAYED = "dev/longstop/verification/platform/";

    private static JavaClasses classes = new ClassFileImporter().importClasses();

    @BeforeAll
    static void readTheClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("verification") || location.contains(PLAYED))
                .importPackages("dev.longstop");
        assertThat(classes.size()).isGreaterThan(40);
    }

    @Test
    void arrowsPointDown() throws IOException {
        var levels = levels(Files.readString(Path.of("../ARCHITECTURE.md")));
        var wrong = new TreeSet<String>();
        for (var from : classes) {
            for (var dependency : from.getDirectDependenciesFromSelf()) {
                var to = dependency.getTargetClass().getBaseComponentType().getPackageName();
                if (to.startsWith(ROOT)) {
                    wrong(levels, stage(from.getPackageName()), stage(to))
                            .map(what -> what + " (" + from.getName() + ")")
                            .ifPresent(wrong::add);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void nothingGoesInCircles() {
        slices().matching("dev.longstop.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void onlyTheDoorKnowsTheHttpServer() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.longstop.ingress..", "dev.longstop.admin..", "dev.longstop.app..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx..", "io.netty..")
                .because("the road behind the door is plain Java")
                .check(classes);
    }

    @Test
    void onlyCommandsKnowTheCommandLineAndOnlyConfigurationKnowsYaml() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.longstop.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("picocli..")
                .check(classes);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.longstop.config..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("tools.jackson.dataformat..", "org.snakeyaml..")
                .check(classes);
    }

    @Test
    void theProgramDoesNotNeedItsTests() {
        assertThat(classes.contain(FakePlatform.class)).isTrue();
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.junit..", "org.assertj..", "io.zonky..")
                .check(classes);
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.longstop.verification..")
                        .and(resideOutsideOfPackage("dev.longstop.verification.platform")))
                .because("of the proof only the fake platform is in the program's jar")
                .check(classes);
    }

    /** The table's own reading: a wrong arrow is told, a right one is not. */
    @Test
    void wrongArrowsAreTold() {
        var levels = levels("text\n```layers\n2  store loop  (machinery)\n\n1  event time\n```\n");
        assertThat(levels).isEqualTo(List.of(List.of("event", "time"), List.of("store", "loop")));
        assertThat(wrong(levels, "store", "time")).isEmpty();
        assertThat(wrong(levels, "loop", "store")).isEmpty();
        assertThat(wrong(levels, "store", "loop")).isPresent();
        assertThat(wrong(levels, "event", "store")).isPresent();
        assertThat(wrong(levels, "event", "elsewhere")).isPresent();
    }

    /** The names of each level, the lowest first. */
    private static List<List<String>> levels(String document) {
        var begin = "```layers";
        int from = document.indexOf(begin) + begin.length();
        var levels = new ArrayList<List<String>>();
        document.substring(from, document.indexOf("```", from))
                .lines()
                .map(line -> line.replaceAll("\\(.*", "").strip())
                .filter(line -> !line.isEmpty())
                .forEach(line ->
                        levels.add(0, List.of(line.replaceFirst("^\\d+\\s+", "").split("\\s+", -1))));
        return levels;
    }

    private static Optional<String> wrong(List<List<String>> levels, String from, String to) {
        int above = place(levels, from);
        int below = place(levels, to);
        return from.equals(to) || (above >= 0 && below >= 0 && above > below)
                ? Optional.empty()
                : Optional.of(
                        from + " must not know " + to + ": arrows point down, or to the left within a layer of the "
                                + "table in ARCHITECTURE.md; put what both need below them, or pass it in");
    }

    /** Where a package stands: by level, and within it from the left; -1 if the table has no such name. */
    private static int place(List<List<String>> levels, String name) {
        int place = -1;
        for (int level = 0; level < levels.size(); level++) {
            int at = levels.get(level).indexOf(name);
            place = at < 0 ? place : level * 1000 + at;
        }
        return place;
    }

    private static String stage(String name) {
        return name.substring(ROOT.length()).replaceAll("\\..*", "");
    }
}
