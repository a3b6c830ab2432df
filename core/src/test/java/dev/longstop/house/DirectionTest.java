package dev.longstop.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which package of the library may know which: the table in ARCHITECTURE.md, held on the compiled classes. */
class DirectionTest {

    private static final String ROOT = "dev.longstop.";

    private static JavaClasses classes = new ClassFileImporter().importClasses();

    @BeforeAll
    static void readTheClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.longstop");
        assertThat(classes.size()).isGreaterThan(40);
    }

    @Test
    void arrowsPointDown() {
        var layers = Layers.agreed();
        var wrong = new TreeSet<String>();
        for (var from : classes) {
            for (var dependency : from.getDirectDependenciesFromSelf()) {
                var to = dependency.getTargetClass().getBaseComponentType().getPackageName();
                if (to.startsWith(ROOT)) {
                    layers.wrong(stage(from.getPackageName()), stage(to))
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
    void theLibraryKnowsNoServerNoCommandLineNoYaml() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.vertx..",
                        "io.netty..",
                        "picocli..",
                        "tools.jackson.dataformat..",
                        "org.snakeyaml..",
                        "ch.qos.logback..",
                        "org.junit..")
                .because("core is a library: it brings no server, no command line, no configuration format")
                .check(classes);
    }

    @Test
    void onlyTheStoreKnowsDatabases() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.longstop.store..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.sqlite..", "org.postgresql..", "com.zaxxer..", "org.jdbi..", "org.flywaydb..")
                .because("the stages' statements are written for the store's port")
                .check(classes);
    }

    @Test
    void onlyHttpCallsOut() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.longstop.http..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.net.http..")
                .because("HttpCaller is the one way out: deadline, bound, safe headers")
                .check(classes);
    }

    /** The table's own reading: a wrong arrow is told, a right one is not. */
    @Test
    void wrongArrowsAreTold() {
        var layers = Layers.parse("text\n```layers\n2  store loop  (machinery)\n\n1  event time\n```\n");
        assertThat(layers.levels()).isEqualTo(List.of(List.of("event", "time"), List.of("store", "loop")));
        assertThat(layers.wrong("store", "time")).isEmpty();
        assertThat(layers.wrong("store", "store")).isEmpty();
        assertThat(layers.wrong("loop", "store")).isEmpty();
        assertThat(layers.wrong("store", "loop")).isPresent();
        assertThat(layers.wrong("event", "store")).isPresent();
        assertThat(layers.wrong("event", "elsewhere").orElseThrow()).contains("ARCHITECTURE.md");
    }

    private static String stage(String name) {
        return name.substring(ROOT.length()).replaceAll("\\..*", "");
    }
}
