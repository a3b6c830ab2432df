package dev.longstop.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/** What types, methods and files look like: names, sizes, parameters, static state, documentation. */
final class ShapeRules {

    private static final Set<String> EMPTY_WORDS =
            Set.of("Manager", "Util", "Utils", "Utility", "Helper", "Helpers", "Impl", "Abstract", "Data", "Info");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    private static final Pattern MUTABLE = Pattern.compile("new (?:\\w+\\.)*(?:ArrayList|LinkedList|ArrayDeque|"
            + "\\w*HashMap|\\w*HashSet|TreeMap|TreeSet|EnumMap|Concurrent\\w+|CopyOnWrite\\w+|\\w*Queue|"
            + "Atomic\\w+|LongAdder|StringBuilder|StringBuffer|Properties|BitSet)\\b.*");
    private static final int METHOD_LINES_MAX = 60;
    private static final int FILE_LINES_MAX = 400;
    private static final int LONG_FILE_LINES_MAX = 600;
    private static final int PARAMETERS_MAX = 5;
    private static final int COLUMNS_MAX = 120;
    private static final int TEST_COLUMNS_MAX = 140;

    private ShapeRules() {}

    static List<Finding> emptyWords(JavaSource source) {
        return Declarations.each(
                source,
                at -> at.getLeaf() instanceof ClassTree type
                        ? Stream.of(BETWEEN_WORDS.split(type.getSimpleName(), -1))
                                .filter(EMPTY_WORDS::contains)
                                .map(word -> source.finding(
                                        type,
                                        type.getSimpleName() + " says \"" + word
                                                + "\", which says nothing; name it by a noun of the road"))
                        : Stream.of());
    }

    static List<Finding> longMethods(JavaSource source) {
        return Declarations.each(
                source,
                at -> at.getLeaf() instanceof MethodTree method
                        ? Stream.of(source.endLine(method) - source.line(method) + 1)
                                .filter(lines -> lines > METHOD_LINES_MAX)
                                .map(lines -> source.finding(
                                        method,
                                        method.getName() + " has " + lines + " lines, more than " + METHOD_LINES_MAX
                                                + "; leave the control flow here and move its leaves out"))
                        : Stream.of());
    }

    static List<Finding> longFiles(JavaSource source) {
        boolean mayBeLonger = !source.road() || source.name().endsWith("Sql");
        int max = mayBeLonger ? LONG_FILE_LINES_MAX : FILE_LINES_MAX;
        int lines = source.lines().size();
        return lines <= max
                ? List.of()
                : List.of(new Finding(
                        source.path(),
                        lines,
                        "the file has " + lines + " lines, more than " + max
                                + "; find the second subject in it and give it a file"));
    }

    static List<Finding> wideLines(JavaSource source) {
        return wideLines(source.path(), source.text());
    }

    /** Tests have tables of texts in them, which read better unbroken. */
    static List<Finding> wideLines(String path, String text) {
        int max = path.contains("/src/test/") ? TEST_COLUMNS_MAX : COLUMNS_MAX;
        var findings = new ArrayList<Finding>();
        var lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            int columns = lines.get(i).length();
            if (columns > max && !lines.get(i).startsWith("import ")) {
                findings.add(new Finding(path, i + 1L, columns + " columns, more than " + max + "; break it"));
            }
        }
        return findings;
    }

    /** Overriding methods take what they must, and a record's constructor repeats its components. */
    static List<Finding> manyParameters(JavaSource source) {
        return Declarations.each(
                source,
                at -> at.getLeaf() instanceof MethodTree method
                                && method.getParameters().size() > PARAMETERS_MAX
                                && !Declarations.overrides(method)
                                && !(Declarations.inRecord(at) && Declarations.constructs(method))
                        ? Stream.of(source.finding(
                                method,
                                method.getName() + " takes "
                                        + method.getParameters().size() + " parameters, more than " + PARAMETERS_MAX
                                        + "; make a record of those that belong together"))
                        : Stream.of());
    }

    static List<Finding> staticState(JavaSource source) {
        if (!source.main()) {
            return List.of();
        }
        return Declarations.each(
                source,
                at -> at.getLeaf() instanceof VariableTree field && Declarations.isStatic(at) && mayChange(at, field)
                        ? Stream.of(source.finding(
                                field,
                                "the static field " + field.getName()
                                        + " may change; give it to the one object whose state it is"))
                        : Stream.of());
    }

    private static boolean mayChange(TreePath at, VariableTree field) {
        var flags = field.getModifiers().getFlags();
        var value = field.getInitializer();
        if (!flags.contains(Modifier.FINAL) && !Declarations.inInterface(at)) {
            return true;
        }
        if (value instanceof NewArrayTree array) {
            boolean empty = array.toString().endsWith("[0]");
            return (array.getInitializers() == null && !empty) || !flags.contains(Modifier.PRIVATE);
        }
        return value != null && MUTABLE.matcher(value.toString()).matches();
    }

    static List<Finding> undocumented(JavaSource source) {
        if (!source.main()) {
            return List.of();
        }
        return Declarations.each(source, at -> {
            var name = at.getLeaf() instanceof ClassTree type && Declarations.visibleType(at)
                    ? type.getSimpleName()
                    : at.getLeaf() instanceof MethodTree method
                                    && Declarations.visibleMethod(at)
                                    && !Declarations.overrides(method)
                                    && !Declarations.constructs(method)
                            ? method.getName()
                            : null;
            return name == null || source.doc(at).isPresent()
                    ? Stream.of()
                    : Stream.of(source.finding(
                            at.getLeaf(),
                            name + " is public and has no documentation; one sentence that defines it is enough"));
        });
    }

    static List<Finding> packagesWithoutPromises(JavaSource source) {
        if (!source.name().equals("package-info") || !source.main()) {
            return List.of();
        }
        var findings = new ArrayList<Finding>();
        if (source.unit().getPackageAnnotations().stream()
                .noneMatch(it -> it.getAnnotationType().toString().endsWith("NullMarked"))) {
            findings.add(new Finding(source.path(), 1, "the package is not @NullMarked; annotate it"));
        }
        var missing = Stream.of("Takes", "Gives", "Writes", "Promises")
                .filter(word -> !source.text().contains("<b>" + word + "</b>"))
                .toList();
        if (source.road() && !missing.isEmpty()) {
            findings.add(new Finding(
                    source.path(),
                    1,
                    "the documentation lacks what the package "
                            + String.join(", ", missing).toLowerCase(java.util.Locale.ROOT)
                            + "; say it as <b>Takes</b> ... <b>Gives</b> ... <b>Writes</b> ... <b>Promises</b> ..."));
        }
        return findings;
    }

    /** Folders of main code in which no {@code package-info.java} stands. */
    static List<Finding> packagesWithoutInfo(List<JavaSource> sources) {
        var folders = sources.stream()
                .filter(JavaSource::main)
                .map(JavaSource::folder)
                .distinct()
                .toList();
        var informed = sources.stream()
                .filter(source -> source.name().equals("package-info"))
                .map(JavaSource::folder)
                .toList();
        return folders.stream()
                .filter(folder -> !informed.contains(folder))
                .map(folder -> new Finding(
                        folder,
                        1,
                        "the package has no package-info.java; say what it takes, gives, "
                                + "writes and promises, and mark it @NullMarked"))
                .toList();
    }
}
