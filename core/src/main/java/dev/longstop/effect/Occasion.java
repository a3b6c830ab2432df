package dev.longstop.effect;

import dev.longstop.event.Event;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The end of a run or job generation that effects follow from, with everything that they may speak of.
 *
 * @param installation the installation's id
 * @param owner the agent or platform
 * @param work the event's or job's key
 * @param turn the run's round, or the job's generation
 * @param outcome how it ended: {@code succeeded}, {@code failed}, {@code cancelled}, {@code expired}
 * @param facts {@code event}, {@code run} or {@code job}, and {@code result}, as far as there are such
 */
public record Occasion(String installation, String owner, String work, String turn, String outcome, ObjectNode facts) {

    /**
     * What a result says as a tree: a JSON object as it is, anything else under {@code text}. An object without {@code
     * text} gets its whole text under that name.
     */
    public static ObjectNode result(Optional<String> text) {
        var said = text.orElse("");
        var result = object(said).orElseGet(() -> JsonMapper.shared().createObjectNode());
        if (!result.has("text")) {
            result.put("text", said);
        }
        return result;
    }

    /** What is told of an event, and kept with a job that is owed to it. */
    public static ObjectNode event(Event event) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("id", event.id())
                .put("source", event.source())
                .put("type", event.type())
                .put("action", event.action())
                .put("subject", event.subject().orElse(""));
    }

    private static Optional<ObjectNode> object(String text) {
        if (!text.strip().startsWith("{")) {
            return Optional.empty();
        }
        try {
            JsonNode tree = JsonMapper.shared().readTree(text);
            return tree instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }
}
