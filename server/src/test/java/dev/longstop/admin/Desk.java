package dev.longstop.admin;

import dev.longstop.config.Reload;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Secret;
import dev.longstop.effect.Effects;
import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Acceptance.Item;
import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Replay;
import dev.longstop.inbox.Rule;
import dev.longstop.inbox.Source;
import dev.longstop.ingress.Ingress;
import dev.longstop.ingress.IngressSettings;
import dev.longstop.job.EffectPlan;
import dev.longstop.job.JobCounts;
import dev.longstop.job.Jobs;
import dev.longstop.job.Launches;
import dev.longstop.job.MergeSettings;
import dev.longstop.loop.Wake;
import dev.longstop.queue.Aftermath;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Limit;
import dev.longstop.queue.Policies;
import dev.longstop.queue.Policy;
import dev.longstop.queue.Replays;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.Runs;
import dev.longstop.store.Pulse;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A listening admin API over a SQLite store and a listening ingress, for tests. */
final class Desk implements Shift, AutoCloseable {

    static final String TOKEN = "the-token-of-this-test";

    private static final long WITHIN_S = 20;

    private static final Policy LIMITED = new Policy(Busy.QUEUE, List.of(new Limit(1, 86_400_000, Limit.Scope.AGENT)));

    /** How often somebody was told that there may be runs to claim, or that some may be over. */
    final AtomicInteger told = new AtomicInteger();

    /** What comes of reading the configuration again. */
    volatile Reload reload = new Reload(List.of(), Optional.empty());

    final Metrics metrics;
    final SqliteStore store;
    final Inbox inbox;
    final int port;
    final int publicPort;
    private final Vertx vertx = Vertx.vertx();
    private final Ingress ingress;
    private final AdminServer admin;
    private final HttpClient client = HttpClient.newHttpClient();

    Desk(Path folder) {
        var time = new SystemTime();
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        metrics = new Metrics(registry);
        var settings = SqliteSettings.of(folder.resolve("longstop.db")).with(metrics::committed);
        store = SqliteStore.open(settings, time, new SystemRandomness());
        Policies policies = agent -> agent.equals("limited") ? LIMITED : Policy.FREE;
        inbox = new Inbox(store, policies);
        var runs = new Runs(store, new SystemRandomness());
        ingress = new Ingress(
                vertx,
                IngressSettings.of("127.0.0.1", 0),
                Map.of("hub", source()),
                new Ingress.Collaborators(inbox::accept, time, metrics));
        publicPort = done(ingress.start());
        admin = new AdminServer(
                vertx,
                AdminSettings.of("127.0.0.1", 0, TOKEN),
                new AdminServer.Watched(
                        store,
                        new Pulse(store, time, new SystemRandomness()),
                        runs,
                        ingress,
                        new Orders(store, new Orders.Means(runs, inbox, replays(runs, policies, time)), this, time),
                        hands(time),
                        () -> CompletableFuture.completedStage(reload)),
                new Scrape(registry, metrics, runs, Set.of(), () -> JobCounts.read(store), store::walBytes, time));
        port = done(admin.start());
    }

    /** Takes an event in, with runs of these agents. */
    Outcome accept(String id, String type, String action, String... agents) {
        var body = ("{\"id\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8);
        var hash = EventId.sha256(body);
        var delivery = new Delivery(
                "hub",
                1_700_000_000_000L,
                body,
                hash,
                "application/json",
                Headers.of("x-github-event", type),
                Optional.of("old"),
                false);
        var item = new Item(
                EventId.ofSender(id.getBytes(StandardCharsets.UTF_8)),
                hash,
                type,
                action,
                Optional.of("acme/road:" + id),
                true,
                agents.length == 0 ? Optional.of("no_rule") : Optional.empty(),
                Stream.of(agents).map(RunSeed::of).toList());
        return done(inbox.accept(new Acceptance(delivery, List.of(item)))).get(0);
    }

    @Override
    public Set<String> agents() {
        return Set.of("triage", "limited");
    }

    @Override
    public Set<String> workers() {
        return agents();
    }

    @Override
    public void wake() {
        told.incrementAndGet();
    }

    @Override
    public void look() {
        told.incrementAndGet();
    }

    /** Orders something with the token. */
    HttpResponse<String> order(String path, String body) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(WITHIN_S))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .join();
    }

    /** Asks with the token. */
    HttpResponse<String> get(String path) {
        return send("GET", path, "Authorization", "Bearer " + TOKEN);
    }

    /** Says something with the token. */
    HttpResponse<String> post(String path, String body) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(WITHIN_S))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return answered(request);
    }

    JsonNode json(String path) {
        return JsonMapper.shared().readTree(get(path).body());
    }

    HttpResponse<String> send(String method, String path, String... headers) {
        return send(port, method, path, headers);
    }

    HttpResponse<String> send(int toPort, String method, String path, String... headers) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + toPort + path))
                .timeout(Duration.ofSeconds(WITHIN_S))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return answered(request);
    }

    private HttpResponse<String> answered(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    void closeIngress() {
        done(ingress.close());
    }

    static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(WITHIN_S, TimeUnit.SECONDS).join();
    }

    private ReplayOrders replays(Runs runs, Policies policies, SystemTime time) {
        return new ReplayOrders(
                store,
                new ReplayOrders.Hand(
                        new Replay(store, () -> ingress.sources(), this::workers),
                        new Replays(store, policies, Aftermath.none()),
                        runs,
                        policies,
                        this,
                        time));
    }

    private Hands hands(SystemTime time) {
        return new Hands(
                new Jobs(store, EffectPlan.none(), MergeSettings.DEFAULT),
                new Effects(store, new SystemRandomness()),
                new Launches(store),
                Map.of(),
                Map.of("claude", Wake.none()),
                time);
    }

    /** Has a rule from now on: an agent for every event. */
    void rule(String agent) {
        ingress.replace(Map.of("hub", source(new Rule(List.of("*"), Map.of(), List.of(agent), RunMode.LIVE))));
    }

    private static Source source(Rule... rules) {
        var contract = ((Contracts.Sound) Contracts.builtIn("github")).contract();
        return new Source(
                "hub",
                contract,
                List.of(new Secret("s", "secret", Optional.empty())),
                List.of(rules),
                List.of(),
                Optional.empty(),
                contract.bodyBytesMax(),
                contract.retryHorizonMs(),
                Source.Replays.HOLD);
    }

    @Override
    public void close() {
        done(admin.close());
        done(ingress.close());
        store.close();
        done(vertx.close().toCompletionStage());
    }
}
