package dev.longstop.ingress;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.inbox.Rule;
import dev.longstop.inbox.Source;
import dev.longstop.queue.RunMode;
import dev.longstop.telemetry.MetricNames;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.SystemTime;
import dev.longstop.time.Time;
import dev.longstop.verify.Trust;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A listening ingress over an inbox that remembers, for tests. */
final class Door implements AutoCloseable {

    static final String SECRET = "It's a Secret to Everybody";

    static final String ISSUE = """
            {"action":"opened","issue":{"number":7},"repository":{"full_name":"acme/road"},
             "sender":{"login":"wile"}}""";

    private static final long WITHIN_S = 60;
    private static final long PATIENCE_MS = 60_000;

    final List<Acceptance> accepted = new CopyOnWriteArrayList<>();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    final Ingress ingress;
    final int port;
    volatile Acceptor inbox = acceptance ->
            CompletableFuture.completedStage(List.of(new Outcome(Verdict.ACCEPTED, accepted.size(), false)));
    private final Vertx vertx = Vertx.vertx();

    Door() {
        this(settings -> settings);
    }

    Door(UnaryOperator<IngressSettings> settings) {
        this(settings, new SystemTime());
    }

    Door(UnaryOperator<IngressSettings> settings, Time time) {
        ingress = new Ingress(
                vertx,
                settings.apply(patient()),
                Map.of("hub", source("hub", SECRET)),
                new Ingress.Collaborators(this::accept, time, new Metrics(registry)));
        port = ingress.start()
                .toCompletableFuture()
                .orTimeout(WITHIN_S, TimeUnit.SECONDS)
                .join();
    }

    // A machine may stand still for seconds; only tests about a deadline have a short one.
    private static IngressSettings patient() {
        return Settings.of(IngressSettings.of("127.0.0.1", 0))
                .headMs(PATIENCE_MS)
                .bodyMs(PATIENCE_MS)
                .answerMs(PATIENCE_MS)
                .done();
    }

    private java.util.concurrent.CompletionStage<List<Outcome>> accept(Acceptance acceptance) {
        accepted.add(acceptance);
        return inbox.accept(acceptance);
    }

    Wire wire() {
        return new Wire(port);
    }

    /** Posts to the source on a connection of its own. */
    Wire.Reply post(String body, String... headers) {
        try (var wire = wire()) {
            return wire.send(Wire.post("/in/hub", body, headers)).reply();
        }
    }

    /** A signed delivery of an issue. */
    static String signed(String id, String body) {
        return Wire.post("/in/hub", body, headers(id, "issues", body));
    }

    static String[] headers(String id, String type, String body) {
        return new String[] {
            "X-GitHub-Delivery",
            id,
            "X-GitHub-Event",
            type,
            "Content-Type",
            "application/json",
            "X-Hub-Signature-256",
            sign(SECRET, body)
        };
    }

    static String sign(String secret, String latin1) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(latin1.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static Source source(String name, String... secrets) {
        var contract = github();
        return new Source(
                name,
                contract,
                java.util.Arrays.stream(secrets)
                        .map(secret -> new Secret("s", secret, Optional.empty()))
                        .toList(),
                List.of(new Rule(List.of("issues.opened"), Map.of(), List.of("triage"), RunMode.LIVE)),
                List.of("acme-agent"),
                Optional.empty(),
                contract.bodyBytesMax(),
                contract.retryHorizonMs(),
                Source.Replays.HOLD);
    }

    static Contract github() {
        return contract("github");
    }

    static Contract contract(String name) {
        return ((Contracts.Sound) Contracts.builtIn(name)).contract();
    }

    /** A source of a contract, called like it, that starts an agent at every event. */
    static Source of(String contract, Trust trust) {
        return of(contract(contract), trust);
    }

    static Source of(Contract contract, Trust trust) {
        return new Source(
                contract.id(),
                contract,
                trust,
                List.of(new Rule(List.of("*"), Map.of(), List.of("triage"), RunMode.LIVE)),
                List.of(),
                Optional.empty(),
                contract.bodyBytesMax(),
                contract.retryHorizonMs(),
                Source.Replays.HOLD);
    }

    /** How many deliveries of a source had an outcome. */
    double counted(String source, String outcome) {
        return registry.get(MetricNames.DELIVERIES)
                .tag("source", source)
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    @Override
    public void close() {
        ingress.close()
                .toCompletableFuture()
                .orTimeout(WITHIN_S, TimeUnit.SECONDS)
                .join();
        vertx.close()
                .toCompletionStage()
                .toCompletableFuture()
                .orTimeout(WITHIN_S, TimeUnit.SECONDS)
                .join();
    }
}
