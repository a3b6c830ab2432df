package dev.longstop.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule of {@link TidyTest} on a file that breaks it and on one that keeps it. */
class TidyRulesTest {

    private static final String ROAD = "core/src/main/java/dev/longstop/queue/X.java";
    private static final String TEST = "core/src/test/java/dev/longstop/queue/XTest.java";

    @ParameterizedTest
    @CsvSource({"LeaseManager,1", "JsonUtil,1", "StoreImpl,1", "AbstractStep,1", "RunInfo,1", "RunData,1"})
    @CsvSource({"Database,0", "Implication,0", "Lease,0", "DatabaseInformation,0"})
    void emptyWordsInNamesAreFound(String name, int findings) {
        assertThat(ShapeRules.emptyWords(road("class " + name + " {}"))).hasSize(findings);
    }

    @ParameterizedTest
    @CsvSource({"58,0", "59,1"})
    void longMethodsAreFound(int bodyLines, int findings) {
        var source = road("class X {\n  /** Comments\n   do not count. */\n  void a() {\n"
                + "    b();\n".repeat(bodyLines) + "  }\n}");
        assertThat(ShapeRules.longMethods(source)).hasSize(findings);
    }

    @ParameterizedTest
    @CsvSource({
        "core/src/main/java/dev/longstop/queue/Runs.java,400,0",
        "core/src/main/java/dev/longstop/queue/Runs.java,401,1",
        "core/src/main/java/dev/longstop/queue/RunSql.java,600,0",
        "core/src/main/java/dev/longstop/queue/RunSql.java,601,1",
        "core/src/test/java/dev/longstop/queue/RunsTest.java,600,0",
        "verification/src/main/java/dev/longstop/verification/StoreContract.java,601,1"
    })
    void longFilesAreFound(String path, int lines, int findings) {
        assertThat(ShapeRules.longFiles(source(path, "\n".repeat(lines)))).hasSize(findings);
    }

    @Test
    void wideLinesAreFound() {
        assertThat(ShapeRules.wideLines(ROAD, "// " + "x".repeat(117))).isEmpty();
        assertThat(ShapeRules.wideLines(ROAD, "\n// " + "x".repeat(118)))
                .extracting(Finding::line)
                .containsExactly(2L);
        assertThat(ShapeRules.wideLines(TEST, "// " + "x".repeat(137))).isEmpty();
        assertThat(ShapeRules.wideLines(TEST, "// " + "x".repeat(138))).hasSize(1);
        assertThat(ShapeRules.wideLines(ROAD, "import " + "x".repeat(138) + ";"))
                .isEmpty();
    }

    @Test
    void manyParametersAreFound() {
        var six = "(int a, int b, int c, int d, int e, int f)";
        assertThat(ShapeRules.manyParameters(road("class X { void m" + six + " {} }")))
                .hasSize(1);
        assertThat(ShapeRules.manyParameters(road("class X { X" + six + " {} }")))
                .hasSize(1);
        assertThat(ShapeRules.manyParameters(road("class X { @Override public void m" + six + " {} }")))
                .isEmpty();
        assertThat(ShapeRules.manyParameters(road("record X" + six + " { X" + six + " { this.a = 1; } }")))
                .isEmpty();
        assertThat(ShapeRules.manyParameters(road("class X { void m(int a, int b, int c, int d, int e) {} }")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "static int count;",
                "static final List<String> seen = new ArrayList<>();",
                "static final java.util.Map<String, String> seen = new java.util.concurrent.ConcurrentHashMap<>();",
                "static final AtomicLong count = new AtomicLong();",
                "private static final byte[] buffer = new byte[8192];",
                "public static final String[] NAMES = {\"a\"};"
            })
    void staticStateIsFound(String field) {
        assertThat(ShapeRules.staticState(road("class X { " + field + " }"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "int count;",
                "static final int MAX = 3;",
                "static final List<String> NAMES = List.of();",
                "private static final String[] NAMES = {\"a\"};",
                "private static final byte[] NOTHING = new byte[0];",
                "void m() { int count = 0; }"
            })
    void constantsAreNoState(String field) {
        assertThat(ShapeRules.staticState(road("class X { " + field + " }"))).isEmpty();
    }

    @Test
    void undocumentedPublicThingsAreFound() {
        assertThat(found(ShapeRules::undocumented, "public class X {}")).isOne();
        assertThat(found(ShapeRules::undocumented, "/** X. */ public class X { public void m() {} }"))
                .isOne();
        assertThat(found(ShapeRules::undocumented, "/** X. */ public interface X { void m(); }"))
                .isOne();
        assertThat(found(ShapeRules::undocumented, "/** X. */ public interface X { record Y() {} }"))
                .isOne();
        assertThat(found(ShapeRules::undocumented, "/** */ public enum X { A }"))
                .isOne();
        assertThat(found(ShapeRules::undocumented, "class X { public void m() {} }"))
                .isZero();
        assertThat(found(ShapeRules::undocumented, "/** X. */ public class X { void m() {} public X() {} }"))
                .isZero();
        assertThat(found(
                        ShapeRules::undocumented,
                        "/** X. */ public class X { @Override public String toString() { return \"\"; } }"))
                .isZero();
        assertThat(found(ShapeRules::undocumented, "/** X. */ public record X(int a) { /** M. */ public void m() {} }"))
                .isZero();
    }

    @Test
    void packagesThatPromiseNothingAreFound() {
        var path = "core/src/main/java/dev/longstop/queue/package-info.java";
        var good = "/** <b>Takes</b> a <b>Gives</b> b <b>Writes</b> c <b>Promises</b> d */\n@NullMarked package p;";
        assertThat(ShapeRules.packagesWithoutPromises(source(path, good))).isEmpty();
        assertThat(ShapeRules.packagesWithoutPromises(source(path, good.replace("@NullMarked", ""))))
                .hasSize(1);
        assertThat(ShapeRules.packagesWithoutPromises(source(path, good.replace("Writes", "Has"))))
                .extracting(Finding::what)
                .first()
                .asString()
                .contains("writes");
        assertThat(ShapeRules.packagesWithoutInfo(List.of(road("class X {}")))).hasSize(1);
        assertThat(ShapeRules.packagesWithoutInfo(List.of(road("class X {}"), source(path, good))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "System.currentTimeMillis()",
                "System.nanoTime()",
                "java.time.Instant.now()",
                "LocalDate.now()",
                "OffsetDateTime.now(zone)",
                "Clock.systemUTC()",
                "new Date()",
                "read(System::nanoTime)"
            })
    void clocksOutsideTimeAreFound(String call) {
        assertThat(CallRules.clocks(calling(ROAD, call))).hasSize(1);
        assertThat(CallRules.clocks(calling("core/src/main/java/dev/longstop/time/X.java", call)))
                .isEmpty();
        assertThat(CallRules.clocks(calling(TEST, call))).isEmpty();
    }

    @Test
    void clocksThatAreImportedByNameAreFound() {
        assertThat(found(CallRules::clocks, "import static java.lang.System.nanoTime; class X {}"))
                .isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UUID.randomUUID()",
                "new Random()",
                "new java.util.Random(7)",
                "new SecureRandom()",
                "ThreadLocalRandom.current()",
                "Math.random()"
            })
    void chanceOutsideTimeIsFound(String call) {
        assertThat(CallRules.chance(calling(ROAD, call))).hasSize(1);
        assertThat(CallRules.chance(calling("core/src/main/java/dev/longstop/time/X.java", call)))
                .isEmpty();
    }

    @Test
    void chanceInTestsWithoutSeedIsFound() {
        assertThat(CallRules.unseededChance(calling(TEST, "new Random()"))).hasSize(1);
        assertThat(CallRules.unseededChance(calling(TEST, "new Random(seed)"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Thread.sleep(5)",
                "java.util.concurrent.TimeUnit.SECONDS.sleep(1)",
                "TimeUnit.MILLISECONDS.sleep(1)",
                "SECONDS.sleep(1)"
            })
    void sleepIsFoundInTestsToo(String call) {
        assertThat(CallRules.sleep(calling(ROAD, call))).hasSize(1);
        assertThat(CallRules.sleep(calling(TEST, call))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "new Thread(work)",
                "Executors.newCachedThreadPool()",
                "Thread.ofVirtual()",
                "new ThreadPoolExecutor(1, 1, 1, unit, queue)",
                "CompletableFuture.runAsync(work)",
                "items.parallelStream()"
            })
    void threadsOutsideTheirMakersAreFound(String call) {
        assertThat(CallRules.threads(calling(ROAD, call))).hasSize(1);
        assertThat(CallRules.threads(calling("core/src/main/java/dev/longstop/loop/X.java", call)))
                .isEmpty();
        assertThat(CallRules.threads(calling("core/src/main/java/dev/longstop/store/X.java", call)))
                .isEmpty();
        assertThat(CallRules.threads(calling("core/src/main/java/dev/longstop/http/X.java", call)))
                .isEmpty();
    }

    @Test
    void threadLocalsAreFound() {
        assertThat(CallRules.threadLocals(calling(ROAD, "ThreadLocal.withInitial(a)")))
                .hasSize(1);
        assertThat(CallRules.threadLocals(calling(ROAD, "new ThreadLocal<String>()")))
                .hasSize(1);
    }

    @Test
    void broadCatchesAreFound() {
        var code = "class X { void m() { try { a(); } catch (%s e) { b(); } } }";
        for (var type : List.of("Exception", "Throwable", "RuntimeException", "IOException | RuntimeException")) {
            assertThat(CallRules.broadCatches(road(code.formatted(type))))
                    .as(type)
                    .hasSize(1);
        }
        assertThat(CallRules.broadCatches(road(code.formatted("IOException")))).isEmpty();
        assertThat(CallRules.broadCatches(road(code.formatted("Exception").replace("b();", "close(); throw e;"))))
                .isEmpty();
        assertThat(CallRules.broadCatches(
                        source("core/src/main/java/dev/longstop/loop/Loop.java", code.formatted("Exception"))))
                .isEmpty();
    }

    @Test
    void asynchronyInPureStagesIsFound() {
        var code = "package dev.longstop.%s; import java.util.concurrent.CompletionStage; class X {}";
        assertThat(found(CallRules::asynchrony, code.formatted("verify"))).isOne();
        assertThat(found(CallRules::asynchrony, code.formatted("inbox"))).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "log.info(\"run \" + id)",
                "log.warn(\"run {} ended\", id)",
                "log.error(message())",
                "log.atInfo().log(text)",
                "log.atInfo().addKeyValue(\"run\", id).log(\"run ended\")",
                "log.atInfo().addKeyValue(LogKeys.RUN, new String(delivery.body())).log(\"run ended\")",
                "log.atWarn().addKeyValue(LogKeys.RUN, secret.value()).log(\"run ended\")"
            })
    void logLinesThatVaryOrTellTooMuchAreFound(String call) {
        assertThat(CallRules.logging(calling(ROAD, call))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "log.info(\"started\")",
                "log.error(STOPPED, failure)",
                "log.atInfo().addKeyValue(LogKeys.RUN, run.id()).log(\"run ended\")",
                "log.atInfo().addKeyValue(LogKeys.BYTES, body.length).setCause(e).log(\"run ended\")",
                "Math.log(x)"
            })
    void logLinesWithFieldsAreGood(String call) {
        assertThat(CallRules.logging(calling(ROAD, call))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select id from run where state = 'pending' limit :max",
                "select id from run order by (select due_at from run limit 1) limit 5",
                "update run set state = 'held' where id in (select id from run limit ?)"
            })
    void limitsWithoutOrderAreFound(String sql) {
        assertThat(SqlRules.unordered(calling(ROAD, "query(\"" + sql + "\")"))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select id from run where state = 'pending' order by due_at, id limit :max",
                "select id from run where id in (select id from run order by id limit 5)",
                "select rate_limit from setting",
                "nothing of a limit 5 here"
            })
    void limitsWithOrderAreGood(String sql) {
        assertThat(SqlRules.unordered(calling(ROAD, "query(\"" + sql + "\")"))).isEmpty();
    }

    @Test
    void statementsWithoutNameAreFound() {
        var block = "query(\"\"\"\n%sselect id\nfrom run\nwhere id = :id\n\"\"\")";
        assertThat(SqlRules.nameless(calling(ROAD, block.formatted("")))).hasSize(1);
        assertThat(SqlRules.nameless(calling(ROAD, block.formatted("-- queue: find a run\n"))))
                .isEmpty();
        assertThat(SqlRules.nameless(calling(ROAD, "query(\"select max(id) from run\")")))
                .isEmpty();
        assertThat(SqlRules.nameless(calling(ROAD, "query(\"select id from run where " + "x ".repeat(60) + "\")")))
                .hasSize(1);
    }

    @Test
    void shoutedStatementsAndStarsAreFound() {
        assertThat(SqlRules.spelling(calling(ROAD, "query(\"SELECT id FROM run\")")))
                .hasSize(1);
        assertThat(SqlRules.spelling(calling(ROAD, "query(\"select id from run where a = 'SET'\")")))
                .isEmpty();
        assertThat(SqlRules.stars(calling(ROAD, "query(\"select r.* from run r\")")))
                .hasSize(1);
        assertThat(SqlRules.stars(calling(ROAD, "query(\"select count(*) from run\")")))
                .isEmpty();
    }

    @Test
    void mocksAreFound() {
        assertThat(ProofRules.mocks(source(TEST, "import static org.mockito.Mockito.mock; class XTest {}")))
                .hasSize(1);
        assertThat(ProofRules.mocks(source(TEST, "import org.junit.jupiter.api.Test; class XTest {}")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "class XTest { @Disabled @Test void m() {} }",
                "class XTest { @Test @EnabledOnOs(OS.LINUX) void m() {} }",
                "class XTest { @Test void m() { assumeTrue(false); } }",
                "class XTest { @Test void m() { Assumptions.assumeThat(x).isTrue(); } }"
            })
    void skippedTestsAreFound(String code) {
        assertThat(ProofRules.skips(source(TEST, code))).hasSize(1);
    }

    @Test
    void testsThatTheBuildDoesNotRunAreFound() {
        var code = "class %s { @Test void m() {} }";
        var folder = "core/src/test/java/dev/longstop/queue/";
        assertThat(ProofRules.neverRun(source(folder + "RunsCheck.java", code.formatted("RunsCheck"))))
                .hasSize(1);
        assertThat(ProofRules.neverRun(source(folder + "RunsTest.java", code.formatted("RunsTest"))))
                .isEmpty();
        assertThat(ProofRules.neverRun(source(folder + "Fake.java", "class Fake { void m() {} }")))
                .isEmpty();
    }

    @Test
    void aWaiverNeedsAReason() {
        var code = "class X {\n  void m() {\n    %s\n    Thread.sleep(1); %s\n  }\n}";
        var reason = "// tidy: the kernel gives no event for this";
        assertThat(waived(code.formatted("", ""))).isFalse();
        assertThat(waived(code.formatted("", "// tidy: because"))).isFalse();
        assertThat(waived(code.formatted("", reason))).isTrue();
        assertThat(waived(code.formatted(reason, ""))).isTrue();
        assertThat(waived(code.formatted(reason + "\n    // and more of it", "")))
                .isTrue();
        assertThat(waived(code.formatted(reason + "\n    a();", ""))).isFalse();
    }

    private static boolean waived(String code) {
        var source = road(code);
        var finding = CallRules.sleep(source).get(0);
        return source.waived(finding.line());
    }

    @Test
    void foreignWordsAreFound() {
        assertThat(TextRules.foreignWords(Map.of("a.md", "x\nsee ../" + "shared/x")))
                .extracting(Finding::line)
                .containsExactly(2L);
        assertThat(TextRules.foreignWords(Map.of("a.md", "a shared work"))).isEmpty();
    }

    @Test
    void deadLinksAreFound() {
        var b = Map.of("docs/b.md", "# The title, with `code`\n", "core/pom.xml", "");
        var links = Map.of(
                "[b](docs/b.md)", 0,
                "[b](docs/b.md#the-title-with-code)", 0,
                "[core](core)", 0,
                "[out](https://example.org/x)", 0,
                "```\n[code](nowhere.md)\n```", 0,
                "[b](docs/c.md)", 1,
                "[b](docs/b.md#else)", 1,
                "[self](#else)", 1);
        links.forEach((text, findings) -> {
            var texts = new TreeMap<>(b);
            texts.put("README.md", text);
            assertThat(TextRules.deadLinks(texts)).as(text).hasSize(findings);
        });
        assertThat(TextRules.deadLinks(Map.of("docs/a.md", "[b](b.md)", "docs/b.md", "[up](../README.md)")))
                .hasSize(1);
    }

    @Test
    void proofsThatDoNotExistAreFound() {
        var test = Map.of("core/src/test/java/RunsTest.java", "class RunsTest { void aRunRunsOnce() {} }");
        for (var named : List.of("`RunsTest`", "`RunsTest.aRunRunsOnce`", "`RunsTest#aRunRunsOnce`", "`test`")) {
            var texts = new TreeMap<>(test);
            texts.put("README.md", named);
            assertThat(TextRules.missingProofs(texts)).as(named).isEmpty();
        }
        for (var named : List.of("`RunTest`", "`RunsTest.aRunRunsTwice`")) {
            var texts = new TreeMap<>(test);
            texts.put("README.md", named);
            assertThat(TextRules.missingProofs(texts)).as(named).hasSize(1);
        }
    }

    @Test
    void changelogsOutOfFormAreFound() {
        var good =
                "# Changelog\n\n## [Unreleased]\n\n### Breaking\n\n- a\n\n### Added\n\n- b\n\n## [0.1.0] - 2026-01-31\n";
        assertThat(TextRules.changelog(good)).isEmpty();
        assertThat(TextRules.changelog(good.replace("# Changelog\n", "# Changes\n")))
                .hasSize(1);
        assertThat(TextRules.changelog(good.replace("[Unreleased]", "[0.2.0] - 2026-02-01")))
                .hasSize(1);
        assertThat(TextRules.changelog(good.replace("### Breaking", "### Security")))
                .hasSize(1);
        assertThat(TextRules.changelog(good.replace("### Added", "### News"))).hasSize(1);
        assertThat(TextRules.changelog(good.replace(" - 2026-01-31", ", in January")))
                .hasSize(1);
    }

    @Test
    void dependenciesWithoutReasonOrPinAreFound() {
        var pom = "<project><dependencies><dependency><groupId>g</groupId><artifactId>%s</artifactId>"
                + "<version>%s</version></dependency></dependencies></project>";
        var reason = "| `quick` | is quicker than anything that we could write | two days of our own work |";
        var good = Poms.artifacts(Map.of("core/pom.xml", pom.formatted("quick", "1.0")));
        assertThat(good).extracting(Poms.Artifact::name).containsExactly("quick");
        assertThat(TextRules.unreasoned(List.of("quick"), reason)).isEmpty();
        assertThat(TextRules.unreasoned(List.of("quick", "slow"), reason)).hasSize(1);
        assertThat(TextRules.unreasoned(List.of("quick"), "`quick` is nice")).hasSize(1);
        assertThat(Poms.unwelcome(good)).isEmpty();
        for (var version : List.of("1.0-SNAPSHOT", "LATEST", "[1.0,2.0)")) {
            assertThat(Poms.unwelcome(Poms.artifacts(Map.of("pom.xml", pom.formatted("quick", version)))))
                    .hasSize(1);
        }
        assertThat(Poms.unwelcome(Poms.artifacts(Map.of("pom.xml", pom.formatted("jqwik", "1.9")))))
                .hasSize(1);
    }

    @Test
    void errorPagesThatDoNotMatchAreFound() {
        var page = "# STORE_FULL\n\n## What it means\n\na\n\n## Why it happens\n\nb\n\n## What to do\n\nc\n";
        var texts = Map.of("docs/errors/README.md", "[x](STORE_FULL.md)", "docs/errors/STORE_FULL.md", page);
        assertThat(TextRules.errorPages(List.of("STORE_FULL"), texts)).isEmpty();
        assertThat(TextRules.errorPages(List.of("STORE_FULL", "OTHER"), texts)).hasSize(1);
        assertThat(TextRules.errorPages(List.of(), texts)).hasSize(1);
        var short1 = Map.of("docs/errors/README.md", "", "docs/errors/STORE_FULL.md", "# STORE_FULL\n");
        assertThat(TextRules.errorPages(List.of("STORE_FULL"), short1)).hasSize(4);
    }

    private static int found(Function<JavaSource, List<Finding>> rule, String code) {
        return rule.apply(road(code)).size();
    }

    private static JavaSource road(String code) {
        return source(ROAD, code);
    }

    private static JavaSource calling(String path, String call) {
        var stage = path.replaceAll(".*/longstop/|/[^/]*$", "");
        return source(path, "package dev.longstop." + stage + "; class X { Object m() { return " + call + "; } }");
    }

    private static JavaSource source(String path, String code) {
        return JavaSource.parse(Map.of(path, code)).get(0);
    }
}
