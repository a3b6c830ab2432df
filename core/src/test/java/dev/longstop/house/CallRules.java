package dev.longstop.house;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnionTypeTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** What code may call where: clocks, chance, sleep, threads, catching, logging, asynchrony. */
final class CallRules {

    /**
     * A call that is not allowed outside of some stages.
     *
     * @param call matches it as written, without packages: {@code System.nanoTime}, {@code new Thread/1}; constructors
     *     are followed by the number of their arguments
     * @param instead what to do
     */
    private record Ban(Pattern call, String instead) {

        static Ban of(String call, String instead) {
            return new Ban(Pattern.compile(call), instead);
        }
    }

    private static final List<Ban> CLOCKS = List.of(
            Ban.of("System\\.(currentTimeMillis|nanoTime)", "take a Time and ask nowMs(), wallMs() or nanos()"),
            Ban.of(
                    "(Instant|Year|YearMonth|\\w*Date|\\w*Time|\\w*DateTime)\\.now",
                    "take a Time and ask nowMs() or wallMs()"),
            Ban.of("Clock\\.(system|tick)\\w*", "take a Time"),
            Ban.of("new (Date|GregorianCalendar)/0|Calendar\\.getInstance", "take a Time and ask wallMs()"));

    private static final List<Ban> CHANCE = List.of(
            Ban.of("UUID\\.randomUUID", "take a Randomness and ask token(16)"),
            Ban.of("Math\\.random|ThreadLocalRandom\\.current", "take a Randomness and ask below(bound)"),
            Ban.of("new (Random|SplittableRandom)/\\d", "take a Randomness and ask below(bound)"),
            Ban.of("new SecureRandom/\\d|SecureRandom\\.getInstance\\w*", "take a Randomness and ask token(bytes)"));

    private static final List<Ban> SLEEP = List.of(Ban.of(
            "(Thread|TimeUnit|NANOSECONDS|MICROSECONDS|MILLISECONDS|SECONDS|MINUTES|HOURS|DAYS)\\.sleep",
            "wait for the condition itself, with a deadline: Await.until in tests, a Loop's idle time elsewhere"));

    private static final List<Ban> UNSEEDED = List.of(Ban.of(
            "new (Random|SplittableRandom)/0|Math\\.random|ThreadLocalRandom\\.current",
            "use a Random with a seed that the test prints"));

    private static final List<Ban> THREADS = List.of(
            Ban.of(
                    "new (Thread|ThreadPoolExecutor|ScheduledThreadPoolExecutor|ForkJoinPool|Timer)/\\d",
                    "use a Loop or Workers"),
            Ban.of("Thread\\.(ofVirtual|ofPlatform|startVirtualThread|Builder)", "use a Loop or Workers"),
            Ban.of("Executors\\.\\w+|ForkJoinPool\\.commonPool", "use a Loop or Workers"),
            Ban.of("CompletableFuture\\.(supplyAsync|runAsync)|\\w+\\.parallelStream", "use a Loop or Workers"));

    private static final List<Ban> THREAD_LOCALS = List.of(
            Ban.of("new (ThreadLocal|InheritableThreadLocal)/\\d|ThreadLocal\\.withInitial", "pass the value along"));

    /** The two that turn other stages' code and must outlive whatever it throws. */
    private static final Set<String> LAST_RESORTS = Set.of("/loop/Loop.java", "/store/GroupCommit.java");

    private static final Set<String> MAKERS_OF_THREADS = Set.of("loop", "http", "store");
    private static final Set<String> PURE = Set.of(
            "event", "time", "telemetry", "contract", "platform", "verify", "config", "reconcile", "pages", "cli");
    private static final Set<String> LEVELS = Set.of("error", "warn", "info", "debug", "trace");
    private static final Pattern LOGGER = Pattern.compile("(?i)(?:\\w+\\.)?(log|logger)");
    private static final Pattern UNSAID = Pattern.compile("(?i)\\b(body|payload|secrets?|signature|headers)\\b");
    private static final Pattern MEASURE = Pattern.compile(".*(\\.length|\\.length\\(\\)|\\.size\\(\\)|\\.name\\(\\))");

    private CallRules() {}

    static List<Finding> clocks(JavaSource source) {
        return source.road() && !source.stage().equals("time") ? banned(source, CLOCKS) : List.of();
    }

    static List<Finding> chance(JavaSource source) {
        return source.road() && !source.stage().equals("time") ? banned(source, CHANCE) : List.of();
    }

    static List<Finding> sleep(JavaSource source) {
        return source.road() && source.stage().equals("time") ? List.of() : banned(source, SLEEP);
    }

    static List<Finding> unseededChance(JavaSource source) {
        return source.road() ? List.of() : banned(source, UNSEEDED);
    }

    static List<Finding> threads(JavaSource source) {
        return source.road() && !MAKERS_OF_THREADS.contains(source.stage()) ? banned(source, THREADS) : List.of();
    }

    static List<Finding> threadLocals(JavaSource source) {
        return source.main() ? banned(source, THREAD_LOCALS) : List.of();
    }

    private static List<Finding> banned(JavaSource source, List<Ban> bans) {
        return each(
                source,
                (tree, call) -> bans.stream()
                        .filter(ban -> ban.call.matcher(call).matches())
                        .map(ban -> source.finding(tree, call.replaceFirst("/\\d+$", "") + ": " + ban.instead))
                        .toList());
    }

    /** What a check says of every call, constructor, method reference and static import, as {@link Ban} writes them. */
    private static List<Finding> each(JavaSource source, BiFunction<Tree, String, List<Finding>> check) {
        var findings = new ArrayList<Finding>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                findings.addAll(check.apply(call, lastTwo(call.getMethodSelect().toString())));
                return super.visitMethodInvocation(call, null);
            }

            @Override
            public Void visitNewClass(NewClassTree call, Void nothing) {
                var type = call.getIdentifier().toString().replaceAll("<.*", "");
                var name = type.substring(type.lastIndexOf('.') + 1);
                findings.addAll(check.apply(
                        call, "new " + name + "/" + call.getArguments().size()));
                return super.visitNewClass(call, null);
            }

            @Override
            public Void visitMemberReference(MemberReferenceTree reference, Void nothing) {
                var call = lastTwo(reference.getQualifierExpression() + "." + reference.getName());
                findings.addAll(check.apply(reference, call));
                return super.visitMemberReference(reference, null);
            }

            @Override
            public Void visitImport(ImportTree it, Void nothing) {
                if (it.isStatic()) {
                    findings.addAll(
                            check.apply(it, lastTwo(it.getQualifiedIdentifier().toString())));
                }
                return super.visitImport(it, null);
            }
        }.scan(source.unit(), null);
        return findings;
    }

    private static String lastTwo(String select) {
        var words = select.replaceAll("\\s+", "").split("\\.", -1);
        return words.length < 2 ? select : words[words.length - 2] + "." + words[words.length - 1];
    }

    /** Catching everything to clean up and throw on is no swallowing. */
    static List<Finding> broadCatches(JavaSource source) {
        if (!source.road() || LAST_RESORTS.stream().anyMatch(source.path()::endsWith)) {
            return List.of();
        }
        var findings = new ArrayList<Finding>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitCatch(CatchTree it, Void nothing) {
                var type = it.getParameter().getType();
                var types = type instanceof UnionTypeTree union ? union.getTypeAlternatives() : List.of(type);
                var statements = it.getBlock().getStatements();
                boolean thrownOn = !statements.isEmpty() && statements.get(statements.size() - 1) instanceof ThrowTree;
                types.stream()
                        .filter(name -> !thrownOn)
                        .map(Object::toString)
                        .filter(Set.of("Exception", "RuntimeException", "Throwable", "Error")::contains)
                        .map(name -> source.finding(
                                it,
                                "catches " + name + "; catch what you know how to handle, "
                                        + "and let a bug reach the Loop, which crashes the step loudly"))
                        .forEach(findings::add);
                return super.visitCatch(it, null);
            }
        }.scan(source.unit(), null);
        return findings;
    }

    static List<Finding> asynchrony(JavaSource source) {
        if (!source.road() || !PURE.contains(source.stage())) {
            return List.of();
        }
        return source.unit().getImports().stream()
                .filter(it ->
                        it.getQualifiedIdentifier().toString().matches(".*\\.(CompletionStage|CompletableFuture)"))
                .map(it -> source.finding(
                        it,
                        "a completion stage in " + source.stage()
                                + "; only the accept path is asynchronous, everything else is plain blocking code"))
                .toList();
    }

    /**
     * Log lines have constant messages, variables as fields under {@code LogKeys}, and nothing of a payload or secret.
     */
    static List<Finding> logging(JavaSource source) {
        if (!source.road()) {
            return List.of();
        }
        var findings = new ArrayList<Finding>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                if (call.getMethodSelect() instanceof MemberSelectTree select) {
                    findings.addAll(logged(source, call, select));
                }
                return super.visitMethodInvocation(call, null);
            }
        }.scan(source.unit(), null);
        return findings;
    }

    private static List<Finding> logged(JavaSource source, MethodInvocationTree call, MemberSelectTree select) {
        var on = select.getExpression().toString();
        var name = select.getIdentifier().toString();
        boolean plain = LEVELS.contains(name) && LOGGER.matcher(on).matches();
        boolean fluent = on.matches("(?is)(\\w+\\.)?(log|logger)\\.at(Error|Warn|Info|Debug|Trace|Level)\\(.*");
        var arguments = call.getArguments();
        var findings = new ArrayList<Finding>();
        if ((plain || (fluent && (name.equals("log") || name.equals("setMessage")))) && !arguments.isEmpty()) {
            if (!constant(arguments.get(0))) {
                findings.add(source.finding(
                        call,
                        "the message of a log line is a constant, without {}; "
                                + "variables are fields: addKeyValue(LogKeys...., value)"));
            }
        }
        if (fluent && name.equals("addKeyValue")) {
            if (!arguments.get(0).toString().matches("(LogKeys\\.)?[A-Z][A-Z0-9_]*")) {
                findings.add(source.finding(call, "the key of a log field is one of LogKeys; add a constant there"));
            }
            var value = arguments.get(1).toString();
            if (UNSAID.matcher(value).find() && !MEASURE.matcher(value).matches()) {
                findings.add(source.finding(
                        call,
                        "a log line never holds a payload, a secret, a signature or headers; "
                                + "log the event's key, a size or a name instead"));
            }
        }
        return findings;
    }

    private static boolean constant(ExpressionTree message) {
        return message instanceof LiteralTree literal
                ? !String.valueOf(literal.getValue()).contains("{}")
                : message.toString().matches("([A-Z]\\w*\\.)?[A-Z][A-Z0-9_]*");
    }
}
