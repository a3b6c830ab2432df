package dev.longstop.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** Asks the admin API for one or many of something, and prints the answer. */
final class Listing {

    private static final String LIMIT = "20";

    private final Surroundings surroundings;
    private final ParseResult given;

    Listing(Surroundings surroundings, ParseResult given) {
        this.surroundings = surroundings;
        this.given = given;
    }

    /** Makes a row of one thing. */
    @FunctionalInterface
    interface Row {
        void add(Columns columns, JsonNode thing, long nowMs);
    }

    /**
     * Prints many.
     *
     * @param things their name in the API's path and answer
     * @param filters options that go into the query under the same name
     * @param columns with the heading in it
     */
    int list(String things, List<String> filters, Columns columns, Row row) {
        var query = new LinkedHashMap<String, String>();
        query.put("limit", LIMIT);
        filters.forEach(filter -> Options.value(given, "--" + filter).ifPresent(value -> query.put(filter, value)));
        return asked(admin -> admin.get("/api/" + things, query), answer -> {
            long now = surroundings.time().wallMs();
            var all = answer.path(things);
            all.forEach(thing -> row.add(columns, thing, now));
            if (all.isEmpty()) {
                surroundings.screen().line("no " + things);
            } else {
                print(columns);
            }
            more(answer);
        });
    }

    /** Prints an answer as rows under a head. */
    int table(Function<Admin, Admin.Reply> question, Function<JsonNode, Columns> rows) {
        return asked(question, answer -> print(rows.apply(answer)));
    }

    private void print(Columns columns) {
        var lines = columns.lines();
        surroundings.screen().line(surroundings.screen().styled(Screen.Style.BOLD, lines.get(0)));
        lines.stream().skip(1).forEach(surroundings.screen()::line);
    }

    // A page may be empty although there is more, where a filter is narrow.
    private void more(JsonNode answer) {
        before(answer)
                .ifPresent(id -> surroundings
                        .screen()
                        .line(surroundings.screen().styled(Screen.Style.DIM, "more with --before " + id)));
    }

    /** Where the next page begins, if there is more. */
    static Optional<String> before(JsonNode answer) {
        var next = answer.path("next").asString("");
        return Optional.of(next.replaceFirst("^.*before=", "").replaceFirst("&.*$", ""))
                .filter(id -> id.matches("[0-9]+"));
    }

    /** Prints one. */
    int show(Function<Admin, Admin.Reply> question) {
        return asked(
                question,
                answer -> Details.of(answer, surroundings.time().wallMs()).forEach(surroundings.screen()::line));
    }

    /** Says something, and prints what became of it in one line. */
    int act(Function<Admin, Admin.Reply> act, Function<JsonNode, String> line) {
        return asked(act, answer -> surroundings.screen().line(line.apply(answer)));
    }

    private int asked(Function<Admin, Admin.Reply> question, java.util.function.Consumer<JsonNode> printer) {
        var found = Admin.find(given, Options.URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            return surroundings.screen().failed(nowhere.message());
        }
        var reply = question.apply(((Admin.At) found).admin());
        if (reply instanceof Admin.Got got) {
            if (Options.has(given, Options.JSON)) {
                surroundings.screen().json(got.json());
            } else {
                printer.accept(got.json());
            }
            return Exit.OK;
        }
        return surroundings
                .screen()
                .failed(
                        reply instanceof Admin.Failed failed
                                ? failed.message()
                                : "there is no " + Options.word(given).orElse("such thing")
                                        + "; the list shows what there is");
    }

    /** A value of a thing as text; {@code -} where it has none. */
    static String text(JsonNode thing, String name) {
        var value = thing.path(name).asString("");
        return value.isEmpty() ? "-" : value;
    }
}
