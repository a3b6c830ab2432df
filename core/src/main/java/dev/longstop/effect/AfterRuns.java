package dev.longstop.effect;

import dev.longstop.event.Event;
import dev.longstop.queue.Aftermath;
import dev.longstop.queue.EventRow;
import dev.longstop.queue.RunState;
import dev.longstop.store.Bulk;
import dev.longstop.store.Tx;
import dev.longstop.verify.Payload;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gives birth to the effects of runs, in the commit of their ends (I7).
 *
 * <p>A run that waits for a job has the effects of that job's generation instead, and none of its own.
 */
public final class AfterRuns implements Aftermath {

    /** A form is an object of its fields, where its source is not known. */
    private static final Payload PLAIN = new Payload(Optional.empty(), Optional.empty());

    private static final Bulk ENDED = Bulk.of("run_id bigint", """
            -- effect: what runs left that are over
            select r.id, r.agent, r.round, r.result, r.outcome, d.body, d.content_type, %s
            from <rows> as v
            join run as r on r.id = v.run_id
            join inbox as i on i.seq = r.event_seq
            join delivery as d on d.id = i.delivery_id
            where r.mode = 'live' and r.job_row is null
            """.formatted(EventRow.COLUMNS));

    private final String installation;
    private final Map<String, List<EffectForm>> forms;
    private final Map<String, Payload> payloads;

    /**
     * What follows after runs.
     *
     * @param installation the installation's id, a part of every key
     * @param forms by agent, the effects that follow
     * @param payloads by source, how its bodies become the JSON of its events; a form of any other is an object of its
     *     fields
     */
    public AfterRuns(String installation, Map<String, List<EffectForm>> forms, Map<String, Payload> payloads) {
        this.installation = installation;
        this.forms = Map.copyOf(forms);
        this.payloads = Map.copyOf(payloads);
    }

    @Override
    public void follow(Tx tx, List<Over> runs) {
        if (forms.isEmpty() || runs.isEmpty()) {
            return;
        }
        var rows = runs.stream().map(run -> new Object[] {run.runId()}).toList();
        var births = new ArrayList<EffectBirth>();
        var left = new ArrayList<>(tx.query(ENDED, rows, AfterRuns::read));
        left.sort(Comparator.comparingLong(Left::runId));
        for (var run : left) {
            var state = runs.stream()
                    .filter(over -> over.runId() == run.runId)
                    .map(Over::state)
                    .findFirst()
                    .orElseThrow();
            outcome(state)
                    .ifPresent(outcome -> forms.getOrDefault(run.agent, List.of())
                            .forEach(form -> form.seed(occasion(run, outcome))
                                    .ifPresent(seed ->
                                            births.add(new EffectBirth(new EffectOwner.OfRun(run.runId), seed)))));
        }
        EffectBirths.write(tx, births);
    }

    /** The outcome that a run's end is; empty where a person or newer work ended it and nothing is to follow. */
    private static Optional<String> outcome(RunState state) {
        return switch (state) {
            case DONE -> Optional.of("succeeded");
            case DEAD -> Optional.of("failed");
            case CANCELLED -> Optional.of("cancelled");
            case EXPIRED -> Optional.of("expired");
            case SUPERSEDED, UNCERTAIN, PENDING, RUNNING, WAITING, HELD -> Optional.empty();
        };
    }

    private Occasion occasion(Left run, String outcome) {
        var facts = JsonMapper.shared().createObjectNode();
        facts.set("event", Occasion.event(run.event));
        facts.putObject("run")
                .put("id", run.runId)
                .put("agent", run.agent)
                .put("round", run.round)
                .put("outcome", run.outcome.orElse(""));
        facts.set("result", Occasion.result(run.result));
        payload(run).ifPresent(payload -> facts.set("payload", payload));
        return new Occasion(installation, run.agent, run.event.key(), Integer.toString(run.round), outcome, facts);
    }

    private Optional<JsonNode> payload(Left run) {
        var form = payloads.getOrDefault(run.event.source(), PLAIN);
        try {
            return Optional.of(JsonMapper.shared().readTree(form.bytes(run.body, run.contentType, run.event.item())));
        } catch (JacksonException notJson) {
            // What is no JSON has no places to speak of.
            return Optional.empty();
        }
    }

    private record Left(
            long runId,
            String agent,
            int round,
            Optional<String> result,
            Optional<String> outcome,
            byte[] body,
            String contentType,
            Event event) {}

    private static Left read(ResultSet row) throws SQLException {
        var body = row.getBytes(6);
        return new Left(
                row.getLong(1),
                row.getString(2),
                row.getInt(3),
                Optional.ofNullable(row.getString(4)),
                Optional.ofNullable(row.getString(5)),
                body == null ? new byte[0] : body,
                Optional.ofNullable(row.getString(7)).orElse(""),
                EventRow.read(row, 8));
    }
}
