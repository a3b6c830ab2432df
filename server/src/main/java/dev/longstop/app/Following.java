package dev.longstop.app;

import dev.longstop.admin.Hands;
import dev.longstop.agent.Agent;
import dev.longstop.agent.JobHandover;
import dev.longstop.alarm.StoredAlarms;
import dev.longstop.config.AgentSettings;
import dev.longstop.config.Configuration;
import dev.longstop.config.EffectSettings;
import dev.longstop.config.PlatformSettings;
import dev.longstop.config.PlatformSettings.UnknownJobs;
import dev.longstop.effect.AfterRuns;
import dev.longstop.effect.EffectForm;
import dev.longstop.effect.EffectPerformer;
import dev.longstop.effect.Effects;
import dev.longstop.effect.Task;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.JdkHttpCaller;
import dev.longstop.job.AfterJobs;
import dev.longstop.job.Asks;
import dev.longstop.job.Deadlines;
import dev.longstop.job.Jobs;
import dev.longstop.job.JobsOfRuns;
import dev.longstop.job.Launches;
import dev.longstop.job.OverdueRuns;
import dev.longstop.loop.Loop;
import dev.longstop.loop.ThreadWorkers;
import dev.longstop.queue.Aftermath;
import dev.longstop.reconcile.Account;
import dev.longstop.reconcile.Asker;
import dev.longstop.reconcile.Bounds;
import dev.longstop.reconcile.CallBudgets;
import dev.longstop.reconcile.Canceller;
import dev.longstop.reconcile.DeadlineWatch;
import dev.longstop.reconcile.FeedAgent;
import dev.longstop.reconcile.HandedJobs;
import dev.longstop.reconcile.JobReports;
import dev.longstop.reconcile.OpenJobs;
import dev.longstop.reconcile.PlatformAgent;
import dev.longstop.reconcile.PushSilence;
import dev.longstop.store.Dialect;
import dev.longstop.telemetry.Alarms;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What follows jobs until they are over, and what follows when jobs and runs are: the askers and the effects. */
final class Following implements AutoCloseable {

    private static final long IDLE_MS = 1_000;
    private static final long DEADLINES_MS = 2_000;
    private static final long ALARMS_MS = 5_000;
    /** A run waits as long as its job takes: jobs have their own ends, and are told of when they are stuck. */
    private static final long WAIT_MS = 366L * 86_400_000;

    private static final long CLOSE_MS = 15_000;
    private static final long EFFECT_CLOSE_MS = 30_000;

    /** An ask that is cut off is made again at the next start, and changes nothing. */
    private static final long ASK_CLOSE_MS = 1_000;

    private static final int ASKS_AT_ONCE = 8;

    private final Configuration configuration;
    private final Ground ground;
    private final HttpCaller http;
    private final CallBudgets budgets;
    private final Jobs jobs;
    private final AfterJobs afterJobs;
    private final Effects effects;
    private final List<Account> accounts;
    private final JobReports reports;
    private final OpenJobs openJobs;
    private final AlarmPost alarms;
    private final Map<String, Asker> askers = new LinkedHashMap<>();
    private final Map<String, ThreadWorkers> askerWorkers = new LinkedHashMap<>();
    private final Deque<Runnable> closing = new ArrayDeque<>();

    private Following(Configuration configuration, Ground ground) {
        this.configuration = configuration;
        this.ground = ground;
        http = new JdkHttpCaller(ground.time());
        closing.push(http::close);
        budgets = new CallBudgets(ground.time());
        alarms = new AlarmPost(
                configuration.alerts(),
                new StoredAlarms(ground.store()),
                http,
                ground.time(),
                () -> ground.pulse().trouble().isEmpty());
        effects = new Effects(ground.store(), ground.randomness());
        accounts = configuration.platforms().values().stream()
                .map(platform -> account(platform, ground.store().installation()))
                .toList();
        var settings = Bounds.of(configuration.platforms().values().stream()
                .collect(Collectors.toMap(PlatformSettings::name, this::bounds)));
        afterJobs = afterJobs();
        jobs = new Jobs(ground.store(), afterJobs, settings);
        reports = new JobReports(
                ground.metrics(), alarms, new PushSilence(fed(), ground.metrics(), alarms, ground.time()));
        openJobs = new OpenJobs(ground.store());
        accounts.forEach(this::addAsker);
    }

    /** Everything in its place, and nothing begun. */
    static Following of(Configuration configuration, Ground ground) {
        return new Following(configuration, ground);
    }

    private Account account(PlatformSettings settings, String installation) {
        return new Account(
                settings.name(),
                settings.platform(),
                configuration.given(settings),
                settings.unknownJobs() == UnknownJobs.PLANTED,
                installation);
    }

    private Bounds.Terms bounds(PlatformSettings settings) {
        boolean fed = fed().contains(settings.name());
        return new Bounds.Terms(
                settings.platform(), settings.lostAfterMs(), settings.slaMs(), settings.rescueGraceMs(), fed);
    }

    /** The platforms whose webhooks some source takes in. */
    private Set<String> fed() {
        return configuration.sources().values().stream()
                .flatMap(source -> source.feeds().stream())
                .collect(Collectors.toSet());
    }

    private void addAsker(Account account) {
        ground.metrics().platform(account.name());
        var parts = new Asker.Parts(
                jobs,
                new Asks(ground.store()),
                new Launches(ground.store()),
                http,
                budgets,
                reports,
                ground.metrics(),
                ground.time(),
                ground.randomness());
        var workers = new ThreadWorkers("ask-" + account.name(), ASKS_AT_ONCE);
        askerWorkers.put(account.name(), workers);
        askers.put(account.name(), new Asker(account, parts, workers));
    }

    /** With what people act on jobs and effects. */
    Hands hands() {
        var cancellers = accounts.stream()
                .collect(Collectors.toMap(Account::name, account -> new Canceller(account, http, budgets)));
        return new Hands(jobs, effects, new Launches(ground.store()), cancellers, Map.copyOf(askers), ground.time());
    }

    /** What consumes completion events, one agent for each platform; and the configured agents that are jobs. */
    List<Agent> agents() {
        var agents = new ArrayList<Agent>();
        accounts.forEach(account -> agents.add(new FeedAgent(account, jobs, reports, asker(account))));
        for (var agent : configuration.agents().values()) {
            if (agent.kind() instanceof AgentSettings.Platform kind) {
                agents.add(agent(agent, kind));
            }
        }
        return List.copyOf(agents);
    }

    private PlatformAgent agent(AgentSettings agent, AgentSettings.Platform kind) {
        var account = accounts.stream()
                .filter(one -> one.name().equals(kind.platform()))
                .findFirst()
                .orElseThrow();
        var settings = new PlatformAgent.Settings(
                agent.name(),
                kind.with(),
                agent.pace().concurrency(),
                kind.jobsMax().orElse(Integer.MAX_VALUE),
                WAIT_MS,
                agent.pace().retry());
        var launches = new Launches(ground.store());
        var parts = new PlatformAgent.Parts(launches, jobs, openJobs, http, budgets, reports, ground.time());
        return new PlatformAgent(settings, account, parts, asker(account));
    }

    private Asker asker(Account account) {
        return Objects.requireNonNull(askers.get(account.name()), "an asker for each account");
    }

    /** What takes over the jobs that agents started themselves. */
    JobHandover handover() {
        var parts = new HandedJobs.Parts(jobs, new Launches(ground.store()), reports, ground.time());
        return new HandedJobs(parts, askers);
    }

    /** What follows when runs are over, or are given up. */
    Aftermath afterRuns() {
        var cancelling = accounts.stream()
                .filter(account -> account.platform().cancels())
                .map(Account::name)
                .collect(Collectors.toSet());
        var effectsOfRuns = new AfterRuns(ground.store().installation(), formsOfAgents(), configuration.payloads());
        return new JobsOfRuns(effectsOfRuns, cancelling);
    }

    private AfterJobs afterJobs() {
        var ofPlatforms = new LinkedHashMap<String, List<EffectForm>>();
        configuration.platforms().forEach((name, platform) -> ofPlatforms.put(name, forms(platform.then())));
        return new AfterJobs(ground.store().installation(), formsOfAgents(), ofPlatforms, relaunches());
    }

    private Map<String, Integer> relaunches() {
        return configuration.agents().values().stream()
                .filter(agent -> agent.relaunches() > 0)
                .collect(Collectors.toMap(AgentSettings::name, AgentSettings::relaunches));
    }

    private Map<String, List<EffectForm>> formsOfAgents() {
        return configuration.agents().values().stream()
                .filter(agent -> !agent.then().isEmpty())
                .collect(Collectors.toMap(AgentSettings::name, agent -> forms(agent.then())));
    }

    private List<EffectForm> forms(List<String> names) {
        return names.stream()
                .map(name -> Objects.requireNonNull(configuration.effects().get(name), "checked when it was read"))
                .map(Deeds::form)
                .toList();
    }

    /** Begins to ask and to perform. */
    void start() {
        var workers =
                new ThreadWorkers("effect", Math.max(1, configuration.effects().size()) * Deeds.AT_ONCE);
        closing.push(() -> workers.close(CLOSE_MS));
        var performer = new EffectPerformer(
                new EffectPerformer.Parts(
                        effects,
                        workers,
                        ground.owner(),
                        configuration.leaseMs(),
                        ground.time(),
                        ground.metrics(),
                        alarms),
                tasks());
        if (ground.store().dialect() == Dialect.SQLITE) {
            performer.takeBackOlder();
        }
        var loop = Loop.start(performer, IDLE_MS, ground.time());
        closing.push(() -> {
            performer.stop();
            performer.awaitQuiet(Math.min(longestEffectMs(), EFFECT_CLOSE_MS));
            loop.close(CLOSE_MS);
        });
        alarms.takeUp();
        closing(Loop.start(alarms, ALARMS_MS, ground.time()));
        var watch = new DeadlineWatch(
                new DeadlineWatch.Parts(
                        new Deadlines(ground.store()), new OverdueRuns(ground.store(), afterJobs), openJobs),
                accounts,
                reports,
                ground.time());
        closing(Loop.start(watch, DEADLINES_MS, ground.time()));
        askers.forEach((name, asker) -> {
            var places = Objects.requireNonNull(askerWorkers.get(name), "workers for each asker");
            closing.push(() -> places.close(ASK_CLOSE_MS));
            closing(Loop.start(asker, IDLE_MS, ground.time()));
        });
    }

    /** Where people are told. */
    Alarms alarms() {
        return alarms;
    }

    private void closing(Loop loop) {
        closing.push(() -> loop.close(CLOSE_MS));
    }

    private List<Task> tasks() {
        var deeds = new Deeds(http, ground.time());
        return configuration.effects().values().stream().map(deeds::task).toList();
    }

    private long longestEffectMs() {
        return configuration.effects().values().stream()
                .mapToLong(EffectSettings::timeoutMs)
                .max()
                .orElse(0);
    }

    /** Begins nothing more, lets what was begun end, ends. */
    @Override
    public void close() {
        var next = closing.poll();
        if (next != null) {
            try {
                next.run();
            } finally {
                // Whatever one part has, the others are closed too.
                close();
            }
        }
    }
}
