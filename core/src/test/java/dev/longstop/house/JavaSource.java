package dev.longstop.house;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * One Java file as the compiler reads it.
 *
 * @param path the file, from the root, with slashes
 * @param text what stands in it
 * @param unit its syntax tree; names in it are not resolved
 * @param trees the compiler's knowledge of positions and comments
 */
record JavaSource(String path, String text, CompilationUnitTree unit, DocTrees trees) {

    private static final int REASON_CHARS_MIN = 20;

    /** Reads files by path and text; one that does not parse is a failure of the caller. */
    static List<JavaSource> parse(Map<String, String> textByPath) {
        var files = textByPath.entrySet().stream()
                .map(entry -> new InMemory(entry.getKey(), entry.getValue()))
                .toList();
        var complaints = new StringWriter();
        var options = List.of("-proc:none");
        var task = (JavacTask)
                ToolProvider.getSystemJavaCompiler().getTask(complaints, null, null, options, null, List.copyOf(files));
        try {
            var sources = new ArrayList<JavaSource>();
            for (var unit : task.parse()) {
                var path = unit.getSourceFile().toUri().getPath().substring(1);
                sources.add(new JavaSource(path, textByPath.getOrDefault(path, ""), unit, DocTrees.instance(task)));
            }
            if (!complaints.toString().isEmpty()) {
                throw new IllegalArgumentException(complaints.toString());
            }
            return List.copyOf(sources);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether it is part of what runs at users: not a test, not proof, not measurement. */
    boolean road() {
        return path.startsWith("core/src/main/") || path.startsWith("server/src/main/");
    }

    /** Whether others may build on it: everything but tests. */
    boolean main() {
        return path.contains("/src/main/");
    }

    /** The last word of the path, without {@code .java}. */
    String name() {
        return path.substring(path.lastIndexOf('/') + 1).replace(".java", "");
    }

    /** The folder that it lies in, from the root. */
    String folder() {
        return path.substring(0, path.lastIndexOf('/'));
    }

    /** The stage it belongs to: the word after {@code dev.longstop}; empty where there is none. */
    String stage() {
        var name = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        var words = name.split("\\.", -1);
        return words.length < 3 ? "" : words[2];
    }

    /** The line on which a part of it begins, its comment not counted. */
    long line(Tree tree) {
        return lineAt(trees.getSourcePositions().getStartPosition(unit, tree));
    }

    /** The line on which a part of it ends. */
    long endLine(Tree tree) {
        return lineAt(trees.getSourcePositions().getEndPosition(unit, tree));
    }

    private long lineAt(long position) {
        return position < 0 ? 1 : unit.getLineMap().getLineNumber(position);
    }

    /** The text from where a part of it begins. */
    String textFrom(Tree tree) {
        return text.substring((int) trees.getSourcePositions().getStartPosition(unit, tree));
    }

    /** The documentation comment of a declaration; empty if it has none or says nothing. */
    Optional<String> doc(TreePath declaration) {
        return Optional.ofNullable(trees.getDocComment(declaration))
                .map(String::strip)
                .filter(doc -> !doc.isEmpty());
    }

    Finding finding(Tree tree, String what) {
        return new Finding(path, line(tree), what);
    }

    List<String> lines() {
        return text.lines().toList();
    }

    /** Whether a comment on the line, or right above it, says why a rule is broken here: {@code // tidy: reason}. */
    boolean waived(long line) {
        var lines = lines();
        int at = (int) line - 1;
        if (at >= lines.size()) {
            return false;
        }
        if (reason(lines.get(at)).isPresent()) {
            return true;
        }
        for (at--; at >= 0 && lines.get(at).strip().startsWith("//"); at--) {
            if (reason(lines.get(at)).isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static Optional<String> reason(String line) {
        int at = line.indexOf("// tidy: ");
        return at < 0
                ? Optional.empty()
                : Optional.of(line.substring(at + "// tidy: ".length()).strip())
                        .filter(reason -> reason.length() >= REASON_CHARS_MIN);
    }

    /** How many of its lines are waivers. */
    long waivers() {
        return text.lines().filter(line -> reason(line).isPresent()).count();
    }

    private static final class InMemory extends SimpleJavaFileObject {

        private final String text;

        InMemory(String path, String text) {
            super(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
