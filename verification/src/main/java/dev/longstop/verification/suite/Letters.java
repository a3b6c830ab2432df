package dev.longstop.verification.suite;

import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Source;
import dev.longstop.queue.RunSeed;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Deliveries to take in. */
final class Letters {

    static final String SOURCE = "github";

    /** Characters that a text column cannot hold or that end text early: NUL, surrogates without their other half. */
    static final String HOSTILE = "a\0b\uD800c\uDC00d\uD83D\uDE00e";

    /** The same as it is kept. */
    static final String TAMED = "a\uFFFDb\uFFFDc\uFFFDd\uD83D\uDE00e";

    private Letters() {}

    /** One event that starts the agent {@code triage}. */
    static Acceptance one(String id, String body) {
        return one(id, body, RunSeed.of("triage"));
    }

    /** One event that starts some runs. */
    static Acceptance one(String id, String body, RunSeed... runs) {
        var delivery = delivery(SOURCE, body, false);
        return new Acceptance(delivery, List.of(item(id, delivery.bodyHash(), runs)));
    }

    /** One event that starts the agent {@code triage}, let in by a secret of some name. */
    static Acceptance signed(String secret, String id, String body) {
        var plain = delivery(SOURCE, body, false);
        var delivery = new Delivery(
                SOURCE,
                plain.receivedAtMs(),
                plain.body(),
                plain.bodyHash(),
                plain.contentType(),
                plain.headers(),
                Optional.of(secret),
                false);
        return new Acceptance(delivery, List.of(item(id, delivery.bodyHash(), RunSeed.of("triage"))));
    }

    /** One event whose body is watched for coming again under another id. */
    static Acceptance watched(String source, String id, String body, RunSeed... runs) {
        var delivery = delivery(source, body, true);
        return new Acceptance(delivery, List.of(item(id, delivery.bodyHash(), runs)));
    }

    /** One event whose body, when it comes again under another id, is the same event. */
    static Acceptance merging(String id, String body) {
        var delivery = delivery(SOURCE, body, true);
        return new Acceptance(
                delivery,
                List.of(item(id, delivery.bodyHash(), RunSeed.of("triage"))),
                new Acceptance.Repeats(Source.Replays.DUPLICATE, Long.MAX_VALUE));
    }

    /** The same request, its body looked for among those that come later. */
    static Delivery watched(Delivery plain) {
        return new Delivery(
                plain.source(),
                plain.receivedAtMs(),
                plain.body(),
                plain.bodyHash(),
                plain.contentType(),
                plain.headers(),
                plain.secret(),
                true);
    }

    /** One event without an id of its own, at an instant; it is the same for some time. */
    static Acceptance unnamed(String body, long receivedAtMs, long dedupWindowMs) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var hash = EventId.sha256(bytes);
        var delivery = new Delivery(
                SOURCE, receivedAtMs, bytes, hash, "application/json", Headers.none(), Optional.empty(), false);
        var item = new Acceptance.Item(
                EventId.ofBody(hash),
                hash,
                "issues",
                "opened",
                Optional.empty(),
                true,
                Optional.empty(),
                List.of(RunSeed.of("triage")));
        return new Acceptance(delivery, List.of(item), new Acceptance.Repeats(Source.Replays.HOLD, dedupWindowMs));
    }

    /** One event that no rule named, received at an instant. */
    static Acceptance ignored(String source, String id, long receivedAtMs) {
        var plain = delivery(source, "{\"id\":\"" + id + "\"}", false);
        var delivery = new Delivery(
                source,
                receivedAtMs,
                plain.body(),
                plain.bodyHash(),
                plain.contentType(),
                plain.headers(),
                plain.secret(),
                false);
        var item = new Acceptance.Item(
                EventId.ofSender(id.getBytes(StandardCharsets.UTF_8)),
                delivery.bodyHash(),
                "issues",
                "opened",
                Optional.of("acme/app#" + id),
                true,
                Optional.of("no_rule"),
                List.of());
        return new Acceptance(delivery, List.of(item));
    }

    /** Several events in one delivery, each with its id as content. */
    static Acceptance several(String... ids) {
        var delivery = delivery(SOURCE, String.join(",", ids), false);
        var items = Arrays.stream(ids)
                .map(id -> item(id, EventId.sha256(id.getBytes(StandardCharsets.UTF_8)), RunSeed.of("triage")))
                .toList();
        return new Acceptance(delivery, items);
    }

    static Delivery delivery(String source, String body, boolean watched) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var headers = Headers.of("user-agent", "sender/1");
        return new Delivery(
                source, 1_000, bytes, EventId.sha256(bytes), "application/json", headers, Optional.of("main"), watched);
    }

    static Acceptance.Item item(String id, byte[] hash, RunSeed... runs) {
        return new Acceptance.Item(
                EventId.ofSender(id.getBytes(StandardCharsets.UTF_8)),
                hash,
                "issues",
                "opened",
                Optional.of("acme/app#7"),
                true,
                Optional.empty(),
                List.of(runs));
    }
}
