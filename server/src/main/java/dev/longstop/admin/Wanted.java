package dev.longstop.admin;

import dev.longstop.config.Past;
import dev.longstop.inbox.EventState;
import dev.longstop.inbox.EventsRead;
import dev.longstop.inbox.ReplayChoice;
import dev.longstop.telemetry.Suggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * The order of a replay, read member by member. What is wrong is noted, and reading goes on; a caller asks for the
 * {@link #problem} before it uses what it read.
 */
final class Wanted {

    static final List<String> MEMBERS =
            List.of("plan", "again", "source", "type", "agent", "state", "since", "until", "events", "after");

    private static final List<String> STATES =
            Arrays.stream(EventState.values()).map(EventState::word).toList();

    private final JsonNode order;
    private final List<String> problems = new ArrayList<>();

    Wanted(JsonNode order) {
        this.order = order;
        // A word that is not understood would leave the choice wider than was meant.
        order.propertyNames().stream()
                .filter(name -> !MEMBERS.contains(name))
                .forEach(name -> problems.add("unknown member \"" + name + "\"" + Suggestion.hint(name, MEMBERS)));
    }

    /** What is wrong, if anything. */
    Optional<Reply> problem() {
        return problems.isEmpty() ? Optional.empty() : Optional.of(Reply.problem(400, String.join("; ", problems)));
    }

    /** Which events, and what is to be done with them. */
    ReplayChoice choice(EventsRead known, long nowMs) {
        var choice = new ReplayChoice(
                flag("again"),
                text("source"),
                text("type"),
                text("agent"),
                state(),
                time("since", text -> Past.since(text, nowMs)),
                time("until", text -> Past.until(text, nowMs)),
                events(known),
                after());
        if (!choice.narrow()) {
            problems.add("say which events: \"since\", \"until\", \"source\", \"type\", \"agent\", \"state\" or"
                    + " \"events\"");
        }
        boolean range = choice.source().isPresent()
                || choice.type().isPresent()
                || choice.sinceMs().isPresent()
                || choice.untilMs().isPresent();
        if (!choice.events().isEmpty() && range) {
            problems.add("\"events\" are named one by one; leave out \"source\", \"type\", \"since\" and \"until\"");
        }
        return choice;
    }

    private boolean flag(String name) {
        var value = order.path(name);
        if (!value.isMissingNode() && !value.isNull() && !value.isBoolean()) {
            problems.add("\"" + name + "\" is true or false");
        }
        return value.isBoolean() && value.booleanValue();
    }

    /** A text; an empty one counts as absent. */
    private Optional<String> text(String name) {
        var value = order.path(name);
        if (!value.isMissingNode() && !value.isNull() && !value.isString()) {
            problems.add("\"" + name + "\" is a text");
        }
        return Optional.of(value.stringValue("")).filter(text -> !text.isEmpty());
    }

    private Optional<EventState> state() {
        return text("state").flatMap(word -> {
            var state = EventState.of(word);
            if (state.isEmpty()) {
                problems.add("\"state\" is one of " + String.join(", ", STATES) + Suggestion.hint(word, STATES));
            }
            return state;
        });
    }

    private Optional<Long> time(String name, Function<String, Optional<Long>> reader) {
        return text(name).flatMap(text -> {
            var time = reader.apply(text);
            if (time.isEmpty()) {
                problems.add("\"" + name + "\" is " + Past.SHAPE);
            }
            return time;
        });
    }

    private Optional<Long> after() {
        var value = order.path("after");
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        var row = Query.rowId(value.asString(""));
        if (row.isEmpty()) {
            problems.add("\"after\" is the number of an event: the \"next\" of the plan before");
        }
        return row;
    }

    /** Events by number or key; all of them must be there. */
    private List<Long> events(EventsRead known) {
        var value = order.path("events");
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        if (!value.isArray() || value.isEmpty() || value.size() > ReplayChoice.EVENTS_MAX) {
            problems.add("\"events\" is a list of 1 to " + ReplayChoice.EVENTS_MAX
                    + " events, each as its number or as \"source/event_id\"");
            return List.of();
        }
        var rows = new ArrayList<Long>();
        for (var one : value) {
            var word = one.asString("");
            var row = row(known, word);
            row.ifPresent(rows::add);
            if (row.isEmpty()) {
                problems.add("there is no event " + word);
            }
        }
        return rows;
    }

    private static Optional<Long> row(EventsRead known, String word) {
        int slash = word.indexOf('/');
        var detail = slash < 1
                ? Query.rowId(word).flatMap(known::show)
                : known.show(word.substring(0, slash), word.substring(slash + 1));
        return detail.map(event -> event.summary().event().seq());
    }
}
