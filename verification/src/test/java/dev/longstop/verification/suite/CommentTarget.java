package dev.longstop.verification.suite;

import dev.longstop.time.Time;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * GitHub's comments of one issue and Slack's messages of one channel and thread, over real HTTP: neither knows keys, so
 * that what is said twice is there twice. It is slow, silent or closed when a test says so.
 *
 * <p><i>Threads</i>: safe. <i>Source</i>: docs.github.com, "Create an issue comment", "List issue comments",
 * "Troubleshooting the REST API" (ten seconds); docs.slack.dev, "chat.postMessage", "conversations.history",
 * "conversations.replies".
 */
final class CommentTarget implements AutoCloseable {

    static final String ISSUE = "/repos/acme/road/issues/7/comments";
    static final String CHANNEL = "C01";
    static final String THREAD = "1700000000.000100";

    /** How long the target may be at work on what it took. */
    private static final long WORK_MS = 10_000;

    /** What it does with the next words that are said. */
    enum Manner {
        /** Takes them and says so. */
        PROMPT,
        /** Takes them, and they are there only when it has done its work. */
        SLOW,
        /** The same, and the connection ends without an answer. */
        SILENT,
        /** The same, and something between answers. */
        BEHIND_A_GATEWAY,
        /** Refuses them for now. */
        BUSY
    }

    /** A request. */
    private record Asked(String method, URI uri, boolean loggedIn, String body) {

        static Asked of(String text) {
            int end = text.indexOf("\r\n\r\n");
            var line = text.substring(0, text.indexOf("\r\n")).split(" ", -1);
            boolean loggedIn = RawServer.header(text, "authorization").contains("Bearer t");
            return new Asked(line[0], URI.create(line[1]), loggedIn, text.substring(end + 4));
        }

        boolean github() {
            return uri.getPath().equals(ISSUE);
        }

        Map<String, String> query() {
            var query = new HashMap<String, String>();
            for (var part : uri.getRawQuery().split("&", -1)) {
                var pair = part.split("=", 2);
                query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
            }
            return query;
        }
    }

    /** Words that are not there yet. */
    private record Coming(ObjectNode words, long atMs) {}

    private final Time time;
    private final RawServer server;
    private final List<ObjectNode> there = new ArrayList<>();
    private final List<Coming> coming = new ArrayList<>();
    private final StringBuilder log = new StringBuilder();
    private Manner manner = Manner.PROMPT;
    private boolean closed;
    private int busyLooks;
    private int ids;

    CommentTarget(Time time) {
        this.time = time;
        server = new RawServer(line -> {
            while (line.readRequest()) {
                var answer = answer(Asked.of(line.server().request()));
                if (answer.isEmpty()) {
                    return;
                }
                line.write(answer.get());
            }
        });
    }

    /** The address of its API. */
    String base() {
        return server.uri("").toString();
    }

    /** What somebody else says everywhere. */
    synchronized void stranger(String text) {
        take(JsonMapper.shared().createObjectNode().put("body", text).put("text", text), 0);
        take(JsonMapper.shared().createObjectNode().put("text", text).put("thread_ts", THREAD), 0);
        arrive();
    }

    /** Does so with the next words. */
    synchronized void next(Manner next) {
        manner = next;
    }

    /** From now on, whether nobody may look. */
    synchronized void closed(boolean now) {
        closed = now;
    }

    /** Answers the next looks with a failure that passes. */
    synchronized void busyLooks(int looks) {
        busyLooks = looks;
    }

    /** What it was asked since the last call: {@code S} words were said, {@code L} it was looked to the end. */
    synchronized String log() {
        var said = log.toString();
        log.setLength(0);
        return said;
    }

    /** How often a text is there, or will be. */
    synchronized long count(String text) {
        var all = new ArrayList<>(there);
        coming.forEach(one -> all.add(one.words));
        return all.stream()
                .filter(one -> one.path("body").asString("").contains(text)
                        || one.path("text").asString("").contains(text))
                .count();
    }

    private void take(ObjectNode words, long workMs) {
        ids++;
        words.put("id", ids).put("html_url", "https://hub.test/c/" + ids);
        words.put("ts", "17000%05d.000100".formatted(ids));
        coming.add(new Coming(words, time.nowMs() + workMs));
    }

    private void arrive() {
        var done = coming.stream().filter(one -> one.atMs <= time.nowMs()).toList();
        done.forEach(one -> there.add(one.words));
        coming.removeAll(done);
    }

    /** Empty where the connection ends without one. */
    private synchronized Optional<String> answer(Asked asked) {
        arrive();
        if (!asked.loggedIn) {
            return Optional.of(answer(401, "{}"));
        }
        if (asked.method.equals("GET")) {
            return Optional.of(looked(asked));
        }
        log.append('S');
        return said(asked);
    }

    private Optional<String> said(Asked asked) {
        var now = manner;
        manner = Manner.PROMPT;
        if (now == Manner.BUSY) {
            return Optional.of(answer(503, "{}"));
        }
        var words = (ObjectNode) JsonMapper.shared().readTree(asked.body);
        take(words, now == Manner.PROMPT ? 0 : WORK_MS);
        return switch (now) {
            case SILENT -> Optional.empty();
            case BEHIND_A_GATEWAY -> Optional.of(answer(502, "<html>"));
            default ->
                Optional.of(answer(
                        asked.github() ? 201 : 200,
                        words.deepCopy().put("ok", true).toString()));
        };
    }

    private String looked(Asked asked) {
        if (busyLooks > 0) {
            busyLooks--;
            return answer(503, "{}");
        }
        if (closed) {
            log.append('X');
            return answer(asked.github() ? 404 : 200, "{\"ok\":false,\"error\":\"missing_scope\"}");
        }
        return asked.github() ? comments(asked.query()) : messages(asked.query());
    }

    /** The oldest first, by pages. */
    private String comments(Map<String, String> query) {
        int size = Math.min(100, Integer.parseInt(query.getOrDefault("per_page", "30")));
        int from = (Integer.parseInt(query.getOrDefault("page", "1")) - 1) * size;
        var all = there.stream().filter(one -> one.has("body")).toList();
        var list = JsonMapper.shared().createArrayNode();
        all.stream().skip(from).limit(size).forEach(list::add);
        if (all.size() <= from + size) {
            log.append('L');
        }
        return answer(200, list.toString());
    }

    /** A channel's messages without those in threads, the newest first; a thread's, the oldest first; by a cursor. */
    private String messages(Map<String, String> query) {
        var thread = Optional.ofNullable(query.get("ts"));
        var all = new ArrayList<>(there.stream()
                .filter(one -> thread.isPresent() == one.has("thread_ts"))
                .toList());
        if (thread.isEmpty()) {
            Collections.reverse(all);
        }
        int from = Integer.parseInt(query.getOrDefault("cursor", "0"));
        int size = Integer.parseInt(query.getOrDefault("limit", "100"));
        boolean more = all.size() > from + size;
        var said = JsonMapper.shared().createObjectNode().put("ok", true).put("has_more", more);
        var list = said.putArray("messages");
        all.stream().skip(from).limit(size).forEach(one -> list.add(shown(one, query)));
        if (more) {
            said.putObject("response_metadata").put("next_cursor", Integer.toString(from + size));
        } else {
            log.append('L');
        }
        return answer(200, said.toString());
    }

    private static JsonNode shown(ObjectNode message, Map<String, String> query) {
        var shown = message.deepCopy();
        if (!query.getOrDefault("include_all_metadata", "false").equals("true")) {
            shown.remove("metadata");
        }
        return shown;
    }

    /** In one piece: what comes in two packets waits for a late acknowledgement. */
    private static String answer(int status, String text) {
        return "HTTP/1.1 %d Said\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(status, text.length(), text);
    }

    @Override
    public void close() {
        server.close();
    }
}
