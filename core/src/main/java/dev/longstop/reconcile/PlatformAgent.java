package dev.longstop.reconcile;

import dev.longstop.agent.Agent;
import dev.longstop.agent.Assignment;
import dev.longstop.effect.Occasion;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.job.AfterJobs;
import dev.longstop.job.JobKey;
import dev.longstop.job.Jobs;
import dev.longstop.job.Launches;
import dev.longstop.job.Launches.Intent;
import dev.longstop.job.Launches.Plan;
import dev.longstop.job.Launches.Stage;
import dev.longstop.job.Observation;
import dev.longstop.loop.Wake;
import dev.longstop.platform.Call;
import dev.longstop.platform.Variables;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RetrySettings;
import dev.longstop.store.Committed;
import dev.longstop.store.StoreFailure;
import dev.longstop.time.Patience;
import dev.longstop.time.Time;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An agent that is a job on a platform: launched once for a run, and waited for.
 *
 * <p>The intent is written down first, and that it may have been sent before it is; both carry the key that is planted.
 * After a crash, or an answer that did not come, the launch is repeated where the platform knows a repetition by the
 * key, else the job is looked for in the platform's list; if neither tells, the run is uncertain, in front of a person,
 * and nothing is launched twice in silence. <i>Promises</i>: R23, I8. <i>Source</i>: design section 4, "Effects".
 */
public final class PlatformAgent implements Agent {

    private static final long DEADLINE_MS = 60_000;
    private static final int ANSWER_BYTES_MAX = 4 * 1024 * 1024;
    private static final long LOOK_BACK_MS = 300_000;
    private static final Set<Integer> LATER = Set.of(408, 409, 425, 429, 503);

    private final Settings settings;
    private final Account account;
    private final Parts parts;
    private final Wake asker;

    /**
     * How it is launched.
     *
     * @param name the agent's name in the configuration
     * @param with what the launch is told, templates not filled
     * @param concurrency launches at once
     * @param jobsMax how many of its jobs may be open at once, as far as this node has heard
     * @param waitMs how long a run waits for its job, in milliseconds
     * @param retry how often and when a launch that was refused for now is tried again
     */
    public record Settings(
            String name, Map<String, Object> with, int concurrency, int jobsMax, long waitMs, RetrySettings retry) {
        public Settings {
            with = Map.copyOf(with);
        }
    }

    /** What launches are made with. */
    public record Parts(
            Launches launches,
            Jobs jobs,
            OpenJobs openJobs,
            HttpCaller http,
            CallBudgets budgets,
            JobReports reports,
            Time time) {}

    /**
     * An agent on a platform.
     *
     * @param asker to be woken when a job was launched
     */
    public PlatformAgent(Settings settings, Account account, Parts parts, Wake asker) {
        this.settings = settings;
        this.account = account;
        this.parts = parts;
        this.asker = asker;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public int concurrency() {
        return settings.concurrency();
    }

    @Override
    public int room() {
        long open = parts.openJobs().of(settings.name());
        return (int) Math.max(0, Math.min(settings.concurrency(), settings.jobsMax() - open));
    }

    @Override
    public long timeoutMs() {
        return 3 * DEADLINE_MS;
    }

    @Override
    public RetrySettings retry() {
        return settings.retry();
    }

    @Override
    public Ending run(Assignment assignment) {
        var run = assignment.claimed();
        var key = account.keyPrefix() + run.runId() + "-" + run.round();
        var facts = facts(assignment);
        var with = (ObjectNode) new Prompt(facts, key).fill(JsonMapper.shared().valueToTree(settings.with()));
        if (!with.has("input") && facts.has("payload")) {
            with.set("input", facts.path("payload"));
        }
        var plan = new Plan(account.name(), key, settings.name(), askWith(with, facts), run.runId());
        try {
            return launched(plan, account.given().andMembersOf(with), assignment);
        } catch (StoreFailure failure) {
            return retry("the store failed: " + failure.code().name(), Optional.empty());
        }
    }

    /** Whether nothing was attempted before, or a person said that what was does not count. */
    private static boolean isFirst(Claimed run) {
        return run.attempts() + run.lapses() == 0;
    }

    private Ending launched(Plan plan, Variables variables, Assignment assignment) {
        var intent = Committed.wait(parts.launches().intend(plan));
        if (intent.stage() == Stage.KNOWN) {
            return following(plan, intent);
        }
        // A first attempt finds an uncertain launch only where a person wants the run done again.
        if (intent.stage() == Stage.UNCERTAIN && !isFirst(assignment.claimed())) {
            return uncertain();
        }
        if (intent.stage() == Stage.SENT && !account.platform().repeatsLaunches()) {
            return lookedFor(plan, variables);
        }
        var call = account.platform().launching(variables, plan.key());
        if (call.isEmpty() || call.get() instanceof Call.Unfit) {
            var why = call.map(one -> ((Call.Unfit) one).why()).orElse("jobs of this platform cannot be launched");
            return new Ending.Dead(report(why));
        }
        var budget = parts.budgets().launches(account);
        Patience.until(DEADLINE_MS, () -> assignment.revocation().revoked() || budget.available() > 0);
        if (assignment.revocation().revoked()) {
            return new Ending.Released("revoked before it was launched");
        }
        budget.spend();
        Committed.wait(parts.launches().reached(plan, Stage.SENT));
        return answered(plan, variables, send((Call.Ready) call.get()));
    }

    private Ending answered(Plan plan, Variables variables, HttpCaller.Answer answer) {
        if (answer instanceof Failed failed) {
            return failed.maybeSent() ? unanswered(plan, variables, failed.why()) : notSent(plan, failed.why());
        }
        var answered = (Answered) answer;
        int status = answered.status();
        if (status / 100 == 2) {
            var reader = account.reader();
            var document = reader.document(answered.body(), status);
            var id = reader.launched(document, variables.and(Map.of("jobKey", plan.key())));
            return id.isEmpty()
                    ? lookedFor(plan, variables)
                    : following(widened(plan, reader.askWith(document)), id.get());
        }
        if (status == Asking.TOO_MANY) {
            parts.budgets()
                    .asks(account)
                    .pause(answered.retryAfterMs(parts.time().wallMs()).orElse(Asking.PAUSE_MS));
        }
        if (LATER.contains(status)) {
            Committed.wait(parts.launches().reached(plan, Stage.INTENDED));
            return retry(
                    "the platform answered " + status,
                    answered.retryAfterMs(parts.time().wallMs()));
        }
        if (status >= 500) {
            return unanswered(plan, variables, "the platform answered " + status);
        }
        Committed.wait(parts.launches().reached(plan, Stage.INTENDED));
        return new Ending.Dead(report("the platform refused the launch: " + status));
    }

    private Ending notSent(Plan plan, String why) {
        Committed.wait(parts.launches().reached(plan, Stage.INTENDED));
        return retry(why, Optional.empty());
    }

    /** It may have been launched: repeated where that starts nothing more, else looked for. */
    private Ending unanswered(Plan plan, Variables variables, String why) {
        return account.platform().repeatsLaunches() ? retry(why, Optional.empty()) : lookedFor(plan, variables);
    }

    /** Looks for a job that carries the key; what cannot be found out is a person's question. */
    private Ending lookedFor(Plan plan, Variables variables) {
        var since = Instant.ofEpochMilli(parts.time().wallMs() - LOOK_BACK_MS).toString();
        var pages = new Pages(parts.http(), parts.budgets().asks(account), parts.time());
        var id = new AtomicReference<String>();
        account.platform()
                .listing(variables.and(Map.of("oldestOpen", since, "watermark", since)))
                .filter(call -> account.platform().plants())
                .filter(Call.Ready.class::isInstance)
                .ifPresent(call -> pages.read(account.reader(), (Call.Ready) call, page -> {
                    page.entries().stream()
                            .filter(entry -> account.reader()
                                    .key(entry.document())
                                    .filter(found -> Account.carries(found, plan.key()))
                                    .isPresent())
                            .findFirst()
                            .ifPresent(entry -> id.set(entry.jobId()));
                    return id.get() == null;
                }));
        if (id.get() != null) {
            return following(plan, id.get());
        }
        Committed.wait(parts.launches().reached(plan, Stage.UNCERTAIN));
        return uncertain();
    }

    private Ending following(Plan plan, String jobId) {
        return following(plan, Committed.wait(parts.launches().known(plan, jobId)));
    }

    /** The job is ours, of this agent, whoever heard of it first; the run waits for it. */
    private Ending following(Plan plan, Intent intent) {
        var job = new JobKey(account.name(), intent.jobId());
        var observed = Committed.wait(
                parts.jobs().observe(Observation.launched(job, parts.time().nowMs(), settings.name(), plan.askWith())));
        parts.reports().merged(job, observed);
        parts.openJobs().launched(settings.name());
        asker.up();
        return new Ending.Waiting(report("job " + job), settings.waitMs(), Optional.of(observed.jobRow()));
    }

    private static Ending uncertain() {
        return new Ending.Uncertain(report("it cannot be known whether the job was launched; see the platform"));
    }

    private HttpCaller.Answer send(Call.Ready ready) {
        return parts.http()
                .call(new Request(
                        ready.method(),
                        ready.uri(),
                        ready.headers(),
                        ready.body(),
                        DEADLINE_MS,
                        ANSWER_BYTES_MAX,
                        true));
    }

    /** What is needed to ask for the job: the values of the launch; and the event, for its effects. */
    private static String askWith(ObjectNode with, ObjectNode facts) {
        var all = JsonMapper.shared().createObjectNode();
        with.properties().stream()
                .filter(entry ->
                        !entry.getValue().isContainer() && !entry.getKey().equals("prompt"))
                .forEach(entry -> all.set(entry.getKey(), entry.getValue()));
        all.set(AfterJobs.EVENT, facts.path("event"));
        return all.toString();
    }

    private static Plan widened(Plan plan, Map<String, String> more) {
        if (more.isEmpty()) {
            return plan;
        }
        var all = (ObjectNode) JsonMapper.shared().readTree(plan.askWith());
        more.forEach(all::put);
        return new Plan(plan.platform(), plan.key(), plan.agent(), all.toString(), plan.runId());
    }

    private static ObjectNode facts(Assignment assignment) {
        var run = assignment.claimed();
        var event = run.event();
        var facts = JsonMapper.shared().createObjectNode();
        facts.set("event", Occasion.event(event));
        facts.putObject("run").put("id", run.runId()).put("agent", run.agent()).put("round", run.round());
        payload(assignment.payload()).ifPresent(payload -> facts.set("payload", payload));
        return facts;
    }

    private static Optional<JsonNode> payload(byte[] body) {
        try {
            return Optional.of(JsonMapper.shared().readTree(body));
        } catch (JacksonException notJson) {
            // What is no JSON has no places to speak of.
            return Optional.empty();
        }
    }

    private static Ending retry(String outcome, Optional<Long> afterMs) {
        return new Ending.Retry(report(outcome), afterMs);
    }

    private static Ending.Report report(String outcome) {
        return new Ending.Report(outcome, OptionalInt.empty(), "", false);
    }
}
