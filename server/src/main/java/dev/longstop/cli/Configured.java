package dev.longstop.cli;

import dev.longstop.config.ConfigurationFile.Checked;
import dev.longstop.config.Problem;
import java.util.List;

/** Prints what is wrong or doubtful with a configuration. */
final class Configured {

    /** The configuration's name where none is given. */
    static final String FILE = "longstop.yaml";

    private Configured() {}

    /** One line per problem, on standard error. */
    static void printProblems(Screen screen, List<Problem> problems) {
        for (var problem : problems) {
            var severity = problem.isError()
                    ? screen.styled(Screen.Style.BAD, "error  ")
                    : screen.styled(Screen.Style.DOUBT, "warning");
            screen.remark(severity + "  " + Screen.safe(problem.toString()));
        }
    }

    /** {@code 2 errors and 1 warning}. */
    static String summary(Checked checked) {
        long errors = checked.problems().stream().filter(Problem::isError).count();
        long warnings = checked.problems().size() - errors;
        return counted(errors, "error") + (warnings == 0 ? "" : " and " + counted(warnings, "warning"));
    }

    static String counted(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
