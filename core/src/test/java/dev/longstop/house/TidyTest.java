package dev.longstop.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.telemetry.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The rules of the house that a machine can hold, over every module. CONTRIBUTING.md says them in words; {@link
 * TidyRulesTest} shows that each can fail.
 *
 * <p>Readability wins over a rule: a comment {@code // tidy: reason} on the line, or right above it, sets the rules of
 * code aside there. Such places are counted.
 */
class TidyTest {

    private static final int WAIVERS_MAX = 20;
    private static final int SHOWN_MAX = 40;

    private static Map<String, String> texts = Map.of();
    private static List<JavaSource> sources = List.of();

    @BeforeAll
    static void readTheHouse() {
        texts = House.texts();
        sources = JavaSource.parse(texts.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(".java"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new)));
        assertThat(sources).as("sources of every module").hasSizeGreaterThan(50);
    }

    @Test
    void typeNamesSayWhatTheThingIs() {
        holds(ShapeRules::emptyWords);
    }

    @Test
    void methodsFitOnAScreen() {
        holds(ShapeRules::longMethods);
    }

    @Test
    void filesHaveOneSubject() {
        holds(ShapeRules::longFiles);
    }

    @Test
    void linesFit() {
        holds(ShapeRules::wideLines);
        none(texts.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(".sql"))
                .flatMap(entry -> ShapeRules.wideLines(entry.getKey(), entry.getValue()).stream())
                .toList());
    }

    @Test
    void methodsTakeAtMostFiveThings() {
        holds(ShapeRules::manyParameters);
    }

    @Test
    void nothingStaticChanges() {
        holds(ShapeRules::staticState);
        holds(CallRules::threadLocals);
    }

    @Test
    void packagesSayWhatTheyPromiseAndAreNullMarked() {
        holds(ShapeRules::packagesWithoutPromises);
        none(ShapeRules.packagesWithoutInfo(sources));
    }

    @Test
    void everythingPublicIsDocumented() {
        holds(ShapeRules::undocumented);
    }

    @Test
    void onlyTimeReadsClocksAndRollsDice() {
        holds(CallRules::clocks);
        holds(CallRules::chance);
    }

    @Test
    void nothingSleeps() {
        holds(CallRules::sleep);
    }

    @Test
    void onlyLoopHttpAndStoreMakeThreads() {
        holds(CallRules::threads);
    }

    @Test
    void onlyTheLoopCatchesEverything() {
        holds(CallRules::broadCatches);
    }

    @Test
    void onlyTheAcceptPathIsAsynchronous() {
        holds(CallRules::asynchrony);
    }

    @Test
    void logLinesAreConstantsWithFieldsAndHoldNoSecrets() {
        holds(CallRules::logging);
    }

    @Test
    void limitsHaveAnOrder() {
        holds(SqlRules::unordered);
        none(texts.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(".sql") && SqlRules.limitsInAnyOrder(entry.getValue()))
                .map(entry -> new Finding(entry.getKey(), 1, "a limit without order by takes any rows"))
                .toList());
    }

    @Test
    void statementsAreNamedAndSpeltOut() {
        holds(SqlRules::nameless);
        holds(SqlRules::spelling);
        holds(SqlRules::stars);
    }

    @Test
    void testsUseRealThings() {
        holds(ProofRules::mocks);
    }

    @Test
    void everyTestRuns() {
        holds(ProofRules::skips);
        holds(ProofRules::neverRun);
    }

    @Test
    void chanceInTestsHasASeed() {
        holds(CallRules::unseededChance);
    }

    @Test
    void rulesAreSetAsideSeldom() {
        long waivers = sources.stream()
                .filter(source -> !source.path().contains("/house/"))
                .mapToLong(JavaSource::waivers)
                .sum();
        assertThat(waivers).as("lines with \"// tidy:\"").isLessThanOrEqualTo(WAIVERS_MAX);
    }

    @Test
    void everyErrorCodeHasAPageAndEveryPageACode() {
        none(TextRules.errorPages(
                Arrays.stream(ErrorCode.values()).map(Enum::name).toList(), texts));
    }

    @Test
    void everyDependencyHasAReason() {
        var names = Poms.artifacts(texts).stream().map(Poms.Artifact::name).toList();
        assertThat(names).contains("sqlite-jdbc", "error_prone_core", "maven-shade-plugin");
        none(TextRules.unreasoned(names, text("RATIONALE.md")));
    }

    @Test
    void versionsArePinned() {
        none(Poms.unwelcome(Poms.artifacts(texts)));
    }

    @Test
    void theChangelogKeepsItsForm() {
        none(TextRules.changelog(text("CHANGELOG.md")));
    }

    @Test
    void filesSpeakOfTheProjectOnly() {
        none(TextRules.foreignWords(texts));
    }

    @Test
    void linksLeadSomewhere() {
        none(TextRules.deadLinks(texts));
    }

    @Test
    void testsThatDocumentsNameExist() {
        none(TextRules.missingProofs(texts));
    }

    private static String text(String path) {
        assertThat(texts.keySet()).contains(path);
        return texts.getOrDefault(path, "");
    }

    private static void holds(Function<JavaSource, List<Finding>> rule) {
        none(sources.stream()
                .flatMap(source -> rule.apply(source).stream().filter(finding -> !source.waived(finding.line())))
                .toList());
    }

    private static void none(List<Finding> findings) {
        assertThat(findings)
                .withFailMessage(
                        () -> findings.size() + " to mend" + (findings.size() > SHOWN_MAX ? ", the first:\n" : ":\n")
                                + findings.stream()
                                        .limit(SHOWN_MAX)
                                        .map(Finding::toString)
                                        .collect(Collectors.joining("\n")))
                .isEmpty();
    }
}
