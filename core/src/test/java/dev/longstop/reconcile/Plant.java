package dev.longstop.reconcile;

import dev.longstop.agent.Assignment;
import dev.longstop.agent.Revocation;
import dev.longstop.agent.TraceParent;
import dev.longstop.contract.Secret;
import dev.longstop.effect.EffectForm;
import dev.longstop.effect.EffectPolicy;
import dev.longstop.effect.Place;
import dev.longstop.event.Delivery;
import dev.longstop.event.Event;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Inbox;
import dev.longstop.job.AfterJobs;
import dev.longstop.job.Asks;
import dev.longstop.job.Channel;
import dev.longstop.job.Deadlines;
import dev.longstop.job.JobKey;
import dev.longstop.job.Jobs;
import dev.longstop.job.Launches;
import dev.longstop.job.Observation;
import dev.longstop.job.Observation.Stranger;
import dev.longstop.job.OverdueRuns;
import dev.longstop.job.Ownership;
import dev.longstop.loop.Workers;
import dev.longstop.platform.Platform;
import dev.longstop.platform.Platforms;
import dev.longstop.platform.Variables;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Lease;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.SeededChance;
import dev.longstop.store.Batch;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Turning;
import dev.longstop.store.Tx;
import dev.longstop.telemetry.Alarm;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.HandTime;
import dev.longstop.time.SystemRandomness;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A store, a platform that answers what it is told to, and its asker, turned by hand as time passes by hand. */
final class Plant implements AutoCloseable {

    final HandTime time = new HandTime();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final SqliteStore store;
    final List<Alarm> alarms = new ArrayList<>();
    final List<HttpCaller.Request> asked = new ArrayList<>();
    private final CallBudgets budgets;
    private final OpenJobs openJobs;
    final Jobs jobs;
    final Asker asker;
    final FeedAgent feed;
    final DeadlineWatch deadlines;
    private final Deque<HttpCaller.Answer> answers = new ArrayDeque<>();
    private final Account account;
    private final JobReports reports;
    private Optional<Function<HttpCaller.Request, HttpCaller.Answer>> platform = Optional.empty();
    private long events;

    Plant(Path folder, String platform, boolean fed) {
        this(folder, platform, fed, false);
    }

    Plant(Path folder, String platform, boolean fed, boolean plants) {
        store = SqliteStore.open(SqliteSettings.inMemory(folder, Turning.INLINE), time, new SystemRandomness());
        var data = ((Platforms.Sound) Platforms.builtIn(platform)).platform();
        account = account("there", data, "s3cret", plants);
        var terms = new Bounds.Terms(data, 7L * 86_400_000, 300_000, 120_000, fed);
        var comment = new EffectForm(
                "tell",
                "http",
                EffectPolicy.AT_LEAST_ONCE,
                Set.of("succeeded"),
                new Place.Address("http://127.0.0.1:9/x"),
                Optional.empty());
        var after = new AfterJobs("here", Map.of(), Map.of("there", List.of(comment)), Map.of("again", 1));
        budgets = new CallBudgets(time);
        jobs = new Jobs(store, after, Bounds.of(Map.of("there", terms)));
        var metrics = new Metrics(meters);
        reports = new JobReports(
                metrics, alarms::add, new PushSilence(fed ? Set.of("there") : Set.of(), metrics, alarms::add, time));
        openJobs = new OpenJobs(store);
        var parts = new Asker.Parts(
                jobs,
                new Asks(store),
                new Launches(store),
                new Answering(),
                budgets,
                reports,
                metrics,
                time,
                new SeededChance(1));
        asker = new Asker(account, parts, new Inline());
        feed = new FeedAgent(account, jobs, reports, asker);
        deadlines = new DeadlineWatch(
                new DeadlineWatch.Parts(new Deadlines(store), new OverdueRuns(store, after), openJobs),
                List.of(account),
                reports,
                time);
    }

    private static Account account(String name, Platform data, String login, boolean plants) {
        var secret = new Secret("test", login, Optional.empty());
        var secrets = Map.of("api_key", secret, "token", secret);
        return new Account(
                name,
                data,
                Variables.of(secrets, Map.of("base", "http://127.0.0.1:9", "agentUrl", "http://127.0.0.1:9")),
                plants,
                "here");
    }

    /** The same platform under another name, or with another login. */
    Account account(String name, String login) {
        return account(name, account.platform(), login, false);
    }

    /** Work is done where it is started. */
    private static final class Inline implements Workers {
        @Override
        public int free() {
            return 8;
        }

        @Override
        public boolean start(String name, Runnable work) {
            work.run();
            return true;
        }
    }

    /** Answers what it is told to, one after the other; then nothing more is asked. */
    private final class Answering implements HttpCaller {
        @Override
        public Answer call(Request request, CompletableFuture<?> ended) {
            asked.add(request);
            if (platform.isPresent()) {
                return platform.get().apply(request);
            }
            return answers.isEmpty() ? new Failed("the test did not say what", true) : answers.remove();
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }

    /** From now on the platform answers by itself. */
    Plant platform(Function<HttpCaller.Request, HttpCaller.Answer> answering) {
        platform = Optional.of(answering);
        return this;
    }

    Plant answers(int status, String body, String... headers) {
        answers.add(new HttpCaller.Answered(status, Headers.of(headers), body.getBytes(StandardCharsets.UTF_8), false));
        return this;
    }

    Plant hangs() {
        answers.add(new HttpCaller.Failed("no answer in time", true));
        return this;
    }

    /** Registers a job, as a person does. */
    Plant watch(String id) {
        return observe(Channel.OPERATOR, id, Stranger.claiming(Ownership.TRACKED, "{}", Optional.empty()));
    }

    /** The same, with what is needed to ask for it. */
    Plant watch(String id, String with) {
        return observe(Channel.OPERATOR, id, Stranger.claiming(Ownership.TRACKED, with, Optional.empty()));
    }

    /** A push that only says "look now". */
    Plant nudge(String id) {
        return observe(Channel.PUSH, id, Stranger.TRACKED);
    }

    private Plant observe(Channel channel, String id, Stranger stranger) {
        var observation = new Observation(
                JobKey.of("there", id),
                channel,
                time.nowMs(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                stranger);
        jobs.observe(observation).toCompletableFuture().join();
        return this;
    }

    private long accepted(String body) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var hash = EventId.sha256(bytes);
        var delivery = new Delivery(
                "source", time.nowMs(), bytes, hash, "application/json", Headers.none(), Optional.of("main"), false);
        var id = EventId.ofSender(("e" + ++events).getBytes(StandardCharsets.UTF_8));
        var item = new Acceptance.Item(id, hash, "", "", Optional.empty(), true, Optional.empty(), List.of());
        new Inbox(store)
                .accept(new Acceptance(delivery, List.of(item)))
                .toCompletableFuture()
                .join();
        return Long.parseLong(texts("select max(seq) from inbox order by 1").get(0));
    }

    /** A completion event is consumed; gives what its run says. */
    String feed(String body) {
        return ((Ending.Done) feed(body, 1)).report().outcome();
    }

    /** The same on an attempt; gives how it ends. */
    Ending feed(String body, int attempt) {
        var event = new Event(
                accepted(body),
                "source",
                "e" + events,
                1,
                0,
                "",
                "",
                Optional.empty(),
                time.nowMs(),
                true,
                false,
                Optional.empty());
        return feed.run(assignment(event, feed.name(), body, attempt));
    }

    /** An agent of the platform launches a job for the run number 1. */
    Ending launch(String agent, Map<String, Object> with, String body, int attempt) {
        var event = new Event(
                1,
                "hub",
                "e1",
                1,
                0,
                "issues",
                "opened",
                Optional.empty(),
                time.nowMs(),
                true,
                false,
                Optional.empty());
        return agent(agent, with).run(assignment(event, agent, body, attempt));
    }

    /** An agent of the platform, with room for one launch and two open jobs. */
    PlatformAgent agent(String agent, Map<String, Object> with) {
        var parts =
                new PlatformAgent.Parts(new Launches(store), jobs, openJobs, new Answering(), budgets, reports, time);
        var settings = new PlatformAgent.Settings(agent, with, 1, 2, 3_600_000, RetrySettings.DEFAULT);
        return new PlatformAgent(settings, account, parts, asker);
    }

    private static Assignment assignment(Event event, String agent, String body, int attempt) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        var claimed = new Claimed(
                new Lease(1, attempt, "p", Long.MAX_VALUE),
                agent,
                1,
                RunMode.LIVE,
                attempt - 1,
                0,
                event,
                bytes,
                "application/json",
                Headers.none(),
                Optional.empty(),
                Optional.empty());
        var trace = TraceParent.of(claimed, "ls-" + "0".repeat(64));
        return new Assignment(claimed, bytes, "key", trace, new Revocation(), mark -> {}, Optional::empty);
    }

    /** Lets time pass at once, with nothing turned. */
    Plant idle(long ms) {
        time.pass(ms);
        return this;
    }

    /** Lets time pass at once, with everything turned afterwards. */
    Plant leap(long ms) {
        time.pass(ms);
        return turn();
    }

    /** Lets time pass, second by second, with everything turned as its loop would. */
    Plant pass(long ms) {
        for (long passed = 0; passed < ms; passed += 1_000) {
            time.pass(1_000);
            turn();
        }
        return this;
    }

    Plant turn() {
        while (asker.turn() > 0) {
            // Until it rests.
        }
        deadlines.turn();
        return this;
    }

    /** Changes rows behind everybody's back. */
    Plant change(String sql) {
        var unused = store.submit(
                new Batch<String, Integer>() {
                    @Override
                    public String name() {
                        return "change";
                    }

                    @Override
                    public List<Integer> apply(Tx tx, List<String> items) {
                        return items.stream()
                                .map(item -> tx.update(item, Map.of()))
                                .toList();
                    }
                },
                sql);
        return this;
    }

    List<String> texts(String sql) {
        return store.read(tx -> tx.query("-- test: look\n" + sql + " limit 1000", Map.of(), row -> row.getString(1)));
    }

    double counted(String name, String... tags) {
        var counter = meters.find(name).tags(tags).counter();
        return counter == null ? 0 : counter.count();
    }

    @Override
    public void close() {
        store.close();
    }
}
