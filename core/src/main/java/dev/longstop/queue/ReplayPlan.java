package dev.longstop.queue;

import dev.longstop.event.EventId;
import dev.longstop.queue.ReplayItem.Stood;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * What a replay does, all of it, before it is done: exactly this is carried out, or less, and nothing else (U9).
 *
 * @param items what is done, in the order of the events; at most {@link #ITEMS_MAX}
 */
public record ReplayPlan(List<ReplayItem> items) {

    /** No plan does more. */
    public static final int ITEMS_MAX = 1_000;

    private static final int FINGERPRINT_BYTES = 8;

    public ReplayPlan {
        items = List.copyOf(items);
        if (items.size() > ITEMS_MAX) {
            throw new IllegalArgumentException("a plan has at most " + ITEMS_MAX + " items");
        }
    }

    /** A name that follows from what is planned: two plans of one name are the same. */
    public String fingerprint() {
        var digest = EventId.sha256(text().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
    }

    /** The plan as it is kept: a JSON array for each item. */
    String text() {
        var rows = JsonMapper.shared().createArrayNode();
        items.forEach(item -> write(rows.addArray(), item));
        return rows.toString();
    }

    private static void write(ArrayNode row, ReplayItem item) {
        row.add(item.eventSeq()).add(item.agent()).add(item.round());
        row.add(item.lane().orElse(null)).add(item.urgent());
        item.stood()
                .ifPresent(run -> row.add(run.runId())
                        .add(run.round())
                        .add(run.state().word())
                        .add(run.token())
                        .add(run.endedAtMs()));
    }

    /** The plan of a text that {@link #text} made. */
    static ReplayPlan read(String text) {
        var rows = JsonMapper.shared().readTree(text);
        return new ReplayPlan(StreamSupport.stream(rows.spliterator(), false)
                .map(ReplayPlan::item)
                .toList());
    }

    private static ReplayItem item(JsonNode row) {
        Optional<Stood> stood = row.size() == 5
                ? Optional.empty()
                : Optional.of(new Stood(
                        row.get(5).longValue(),
                        row.get(6).intValue(),
                        RunState.of(row.get(7).stringValue()),
                        row.get(8).longValue(),
                        row.get(9).longValue()));
        return new ReplayItem(
                row.get(0).longValue(),
                row.get(1).stringValue(),
                row.get(2).intValue(),
                stood,
                Optional.ofNullable(row.get(3).stringValue(null)),
                row.get(4).booleanValue());
    }
}
