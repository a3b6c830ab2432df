package dev.longstop.config;

import dev.longstop.contract.Path;
import dev.longstop.telemetry.Suggestion;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks text with {@code ${...}} in it: {@code ${$.path}}, {@code ${raw:$.path}}, {@code ${event.id}},
 * {@code ${result.x}}, {@code ${run.x}}. <i>Source</i>: design section 9.
 */
final class Template {

    private static final List<String> EVENT = List.of("event.id", "event.type", "event.action", "event.source");
    private static final Pattern OPEN_ENDED = Pattern.compile("(result|run)(\\.[A-Za-z0-9_-]+|\\[-?[0-9]+])+");

    private Template() {}

    /** What is wrong with the first variable that is; empty if all are known. */
    static Optional<String> fault(String text) {
        int at = text.indexOf("${");
        while (at >= 0) {
            int end = text.indexOf('}', at);
            if (end < 0) {
                return Optional.of("a ${ is not closed");
            }
            var fault = variableFault(text.substring(at + 2, end));
            if (fault.isPresent()) {
                return fault;
            }
            at = text.indexOf("${", end);
        }
        return Optional.empty();
    }

    private static Optional<String> variableFault(String variable) {
        var path = variable.startsWith("raw:") ? variable.substring("raw:".length()) : variable;
        if (path.startsWith("$")) {
            try {
                Path.parse(path);
                return Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.of(Shown.sentence(e));
            }
        }
        if (EVENT.contains(variable) || OPEN_ENDED.matcher(variable).matches()) {
            return Optional.empty();
        }
        var near = Suggestion.of(variable, EVENT).map(it -> "; did you mean ${" + it + "}?");
        return Optional.of("there is no variable ${" + Shown.text(variable) + "}"
                + near.orElse("; there are ${$.path}, ${event.id|type|action|source}, ${result.NAME}, ${run.NAME}"));
    }
}
