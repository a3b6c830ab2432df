package dev.longstop.admin;

import dev.longstop.inbox.EventDetail;
import dev.longstop.inbox.EventSummary;
import dev.longstop.ingress.Rejection;
import dev.longstop.queue.RunDetail;
import dev.longstop.queue.RunSummary;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the API shows, as JSON: names in lower case with underscores, instants as RFC 3339, what is absent as null. */
final class Words {

    private Words() {}

    static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    static ObjectNode event(EventSummary summary) {
        var event = summary.event();
        var json = object().put("seq", event.seq())
                .put("key", event.key())
                .put("source", event.source())
                .put("event_id", event.id())
                .put("type", event.type())
                .put("action", event.action())
                .put("subject", event.subject().orElse(null))
                .put("state", summary.state().word())
                .put("ignored", event.ignored().orElse(null))
                .put("received_at", instant(event.receivedAtMs()))
                .put("body_authenticated", event.bodyAuthenticated())
                .put("suspected_replay", event.suspectedReplay())
                .put("delivery", event.deliveryId())
                .put("item", event.item());
        var runs = json.putArray("runs");
        summary.runs().forEach(run -> runs.add(run(run)));
        return json;
    }

    static ObjectNode event(EventDetail detail) {
        var json = event(detail.summary());
        json.put("item_hash", detail.itemHash())
                .put("body_bytes", detail.bodyBytes())
                .put("content_type", detail.contentType())
                .put("secret", detail.secret().orElse(null))
                .put("body_pruned_at", instant(detail.prunedAtMs()));
        var headers = json.putObject("headers");
        detail.headers().values().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        var mismatches = json.putArray("mismatches");
        detail.mismatches()
                .forEach(other -> mismatches
                        .addObject()
                        .put("received_at", instant(other.receivedAtMs()))
                        .put("item_hash", other.itemHash())
                        .put("body_bytes", other.bodyBytes()));
        return json;
    }

    static ObjectNode run(RunSummary run) {
        return object().put("id", run.id())
                .put("event", run.source() + "/" + run.eventId())
                .put("event_seq", run.eventSeq())
                .put("source", run.source())
                .put("event_id", run.eventId())
                .put("agent", run.agent())
                .put("round", run.round())
                .put("mode", run.mode().word())
                .put("state", run.state().word())
                .put("held", run.held().orElse(null))
                .put("lane", run.lane().orElse(null))
                .put("attempts", run.attempts())
                .put("lapses", run.lapses())
                .put("created_at", instant(run.createdAtMs()))
                .put("due_at", instant(run.dueAtMs()))
                .put("lease_until", instant(run.leaseUntilMs()))
                .put("started_at", instant(run.startedAtMs()))
                .put("ended_at", instant(run.endedAtMs()))
                .put("outcome", run.outcome().orElse(null))
                .put("exit_code", run.exitCode().orElse(null));
    }

    static ObjectNode run(RunDetail detail) {
        return run(detail.summary())
                .put("result", detail.result().orElse(null))
                .put("result_cut", detail.cut())
                .put("lease_owner", detail.leaseOwner().orElse(null));
    }

    static ObjectNode rejection(Rejection rejection) {
        return object().put("at", instant(rejection.atMs()))
                .put("source", rejection.source())
                .put("status", rejection.status())
                .put("reason", rejection.reason())
                .put("remote", rejection.remote())
                .put("body_bytes", rejection.bytes())
                .put("user_agent", rejection.agent());
    }

    static String instant(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }

    static @org.jspecify.annotations.Nullable String instant(Optional<Long> ms) {
        return ms.map(Words::instant).orElse(null);
    }
}
