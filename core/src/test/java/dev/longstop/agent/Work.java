package dev.longstop.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.longstop.event.Event;
import dev.longstop.event.Headers;
import dev.longstop.event.IdempotencyKey;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Lease;
import dev.longstop.queue.RunMode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Claimed runs and assignments for tests. */
record Work(long runId, int lapses, Event event, Headers headers, Optional<String> leftBehind, List<String> marks) {

    /**
     * An installation of this process alone: others' tests run beside it, and look for their processes by their keys.
     */
    private static final String HERE =
            "installation of " + ProcessHandle.current().pid();

    static Work of(long runId) {
        var event = new Event(
                1,
                "github",
                "id-" + runId,
                1,
                0,
                "issues",
                "opened",
                Optional.empty(),
                0,
                true,
                false,
                Optional.empty());
        return new Work(runId, 0, event, Headers.none(), Optional.empty(), new CopyOnWriteArrayList<>());
    }

    Work about(String id, String type, String action) {
        var other = new Event(1, "github", id, 1, 0, type, action, Optional.empty(), 0, false, false, Optional.empty());
        return new Work(runId, lapses, other, headers, leftBehind, marks);
    }

    Work with(Headers others) {
        return new Work(runId, lapses, event, others, leftBehind, marks);
    }

    Work lapsed(int times, Optional<String> mark) {
        return new Work(runId, times, event, headers, mark, marks);
    }

    Claimed claimed() {
        return new Claimed(
                new Lease(runId, lapses + 1, "owner", 0),
                "ask",
                1,
                RunMode.LIVE,
                0,
                lapses,
                event,
                new byte[0],
                "application/json",
                headers,
                Optional.empty(),
                leftBehind);
    }

    String key() {
        return IdempotencyKey.ofRun(HERE, "ask", event.key(), 1);
    }

    Assignment assignment(String payload) {
        return assignment(payload.getBytes(UTF_8), new Revocation());
    }

    Assignment assignment(byte[] payload, Revocation revocation) {
        return new Assignment(
                claimed(),
                payload,
                key(),
                TraceParent.of(claimed(), key()),
                revocation,
                marks::add,
                () -> Optional.of("token-of-" + runId));
    }
}
