package dev.longstop.config;

import dev.longstop.config.Node.Entries;
import dev.longstop.config.Node.Entry;
import dev.longstop.config.Node.Items;
import dev.longstop.config.Node.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Turns YAML 1.2 into nodes that know their line and column.
 *
 * <p>Built on the parser's events, since its own composer neither bounds depth nor keeps two equal keys apart.
 * <i>Bounds</i>: 32 levels, 50,000 nodes with every alias counted as what it stands for (so that a few lines cannot
 * grow into billions), one document, no tags.
 */
final class Yaml {

    private static final int DEPTH_MAX = 32;
    private static final int NODES_MAX = 50_000;

    private final Problems problems;
    private final Iterator<Event> events;
    private final Map<String, Anchored> anchors = new HashMap<>();
    private int nodes;

    /** A node that has a name in the file, and how many nodes it stands for. */
    private record Anchored(Node node, int weight) {}

    /** The file cannot be read any further. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Position at;

        Unreadable(Position at, String message) {
            super(message, null, false, false);
            this.at = at;
        }
    }

    private Yaml(String text, Problems problems) {
        this.problems = problems;
        this.events = new Parse(LoadSettings.builder()
                        .setUseMarks(true)
                        .setCodePointLimit(Integer.MAX_VALUE)
                        .build())
                .parseString(text)
                .iterator();
    }

    /** The file's one document; empty if there is none or it cannot be read, which is then among the problems. */
    static Optional<Node> read(String text, Problems problems) {
        try {
            return new Yaml(text, problems).document();
        } catch (Unreadable e) {
            problems.error(e.at, "", String.valueOf(e.getMessage()));
        } catch (MarkedYamlEngineException e) {
            var at = e.getProblemMark().or(e::getContextMark).map(Yaml::position);
            problems.error(at.orElse(Position.WHOLE_FILE), "", "not YAML: " + explained(e));
        } catch (YamlEngineException | IllegalArgumentException | IndexOutOfBoundsException e) {
            // The library's own reports without a place, and its faults on damaged input.
            problems.error(Position.WHOLE_FILE, "", "not YAML: " + Shown.sentence(e));
        }
        return Optional.empty();
    }

    private Optional<Node> document() {
        while (events.hasNext()) {
            var event = events.next();
            if (event instanceof NodeEvent first) {
                var root = node(first, 1);
                refuseSecondDocument();
                return Optional.of(root);
            }
        }
        return Optional.empty();
    }

    private void refuseSecondDocument() {
        while (events.hasNext()) {
            if (events.next() instanceof NodeEvent second) {
                throw new Unreadable(
                        position(second), "a second document begins here; the configuration is one document");
            }
        }
    }

    private Node node(NodeEvent event, int depth) {
        var at = position(event);
        if (depth > DEPTH_MAX) {
            throw new Unreadable(at, "nested more than " + DEPTH_MAX + " levels deep");
        }
        if (event instanceof AliasEvent alias) {
            return aliased(alias, at);
        }
        int before = nodes;
        count(at, 1);
        refuseTag(event, at);
        Node node = event instanceof ScalarEvent scalar
                ? new Scalar(at, scalar.getValue(), scalar.isPlain())
                : event.getEventId() == Event.ID.SequenceStart ? items(at, depth) : entries(at, depth);
        event.getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), new Anchored(node, nodes - before)));
        return node;
    }

    private Node aliased(AliasEvent alias, Position at) {
        var anchored = anchors.get(alias.getAlias().getValue());
        if (anchored == null) {
            throw new Unreadable(
                    at,
                    "nothing before this is anchored as &"
                            + Shown.text(alias.getAlias().getValue()));
        }
        count(at, anchored.weight());
        return anchored.node();
    }

    private Items items(Position at, int depth) {
        var items = new ArrayList<Node>();
        for (var event = events.next(); event instanceof NodeEvent item; event = events.next()) {
            items.add(node(item, depth + 1));
        }
        return new Items(at, List.copyOf(items));
    }

    private Entries entries(Position at, int depth) {
        var entries = new LinkedHashMap<String, Entry>();
        for (var event = events.next(); event instanceof NodeEvent key; event = events.next()) {
            var name = node(key, depth + 1);
            var value = node((NodeEvent) events.next(), depth + 1);
            if (!(name instanceof Scalar scalar)) {
                problems.error(name.at(), "", "a key is a single word, not " + name.kind());
                continue;
            }
            var entry = new Entry(name.at(), scalar.text(), value);
            var first = entries.putIfAbsent(scalar.text(), entry);
            if (first != null) {
                problems.error(
                        entry.at(),
                        Shown.key(scalar.text()),
                        "this key stands here twice; first in line "
                                + first.at().line());
            }
        }
        return new Entries(at, List.copyOf(entries.values()));
    }

    private void count(Position at, int weight) {
        nodes += weight;
        if (nodes > NODES_MAX) {
            throw new Unreadable(at, "more than " + NODES_MAX + " values, aliases counted as what they stand for");
        }
    }

    private void refuseTag(NodeEvent event, Position at) {
        var tag = event instanceof ScalarEvent scalar
                ? scalar.getTag()
                : event instanceof CollectionStartEvent start ? start.getTag() : Optional.<String>empty();
        tag.ifPresent(name -> problems.error(at, "", "tags such as " + Shown.text(name) + " mean nothing here"));
    }

    private static Position position(Event event) {
        return event.getStartMark().map(Yaml::position).orElse(Position.WHOLE_FILE);
    }

    private static Position position(Mark mark) {
        return new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static String explained(MarkedYamlEngineException e) {
        var problem = Shown.text(String.valueOf(e.getProblem()));
        if (problem.contains("TAB")) {
            return problem + "; indent with spaces";
        }
        if (problem.contains("mapping values are not allowed here")) {
            return problem + "; put text that holds a colon into quotation marks";
        }
        return problem;
    }
}
