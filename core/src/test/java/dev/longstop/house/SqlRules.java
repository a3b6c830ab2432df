package dev.longstop.house;

import com.sun.source.tree.LiteralTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** What statements look like, in code and in migrations. */
final class SqlRules {

    private static final Pattern STATEMENT = Pattern.compile(
            "(select\\s.+\\sfrom\\s|insert\\s+into\\s|update\\s+\\S+\\s+(as\\s+\\w+\\s+)?set\\s|delete\\s+from\\s|"
                    + "with\\s+(recursive\\s+)?\\w+\\s*(\\([^)]*\\)\\s*)?as\\s+((not\\s+)?materialized\\s*)?\\().*",
            Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    private static final Pattern COMMENT = Pattern.compile("--[^\n]*");
    private static final Pattern QUOTED = Pattern.compile("'[^']*'");
    private static final Pattern LIMIT = Pattern.compile("\\blimit\\s+[:?\\d]");
    private static final Pattern ORDER = Pattern.compile("\\border\\s+by\\b");
    private static final Pattern UPPER_WORD = Pattern.compile(
            "\\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|ORDER|LIMIT|VALUES|SET|JOIN|RETURNING|CREATE|TABLE|INDEX)\\b");
    private static final Pattern STAR = Pattern.compile("\\bselect\\s+(distinct\\s+)?(\\w+\\.)?\\*");
    private static final int ONE_LINE_MAX = 100;

    private SqlRules() {}

    static List<Finding> unordered(JavaSource source) {
        return each(
                source,
                (literal, sql) ->
                        limitsInAnyOrder(sql) ? "a limit without order by takes any rows; say in which order" : "");
    }

    static List<Finding> spelling(JavaSource source) {
        return each(source, (literal, sql) -> UPPER_WORD.matcher(sql).find() ? "SQL is written in lower case" : "");
    }

    static List<Finding> stars(JavaSource source) {
        return each(
                source,
                (literal, sql) -> STAR.matcher(sql.toLowerCase(Locale.ROOT)).find()
                        ? "a star hides what is read; spell the columns"
                        : "");
    }

    static List<Finding> nameless(JavaSource source) {
        return each(source, (literal, sql) -> {
            var text = String.valueOf(literal.getValue()).strip();
            boolean block = source.textFrom(literal).startsWith("\"\"\"");
            if (block) {
                return text.startsWith("--") ? "" : "the first line names the statement: -- inbox: insert events";
            }
            return text.length() > ONE_LINE_MAX ? "a statement this long is a text block, one clause a line" : "";
        });
    }

    private static List<Finding> each(JavaSource source, BiFunction<LiteralTree, String, String> check) {
        if (!source.road()) {
            return List.of();
        }
        var findings = new ArrayList<Finding>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitLiteral(LiteralTree literal, Void nothing) {
                if (literal.getValue() instanceof String text) {
                    var sql = bare(text);
                    if (STATEMENT.matcher(sql).matches()) {
                        var what = check.apply(literal, sql);
                        if (!what.isEmpty()) {
                            findings.add(source.finding(literal, what));
                        }
                    }
                }
                return super.visitLiteral(literal, null);
            }
        }.scan(source.unit(), null);
        return findings;
    }

    /** The statement without comments and quoted values. */
    private static String bare(String sql) {
        return QUOTED.matcher(COMMENT.matcher(sql).replaceAll(""))
                .replaceAll("''")
                .strip();
    }

    /** Whether some {@code limit} has no {@code order by} in its own pair of parentheses. */
    static boolean limitsInAnyOrder(String sql) {
        var text = sql.toLowerCase(Locale.ROOT);
        var limit = LIMIT.matcher(text);
        while (limit.find()) {
            if (!ORDER.matcher(sameLevelBefore(text, limit.start())).find()) {
                return true;
            }
        }
        return false;
    }

    /** What stands before a place in the same parentheses, without what inner ones hold. */
    private static String sameLevelBefore(String text, int end) {
        var before = new StringBuilder();
        int depth = 0;
        for (int i = end - 1; i >= 0 && depth >= 0; i--) {
            char c = text.charAt(i);
            depth += c == ')' ? 1 : c == '(' ? -1 : 0;
            if (depth == 0) {
                before.append(c);
            }
        }
        return before.reverse().toString();
    }
}
