package dev.longstop.house;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What tests are: run, never skipped, without mocks. */
final class ProofRules {

    private static final Pattern MOCKS = Pattern.compile(
            "(org\\.mockito|org\\.easymock|mockit|org\\.powermock|io\\.mockk|com\\.github\\.tomakehurst)\\b.*");
    private static final Pattern SKIPS = Pattern.compile("(Disabled|Enabled)\\w*");
    private static final Pattern ASSUMES = Pattern.compile("Assumptions\\.\\w+|(Assertions\\.)?assum(e|ing)\\w+");
    private static final Set<String> TESTS =
            Set.of("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate");
    private static final Pattern RUN_BY_BUILD = Pattern.compile("\\w+(Test|Property|Simulation)");

    private ProofRules() {}

    static List<Finding> mocks(JavaSource source) {
        return source.unit().getImports().stream()
                .filter(it ->
                        MOCKS.matcher(it.getQualifiedIdentifier().toString()).matches())
                .map(it -> source.finding(it, "a mocking library; use the real collaborator or write a small fake"))
                .toList();
    }

    static List<Finding> skips(JavaSource source) {
        var findings = new ArrayList<Finding>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitAnnotation(AnnotationTree it, Void nothing) {
                if (SKIPS.matcher(it.getAnnotationType().toString()).matches()) {
                    findings.add(source.finding(
                            it,
                            "a test that may be skipped proves nothing; make it run everywhere, "
                                    + "mark it @Tag(\"long\") if it is long, or delete it"));
                }
                return super.visitAnnotation(it, null);
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree it, Void nothing) {
                if (ASSUMES.matcher(it.getMethodSelect().toString()).matches()) {
                    findings.add(
                            source.finding(it, "an assumption lets a test pass without running; make what it needs"));
                }
                return super.visitMethodInvocation(it, null);
            }
        }.scan(source.unit(), null);
        return findings;
    }

    /** Test classes whose names the build does not look for. */
    static List<Finding> neverRun(JavaSource source) {
        if (source.main() || RUN_BY_BUILD.matcher(source.name()).matches()) {
            return List.of();
        }
        var findings = new ArrayList<Finding>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                if (method.getModifiers().getAnnotations().stream()
                        .anyMatch(it -> TESTS.contains(it.getAnnotationType().toString()))) {
                    findings.add(source.finding(
                            method,
                            "the build does not run tests of " + source.name()
                                    + "; name it ...Test, ...Property or ...Simulation"));
                }
                return super.visitMethod(method, null);
            }
        }.scan(source.unit(), null);
        return findings;
    }
}
