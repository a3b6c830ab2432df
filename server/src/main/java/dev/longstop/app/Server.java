package dev.longstop.app;

import dev.longstop.admin.AdminServer;
import dev.longstop.admin.AdminSettings;
import dev.longstop.admin.Orders;
import dev.longstop.admin.ReplayOrders;
import dev.longstop.admin.Scrape;
import dev.longstop.config.Configuration;
import dev.longstop.config.ConfigurationFile.Checked;
import dev.longstop.config.Listen;
import dev.longstop.config.Reload;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Replay;
import dev.longstop.ingress.Callbacks;
import dev.longstop.ingress.Ingress;
import dev.longstop.ingress.IngressSettings;
import dev.longstop.job.JobCounts;
import dev.longstop.loop.Loop;
import dev.longstop.queue.Replays;
import dev.longstop.queue.Runs;
import dev.longstop.store.Dialect;
import dev.longstop.store.Pulse;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.Alarm;
import dev.longstop.telemetry.Alarms;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Randomness;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.time.Time;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A serving Longstop within this process: everything wired, started in the order of the road from its end to its door,
 * and stopped the other way round.
 */
public final class Server implements AutoCloseable {

    private static final long START_MS = 30_000;
    private static final long STOP_MS = 30_000;
    private static final long FOLLOW_CLOCK_MS = 30_000;
    private static final long LOOK_AT_FILES_MS = 500;
    private static final int OWNER_BYTES = 8;
    private static final Logger LOG = LoggerFactory.getLogger(Server.class);

    /** What was started, the latest first. */
    private final Deque<Runnable> started = new ArrayDeque<>();

    private final Configuration configuration;
    private final Supplier<Checked> again;
    private final Ground ground;
    private final CompletableFuture<Supplier<CompletionStage<Reload>>> reloading = new CompletableFuture<>();
    private final CompletableFuture<URI> opened = new CompletableFuture<>();
    private URI publicUrl = URI.create("http://unknown");
    private URI adminUrl = URI.create("http://unknown");

    private Server(Configuration configuration, Supplier<Checked> again, Ground ground) {
        this.configuration = configuration;
        this.again = again;
        this.ground = ground;
    }

    /**
     * Starts everything; when this returns, deliveries are taken.
     *
     * <p><i>Errors</i>: {@link StoreFailure}, or {@link ListenFailure}; nothing is left running then.
     */
    public static Server start(Configuration configuration) {
        return start(configuration, () -> new Checked(configuration, List.of(), Set.of()));
    }

    /**
     * The same, of a configuration that can be read again.
     *
     * @param again reads it, when one of its files has changed
     */
    public static Server start(Configuration configuration, Supplier<Checked> again) {
        var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        var metrics = new Metrics(registry);
        Time time = new SystemTime();
        Randomness randomness = new SystemRandomness();
        var store = Opening.store(configuration, metrics::committed, time, randomness);
        var pulse = new Pulse(store, time, randomness);
        var ground = new Ground(randomness.token(OWNER_BYTES), time, randomness, metrics, store, pulse);
        var server = new Server(configuration, again, ground);
        server.started.push(store::close);
        boolean ready = false;
        try {
            server.startAll(registry);
            ready = true;
            return server;
        } finally {
            if (!ready) {
                server.close();
            }
        }
    }

    private void startAll(PrometheusMeterRegistry registry) {
        var store = ground.store();
        ground.time().follow(store.clockMs());
        closing(Loop.every(
                "clock", FOLLOW_CLOCK_MS, ground.time(), () -> ground.time().follow(store.clockMs())));
        var following = Following.of(configuration, ground);
        started.push(following::close);
        var afterRuns = following.afterRuns();
        var runs = new Runs(store, ground.randomness(), afterRuns);
        if (store.dialect() == Dialect.SQLITE) {
            takeBack(runs);
        }
        configuration.overtaking().forEach(agent -> {
            while (join(runs.govern(agent), START_MS) > 0) {}
        });
        following.start();
        var work = Work.start(
                configuration,
                ground,
                runs,
                new Work.Callers(following.agents(), this::reachableUrl, following.handover(), following.alarms()));
        started.push(work::close);
        var vertx = Vertx.vertx(new VertxOptions()
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false)));
        started.push(() -> join(vertx.close().toCompletionStage(), STOP_MS));
        var policies = configuration.policies().telling(following.alarms());
        var inbox = new Inbox(store, policies, afterRuns);
        var ingress = ingress(vertx, inbox, work, following.alarms(), new Listening(runs, work, ground.metrics()));
        var scrape = new Scrape(
                registry,
                ground.metrics(),
                runs,
                configuration.platforms().keySet(),
                () -> JobCounts.read(store),
                store::walBytes,
                ground.time());
        var hand = new ReplayOrders.Hand(
                new Replay(store, ingress::sources, work::workers),
                new Replays(store, policies, afterRuns),
                runs,
                policies,
                work,
                ground.time());
        var means = new Orders.Means(runs, inbox, new ReplayOrders(store, hand));
        var orders = new Orders(store, means, work, ground.time());
        var watched =
                new AdminServer.Watched(store, ground.pulse(), runs, ingress, orders, following.hands(), this::reload);
        adminListens(new AdminServer(vertx, adminSettings(), watched, scrape));
        sayWhatIsParked(store);
        doorOpens(ingress);
        followFiles(new Reloading(configuration, again, ingress::replace));
    }

    /** One process serves from a SQLite file: what an earlier one held is free. */
    private void takeBack(Runs runs) {
        var older = join(runs.voidOlderLeases(ground.owner(), configuration.holding()), START_MS);
        if (!older.isEmpty()) {
            LOG.atInfo()
                    .addKeyValue(LogKeys.COUNT, older.size())
                    .log("Runs that an earlier process was at work on are due again");
        }
    }

    private void sayWhatIsParked(Store store) {
        Parking.of(store, configuration)
                .places()
                .forEach(place -> LOG.atWarn()
                        .addKeyValue(LogKeys.WORK, place.row())
                        .addKeyValue(LogKeys.NAME, place.name())
                        .addKeyValue(LogKeys.COUNT, place.count())
                        .log("Work is parked: the configuration lacks what it is for"));
    }

    /** Where agents call back; those that are called while the program starts wait until the door is open. */
    private URI reachableUrl() {
        return configuration.door().url().orElseGet(() -> join(opened.copy(), START_MS));
    }

    private Ingress ingress(Vertx vertx, Inbox inbox, Work work, Alarms alarms, Callbacks callbacks) {
        var listen = configuration.door().listen();
        return new Ingress(
                vertx,
                IngressSettings.of(listen.host(), listen.port())
                        .before(ground.store().dialect()),
                configuration.sources(),
                new Ingress.Collaborators(
                        acceptance -> accept(inbox, work, alarms, acceptance),
                        ground.time(),
                        ground.metrics(),
                        callbacks));
    }

    private static CompletionStage<List<Outcome>> accept(Inbox inbox, Work work, Alarms alarms, Acceptance acceptance) {
        return inbox.accept(acceptance).whenComplete((outcomes, failure) -> {
            if (failure == null) {
                taken(work, alarms, acceptance, outcomes);
            }
        });
    }

    private static void taken(Work work, Alarms alarms, Acceptance acceptance, List<Outcome> outcomes) {
        boolean started = false;
        for (int i = 0; i < outcomes.size(); i++) {
            var outcome = outcomes.get(i);
            if (outcome.verdict() == Verdict.ACCEPTED
                    && !acceptance.items().get(i).runs().isEmpty()) {
                started = true;
                if (outcome.suspectedReplay()) {
                    alarms.tell(replayed(acceptance.delivery().source(), outcome.seq()));
                }
            }
        }
        if (started) {
            work.wake();
        }
    }

    private static Alarm replayed(String source, long seq) {
        return new Alarm(
                "held",
                source,
                "a signed body came again under another id: what it starts is held until someone releases it",
                "longstop events show " + seq);
    }

    private AdminSettings adminSettings() {
        var listen = configuration.admin().listen();
        var token = AdminToken.of(configuration, ground.randomness());
        return new AdminSettings(
                listen.host(),
                listen.port(),
                token.value(),
                Set.copyOf(configuration.admin().names()));
    }

    private void adminListens(AdminServer admin) {
        var listen = configuration.admin().listen();
        int port = listening("admin.listen", listen, admin.start());
        started.push(() -> join(admin.close(), STOP_MS));
        adminUrl = new Listen(listen.host(), port).reachable();
    }

    private void doorOpens(Ingress ingress) {
        var listen = configuration.door().listen();
        int port = listening("public.listen", listen, ingress.start());
        started.push(() -> join(ingress.close(), STOP_MS));
        publicUrl = new Listen(listen.host(), port).reachable();
        opened.complete(publicUrl);
    }

    private void followFiles(Reloading files) {
        var loop = Loop.every("reload", LOOK_AT_FILES_MS, ground.time(), files::turn);
        closing(loop);
        reloading.complete(() -> {
            var asked = files.want();
            loop.up();
            return asked;
        });
    }

    /**
     * Reads the configuration again, whether a file of it has changed or not: all of it or nothing.
     *
     * @return completes with what changed, or with the errors; while the program starts, once it has
     */
    public CompletionStage<Reload> reload() {
        return reloading.copy().thenCompose(Supplier::get);
    }

    private static int listening(String key, Listen listen, CompletionStage<Integer> start) {
        try {
            return join(start, START_MS);
        } catch (CompletionException e) {
            throw new ListenFailure(key, listen, e.getCause() == null ? e : e.getCause());
        }
    }

    private void closing(Loop loop) {
        started.push(() -> loop.close(STOP_MS));
    }

    /** Where senders post to. */
    public URI publicUrl() {
        return publicUrl;
    }

    /** Where the admin API listens. */
    public URI adminUrl() {
        return adminUrl;
    }

    /** Stops: no new delivery, then no new attempt, then nothing. */
    @Override
    public void close() {
        var next = started.poll();
        if (next != null) {
            try {
                next.run();
            } finally {
                // Whatever one part has, the others are closed too.
                close();
            }
        }
    }

    static <T> T join(CompletionStage<T> stage, long withinMs) {
        return stage.toCompletableFuture()
                .orTimeout(withinMs, TimeUnit.MILLISECONDS)
                .join();
    }
}
