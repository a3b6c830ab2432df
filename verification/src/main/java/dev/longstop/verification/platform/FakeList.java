package dev.longstop.verification.platform;

import dev.longstop.platform.Meaning;
import dev.longstop.platform.Reader;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The list of a fake platform's jobs: pages of {@value #PAGE}, each saying where the next is as the data have it. */
final class FakeList {

    static final int PAGE = 10;

    private final JsonNode form;
    private final JsonNode sample;
    private final Reader reader;
    private final FakePath path;

    private FakeList(JsonNode recording, Reader reader) {
        this.form = recording.path("platform").path("list");
        this.sample = recording.path("samples").path("listPage");
        this.reader = reader;
        this.path = FakePath.of(form.path("path").asString("").replaceFirst("\\?.*", ""));
    }

    /** The list that a recording describes; empty where it has none. */
    static Optional<FakeList> of(JsonNode recording, Reader reader) {
        var mode = recording.path("platform").path("list").path("mode").asString("none");
        boolean lists = !mode.equals("none")
                && !recording.path("samples").path("listPage").isMissingNode();
        return lists ? Optional.of(new FakeList(recording, reader)) : Optional.empty();
    }

    /** A page, and the header that leads to the next where a header does. */
    record Page(JsonNode body, Optional<String> link) {}

    /** Whether a request is for the list. */
    boolean is(String request) {
        return path.is(request.replaceFirst("\\?.*", ""));
    }

    /** The page that a request asks for. */
    Page page(URI request, URI here, Map<String, JsonNode> all) {
        var jobs = new ArrayList<String>();
        all.forEach((id, status) -> {
            if (stands(status)) {
                jobs.add(id);
            }
        });
        Collections.reverse(jobs);
        int from = from(request, jobs);
        int to = Math.min(jobs.size(), from + PAGE);
        var body = sample.deepCopy();
        var items = items(body);
        items.removeAll();
        jobs.subList(from, to).forEach(id -> items.add(all.get(id)));
        return next(request, here, body, to < jobs.size() ? Optional.of(mark(jobs, to)) : Optional.empty());
    }

    /** A list of what is at work has nothing else. */
    private boolean stands(JsonNode status) {
        var mode = form.path("mode").asString("");
        var document = reader.document(status.toString().getBytes(StandardCharsets.UTF_8), 200);
        return !mode.equals("active-set-diff") || reader.read(document).meaning() == Meaning.RUNNING;
    }

    private ArrayNode items(JsonNode body) {
        var at = form.path("items").asString("$");
        return (ArrayNode) (at.equals("$") ? body : body.path(at.substring(2)));
    }

    /** A mark is the last id of the page before, or the count of what came before, as the parameter has it. */
    private static int from(URI request, List<String> jobs) {
        var mark = Optional.ofNullable(request.getRawQuery()).stream()
                .flatMap(query -> Arrays.stream(query.split("&")))
                .filter(part -> part.startsWith("after_id=")
                        || part.startsWith("after=")
                        || part.startsWith("page=")
                        || part.startsWith("pageToken=")
                        || part.startsWith("nextPageToken=")
                        || part.startsWith("offset=")
                        || part.startsWith("cursor="))
                .map(part -> URLDecoder.decode(part.replaceFirst("^[^=]*=", ""), StandardCharsets.UTF_8))
                .findFirst();
        return mark.map(text -> jobs.contains(text) ? jobs.indexOf(text) + 1 : Integer.parseInt(text))
                .orElse(0);
    }

    private String mark(List<String> jobs, int to) {
        return form.path("next").asString("").matches("\\$\\.last_id|") ? jobs.get(to - 1) : Integer.toString(to);
    }

    private Page next(URI request, URI here, JsonNode body, Optional<String> mark) {
        var place = form.path("next").asString("");
        var more = form.path("more").asString("");
        if (!more.isEmpty()) {
            ((ObjectNode) body).put(more.substring(2), mark.isPresent());
        }
        var query = Optional.ofNullable(request.getRawQuery()).orElse("").replaceAll("&?cursor=[^&]*", "");
        var address = mark.map(text -> here + request.getRawPath() + "?" + query + "&cursor=" + text);
        if (place.equals("@link")) {
            return new Page(body, address.map(text -> "<" + text + ">; rel=\"next\""));
        }
        if (place.startsWith("$.")) {
            boolean whole = form.path("pageParam").asString("").equals("@url");
            var text = whole ? address : mark;
            ((ObjectNode) body).put(place.substring(2), text.orElse(null));
        }
        return new Page(body, Optional.empty());
    }
}
