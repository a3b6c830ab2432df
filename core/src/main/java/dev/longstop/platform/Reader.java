package dev.longstop.platform;

import dev.longstop.contract.Path;
import dev.longstop.event.Headers;
import dev.longstop.platform.Platform.Announcement;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Understands what one platform says. Pure. */
public final class Reader {

    private static final List<Path> NO_PATHS = List.of();

    private final Platform platform;

    /** A reader of a platform's words. */
    public Reader(Platform platform) {
        this.platform = platform;
    }

    /** A status document, on its way to being understood: a second read may have to be put into it. */
    public static final class Document {

        private final ObjectNode json;

        private Document(ObjectNode json) {
            this.json = json;
        }
    }

    /** The document of an answer: its body, and its status as {@code $http}. */
    public Document document(byte[] body, int status) {
        return new Document(Documents.of(body, status));
    }

    /** The second read that a document calls for, where it does. */
    public Optional<Call.Filled> second(Document document, Variables variables) {
        return platform.detail()
                .filter(detail -> detail.when().holds(document.json))
                .map(detail -> detail.call().fill(platform.base(), platform.auth(), variables));
    }

    /** The document with the answer to its second read in it. */
    public Document with(Document document, byte[] second, int status) {
        var whole = document.json.deepCopy();
        platform.detail().ifPresent(detail -> {
            var answer = Documents.of(second, status);
            answer.remove(Documents.HTTP);
            whole.set(detail.into(), answer);
            detail.http().ifPresent(name -> whole.put(name, status));
        });
        return new Document(whole);
    }

    /** What a document says. Words that no rule knows mean that the job runs, and that somebody is told. */
    public Reading read(Document document) {
        return read(document.json);
    }

    /** Whether the HTTP status of the second read says something, so that a refusal is an answer, too. */
    public boolean takesSecondStatus() {
        return platform.detail().flatMap(Platform.Detail::http).isPresent();
    }

    /** Whether it is by the HTTP status of the answer that a document means what it means. */
    public boolean decidesByStatus(Document document) {
        return rule(document.json)
                .filter(rule -> rule.when().asks(Documents.HTTP))
                .isPresent();
    }

    private Optional<Platform.Rule> rule(JsonNode json) {
        return platform.states().stream().filter(one -> one.when().holds(json)).findFirst();
    }

    private Reading read(JsonNode json) {
        var rule = rule(json);
        var meaning = rule.map(Platform.Rule::to).orElse(Meaning.RUNNING);
        var read = platform.read();
        return new Reading(
                meaning,
                rule.isEmpty(),
                raw(json),
                read.order().flatMap(order -> order(json, order)),
                read.generation().flatMap(generation -> generation(json, generation)),
                rule.map(Platform.Rule::flags).orElse(Set.of()),
                rule.flatMap(Platform.Rule::attention),
                meaning.over()
                        ? Documents.first(json, read.finishedAt()).flatMap(Documents::instantMs)
                        : Optional.empty(),
                meaning.outcome() ? result(json) : Optional.empty(),
                false,
                read.pollAfterMs()
                        .flatMap(path -> Documents.value(json, path))
                        .filter(JsonNode::isNumber)
                        .map(JsonNode::longValue)
                        .filter(ms -> ms > 0),
                key(json));
    }

    /** The id of the job that an answer to a launch names. */
    public Optional<String> launched(Document answer, Variables variables) {
        return platform.launch().flatMap(launch -> {
            if (launch.id().startsWith(PlatformForm.CONSTANT)) {
                var template = launch.id().substring(PlatformForm.CONSTANT.length());
                return Optional.of(Template.fill(template, variables, value -> value));
            }
            return Documents.value(answer.json, Path.parse(launch.id())).flatMap(Documents::text);
        });
    }

    /** Our key, where a document carries one. */
    public Optional<String> key(Document document) {
        return key(document.json);
    }

    /**
     * A page of the platform's list.
     *
     * @param entries the jobs of it, in their order
     * @param next the address of the page after it; empty if it is the last
     */
    public record JobPage(List<Entry> entries, Optional<URI> next) {
        public JobPage {
            entries = List.copyOf(entries);
        }
    }

    /** A job of a list. */
    public record Entry(String jobId, Document document) {}

    /**
     * The page that was answered to a request for the list.
     *
     * @param asked the address that was asked
     */
    public JobPage page(URI asked, Headers headers, byte[] body) {
        var page = Documents.of(body, 200);
        return platform.list()
                .map(listing -> page(listing, asked, headers, page))
                .orElseGet(() -> new JobPage(List.of(), Optional.empty()));
    }

    private static JobPage page(Listing listing, URI asked, Headers headers, ObjectNode page) {
        var items = Documents.value(items(page, listing), listing.items())
                .filter(JsonNode::isArray)
                .map(JsonNode::values)
                .orElse(List.of());
        var entries = new ArrayList<Entry>();
        for (var item : items) {
            Documents.value(item, listing.id())
                    .flatMap(Documents::text)
                    .filter(id -> item.isObject())
                    .ifPresent(id -> entries.add(new Entry(id, listed(item))));
        }
        var last = entries.stream().reduce((earlier, later) -> later).map(Entry::jobId);
        return new JobPage(entries, listing.next(asked, headers, page, items.size(), last));
    }

    private static Document listed(JsonNode item) {
        var document = (ObjectNode) item.deepCopy();
        document.put(Documents.HTTP, 200);
        return new Document(document);
    }

    /** Where a list's path begins: a page that is a bare list stands in the document's body. */
    private static JsonNode items(JsonNode document, Listing listing) {
        return listing.items().steps().isEmpty() ? document.path(Documents.BODY) : document;
    }

    /** What is needed to ask for a job besides its id, as far as a document says it: the parent that it belongs to. */
    public Map<String, String> askWith(Document document) {
        return askWith(document.json);
    }

    private Map<String, String> askWith(JsonNode json) {
        return platform.launch()
                .flatMap(Platform.Launch::parent)
                .flatMap(path -> Documents.value(json, path))
                .flatMap(Documents::text)
                .map(parent -> Map.of("parent", parent))
                .orElse(Map.of());
    }

    /** What a platform sent by itself. */
    public sealed interface Pushed {}

    /**
     * It is about a job.
     *
     * @param jobId the platform's id of it
     * @param askWith what is needed to ask for it, as far as was said
     * @param reading what it says; empty for a nudge
     */
    public record About(String jobId, Map<String, String> askWith, Optional<Reading> reading) implements Pushed {
        public About {
            askWith = Map.copyOf(askWith);
        }

        /** The same, saying no more than "look now". */
        public About asNudge() {
            return new About(jobId, askWith, Optional.empty());
        }
    }

    /** It is about no job. */
    public record Nothing(String why) implements Pushed {}

    /** Whether an answer of the platform has the result of a success that was announced without it. */
    public boolean tellsMore(About about) {
        boolean stateAlone = platform.webhook()
                .filter(webhook -> webhook.trust() == Platform.Trust.STATE)
                .isPresent();
        return stateAlone
                && platform.read().result().isPresent()
                && about.reading()
                        .filter(reading -> reading.meaning() == Meaning.SUCCEEDED)
                        .isPresent();
    }

    /** What a body says that the platform sent and that was verified. */
    public Pushed pushed(byte[] body) {
        if (platform.webhook().isEmpty()) {
            return new Nothing("this platform is not known to send anything");
        }
        var webhook = platform.webhook().get();
        var whole = Documents.of(body, 0);
        whole.remove(Documents.HTTP);
        if (Documents.first(whole, webhook.ignoreIf()).isPresent()) {
            return new Nothing("it is not about a job's state");
        }
        var object = webhook.unwrap().isEmpty()
                ? whole
                : Documents.first(whole, webhook.unwrap())
                        .filter(JsonNode::isObject)
                        .orElse(whole);
        var id = Documents.first(object, webhook.jobId())
                .or(() -> Documents.first(whole, webhook.jobId()))
                .flatMap(Documents::text);
        if (id.isEmpty()) {
            return new Nothing("it names no job");
        }
        return new About(id.get(), askWith(object), said(webhook, whole, object));
    }

    private Optional<Reading> said(Platform.Webhook webhook, JsonNode whole, JsonNode object) {
        var announcement = webhook.type()
                .flatMap(path -> Documents.value(whole, path))
                .flatMap(Documents::text)
                .map(type -> webhook.events().getOrDefault(type, Announcement.NUDGE))
                .orElse(Announcement.NUDGE);
        if (webhook.trust() == Platform.Trust.SNAPSHOT) {
            return Optional.of(read(object));
        }
        return announcement.to().map(meaning -> announced(webhook, announcement, meaning, whole));
    }

    private Reading announced(Platform.Webhook webhook, Announcement announcement, Meaning meaning, JsonNode whole) {
        var finishedAtMs = webhook.occurredAt()
                .filter(path -> meaning.outcome())
                .flatMap(path -> Documents.value(whole, path))
                .flatMap(Documents::instantMs);
        return new Reading(
                meaning,
                false,
                words(whole, webhook.type().map(List::of).orElse(NO_PATHS)),
                Optional.empty(),
                Optional.empty(),
                announcement.flags(),
                Optional.empty(),
                finishedAtMs,
                Optional.empty(),
                announcement.last(),
                Optional.empty(),
                Optional.empty());
    }

    private String raw(JsonNode json) {
        return words(json, platform.read().raw());
    }

    private static String words(JsonNode json, List<Path> paths) {
        var words = JsonMapper.shared().createObjectNode();
        for (var path : paths) {
            Documents.value(json, path).ifPresent(value -> words.set(path.text(), value));
        }
        return words.toString();
    }

    private static Optional<Reading.Order> order(JsonNode json, Platform.Order order) {
        return order.of().stream()
                .flatMap(path -> Documents.value(json, path).stream())
                .filter(value -> Documents.text(value).isPresent())
                .max(Comparator.comparing(value -> Documents.order(value).orElse(BigDecimal.ZERO)))
                .map(value -> new Reading.Order(order.kind(), value.asString()));
    }

    private static Optional<Reading.Generation> generation(JsonNode json, Platform.Generations generations) {
        return Documents.value(json, generations.key())
                .flatMap(Documents::text)
                .map(key -> new Reading.Generation(
                        key,
                        generations
                                .order()
                                .flatMap(path -> Documents.value(json, path))
                                .flatMap(Documents::order)
                                .map(BigDecimal::longValue)));
    }

    private Optional<String> result(JsonNode json) {
        var path = platform.read().result();
        if (path.isPresent()) {
            return Documents.value(json, path.get())
                    .map(value -> value.isContainer() ? value.toString() : value.asString());
        }
        var whole = json.deepCopy();
        if (whole instanceof ObjectNode object) {
            object.remove(Documents.HTTP);
        }
        return Optional.of(whole.toString());
    }

    private Optional<String> key(JsonNode json) {
        return platform.launch()
                .flatMap(Platform.Launch::correlation)
                .flatMap(path -> Documents.value(json, path))
                .flatMap(Documents::text);
    }
}
