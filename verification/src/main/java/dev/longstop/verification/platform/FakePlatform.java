package dev.longstop.verification.platform;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.longstop.platform.Platforms;
import dev.longstop.platform.Reader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One platform as its recording shows it, over real HTTP: each job answers with one recorded status until it is told to
 * answer with another, or with a failure; its list has the pages that its data describe; what it sends by itself is
 * made by {@link FakeWebhooks}.
 *
 * <p><i>Threads</i>: safe. One request at a time is answered; one that hangs holds up no other.
 */
public final class FakePlatform implements AutoCloseable {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");
    private static final String ID = "id";
    private static final int FIRST_LAUNCHED = 7_000_000;

    private final JsonNode recording;
    private final String recordedId;
    private final Reader reader;
    private final HttpServer server;
    private final Pattern launch;
    private final List<String> launches = new CopyOnWriteArrayList<>();
    private volatile String launchedAs = "";
    private final Pattern status;
    private final Optional<Pattern> detail;
    private final Map<String, String> samples = new ConcurrentHashMap<>();
    private final Map<String, Deque<Integer>> failures = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> asks = new ConcurrentHashMap<>();
    private final Optional<Pattern> cancel;
    private final Optional<FakeList> list;
    private final List<String> cancelled = new CopyOnWriteArrayList<>();
    private final List<HttpExchange> hanging = new CopyOnWriteArrayList<>();
    private volatile String cancelledAs = "";
    private volatile boolean hangs;

    /** A built-in platform, on a port that nobody has. */
    public FakePlatform(String name) {
        recording = Platforms.recording(name);
        recordedId = recordedId(recording);
        if (!(Platforms.builtIn(name) instanceof Platforms.Sound sound)) {
            throw new IllegalArgumentException("there is no such platform");
        }
        reader = new Reader(sound.platform());
        var form = recording.path("platform");
        launch = pattern(form.path("launch").path("path").asString(""));
        status = pattern(form.path("status").path("path").asString(""));
        detail = optional(form.path("detail"));
        cancel = optional(form.path("cancel"));
        list = FakeList.of(recording, reader);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.start();
    }

    /** The address of its API. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** From now on a job answers with the status that was recorded under this name. */
    public void answer(String jobId, String sample) {
        if (!recording.path("samples").path("statuses").has(sample)) {
            throw new IllegalArgumentException("nothing was recorded under the name " + sample);
        }
        samples.put(jobId, sample);
    }

    /** The next requests for a job are answered with these statuses and nothing else. */
    public void fail(String jobId, int... statuses) {
        var queue = failures.computeIfAbsent(jobId, id -> new ArrayDeque<>());
        synchronized (queue) {
            for (int code : statuses) {
                queue.add(code);
            }
        }
    }

    /** How often a job was asked for. */
    public int asks(String jobId) {
        return asks.getOrDefault(jobId, new AtomicInteger()).get();
    }

    /** The body of a recorded webhook, about this job. */
    public byte[] webhook(String name, String jobId) {
        var body = recording
                .path("samples")
                .path("webhooks")
                .path(name)
                .path("bodyText")
                .asString("");
        var about = reader.pushed(body.getBytes(StandardCharsets.UTF_8));
        var id = about instanceof Reader.About one ? one.jobId() : recordedId;
        return body.replace(id, jobId).getBytes(StandardCharsets.UTF_8);
    }

    /** What was recorded of it. */
    JsonNode recording() {
        return recording;
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (hangs) {
            hanging.add(exchange);
            return;
        }
        try (exchange) {
            if (exchange.getRequestMethod().equals("GET")) {
                read(exchange);
            } else {
                change(exchange);
            }
        }
    }

    private void read(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().toString();
        var second = detail.map(pattern -> pattern.matcher(path)).filter(Matcher::matches);
        var first = status.matcher(path);
        if (second.isPresent()) {
            sample(exchange, id(second.get()), ".detail", ".detailHttp");
        } else if (first.matches()) {
            var id = id(first);
            asks.computeIfAbsent(id, key -> new AtomicInteger()).incrementAndGet();
            if (!failed(exchange, id)) {
                sample(exchange, id, "", "");
            }
        } else if (list.filter(one -> one.is(path)).isPresent()) {
            page(exchange, list.get());
        } else {
            send(exchange, 404, "{}");
        }
    }

    private void change(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().toString();
        var ends = cancel.map(pattern -> pattern.matcher(path)).filter(Matcher::matches);
        if (ends.isPresent()) {
            var id = id(ends.get());
            cancelled.add(id);
            if (!failed(exchange, id)) {
                samples.computeIfPresent(id, (job, sample) -> cancelledAs.isEmpty() ? sample : cancelledAs);
                sample(exchange, id, "", "");
            }
        } else if (launch.matcher(path).matches()) {
            launched(exchange);
        } else {
            // Some are asked for by other methods.
            read(exchange);
        }
    }

    private void page(HttpExchange exchange, FakeList listing) throws IOException {
        var jobs = new LinkedHashMap<String, JsonNode>();
        var statuses = recording.path("samples").path("statuses");
        new TreeMap<>(samples)
                .forEach((id, name) -> jobs.put(
                        id,
                        JsonMapper.shared()
                                .readTree(statuses.path(name).toString().replace(recordedId, id))));
        var page = listing.page(exchange.getRequestURI(), url(), jobs);
        page.link().ifPresent(link -> exchange.getResponseHeaders().add("link", link));
        send(exchange, 200, page.body().toString());
    }

    /** From now on a job that is asked to end answers with this status; without that it goes on as it was. */
    public void cancelAs(String sample) {
        cancelledAs = sample;
    }

    /** The jobs that were asked to end, each as often as it was. */
    public List<String> cancelled() {
        return List.copyOf(cancelled);
    }

    /** From now on nothing is answered. */
    public void hang() {
        hangs = true;
    }

    /** From now on everything is answered; what hung is cut off. */
    public void answerAgain() {
        hangs = false;
        hanging.forEach(HttpExchange::close);
        hanging.clear();
    }

    /** A job begins to work, under the next id. */
    private void launched(HttpExchange exchange) throws IOException {
        launches.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        var id = Integer.toString(FIRST_LAUNCHED + launches.size());
        samples.put(id, launchedAs);
        send(
                exchange,
                200,
                recording.path("samples").path("launchResponse").toString().replace(recordedId, id));
    }

    /** From now on a job that is launched answers with this status until it is told otherwise. */
    public void launchAs(String sample) {
        launchedAs = sample;
    }

    /** The bodies of the launches, in their order. */
    public List<String> launches() {
        return List.copyOf(launches);
    }

    private static String id(Matcher matcher) {
        return URLDecoder.decode(matcher.group(ID), StandardCharsets.UTF_8);
    }

    private boolean failed(HttpExchange exchange, String id) throws IOException {
        var queue = failures.getOrDefault(id, new ArrayDeque<>());
        Integer code;
        synchronized (queue) {
            code = queue.poll();
        }
        if (code == null) {
            return false;
        }
        exchange.getResponseHeaders().add("retry-after", "1");
        send(exchange, code, "{\"error\":\"scripted\"}");
        return true;
    }

    private void sample(HttpExchange exchange, String id, String suffix, String httpSuffix) throws IOException {
        var name = samples.get(id);
        if (name == null) {
            send(exchange, 404, "{\"error\":\"not found\"}");
            return;
        }
        var statuses = recording.path("samples").path("statuses");
        var body = statuses.path(name + suffix);
        int code = httpSuffix.isEmpty()
                ? body.path("$http").asInt(200)
                : statuses.path(name + httpSuffix).asInt(200);
        send(exchange, code, body.toString().replace(recordedId, id));
    }

    private static void send(HttpExchange exchange, int code, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("content-type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static Optional<Pattern> optional(JsonNode call) {
        return Optional.of(call.path("path").asString(""))
                .filter(path -> !path.isEmpty())
                .map(FakePlatform::pattern);
    }

    /** A path of the form as a pattern: literal parts as they are, the id by its name, other values as they come. */
    static Pattern pattern(String path) {
        var pattern = new StringBuilder();
        var variable = VARIABLE.matcher(path);
        int at = 0;
        while (variable.find()) {
            pattern.append(Pattern.quote(path.substring(at, variable.start())));
            pattern.append(variable.group(1).equals(ID) ? "(?<id>[^?]+?)" : "[^?]+?");
            at = variable.end();
        }
        return Pattern.compile(pattern.append(Pattern.quote(path.substring(at))).toString());
    }

    /** The id that the recording's jobs have. */
    static String recordedId(JsonNode recording) {
        var at = recording.path("platform").path("launch").path("id").asString("");
        if (!at.startsWith("$.")) {
            throw new IllegalArgumentException("the recording does not say where its job's id stands");
        }
        var node = recording.path("samples").path("launchResponse");
        for (var step : at.substring(2).split("\\.", -1)) {
            node = node.path(step);
        }
        return node.asString();
    }

    @Override
    public void close() {
        answerAgain();
        server.stop(0);
    }
}
