package dev.longstop.agent;

import dev.longstop.event.SafeText;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The whole environment of a command: what the machine needs, what the configuration gives, and what names the attempt.
 *
 * <p>Nothing of a payload but the event's id, type and action, which the sender chose: each is bounded, without control
 * characters, and never part of a command line (U11).
 */
final class CommandEnvironment {

    /** The variable by which a process of an attempt is recognised, whoever its parent is. */
    static final String KEY = "LONGSTOP_IDEMPOTENCY_KEY";

    private static final int WORD_CHARS_MAX = 255;

    private CommandEnvironment() {}

    /**
     * The variables.
     *
     * @param machine PATH, HOME and LANG, as far as they are set
     * @param configured what the configuration gives; its PATH, HOME and LANG go before the machine's
     */
    static Map<String, String> of(Map<String, String> machine, Map<String, String> configured, Assignment assignment) {
        var claimed = assignment.claimed();
        var event = claimed.event();
        var all = new LinkedHashMap<>(machine);
        configured.forEach((name, value) -> all.put(name, SafeText.of(value)));
        all.put("LONGSTOP_SOURCE", word(event.source()));
        all.put("LONGSTOP_EVENT_ID", word(event.id()));
        all.put("LONGSTOP_EVENT_TYPE", word(event.type()));
        all.put("LONGSTOP_EVENT_ACTION", word(event.action()));
        all.put("LONGSTOP_RUN_ID", Long.toString(claimed.runId()));
        all.put("LONGSTOP_ATTEMPT", Integer.toString(claimed.attempt()));
        all.put(KEY, assignment.idempotencyKey());
        all.put("LONGSTOP_BODY_AUTHENTICATED", Boolean.toString(event.bodyAuthenticated()));
        all.put("TRACEPARENT", assignment.traceParent().text());
        return all;
    }

    private static String word(String stranger) {
        var safe = SafeText.of(stranger, WORD_CHARS_MAX);
        var word = new StringBuilder(safe.length());
        safe.codePoints().forEach(c -> word.appendCodePoint(Character.isISOControl(c) ? '\uFFFD' : c));
        return word.toString();
    }
}
