package dev.longstop.agent;

import dev.longstop.agent.JobHandover.Handed;
import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answer;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.http.StandardWebhooks;
import dev.longstop.queue.Claimed;
import dev.longstop.queue.Ending;
import dev.longstop.queue.Ending.Report;
import dev.longstop.queue.ResultText;
import dev.longstop.queue.RetrySettings;
import dev.longstop.time.Time;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * An agent that is an HTTP service: the payload is posted to it as a CloudEvent in binary mode.
 *
 * <p>It answers with the result, or with 202 and a job, or with 202 and calls back. <i>Bounds</i>: the deadline is over
 * the whole exchange, connect to last byte, and at most an hour; of the answer {@value ResultText#CHARS_MAX} bytes are
 * kept. <i>Errors</i>: 2xx is done, 202 waits for the job that it names, or else for the callback for what is left of
 * the timeout; 408, 425, 429, 5xx and no whole answer are tried again, not before {@code Retry-After}; everything else
 * is dead. <i>Source</i>: design sections 3 "Retry", 4 "Calls out", 9 "What an agent gets".
 */
public final class HttpAgent implements Agent {

    private static final int ACCEPTED = 202;
    private static final long WAIT_MIN_MS = 1_000;

    /** A run waits as long as its job takes: jobs have their own ends. */
    private static final long JOB_WAIT_MS = 366L * 86_400_000;

    private static final List<Integer> FOR_NOW = List.of(408, 425, 429);

    private final HttpSettings settings;
    private final HttpCaller caller;
    private final Supplier<URI> publicUrl;
    private final Time time;
    private final JobHandover jobs;

    /**
     * An agent that is called.
     *
     * @param publicUrl the address of our public side, under which the service reaches us, without a slash at its end
     * @param jobs takes over the jobs that it starts
     */
    public HttpAgent(HttpSettings settings, HttpCaller caller, Supplier<URI> publicUrl, Time time, JobHandover jobs) {
        this.jobs = jobs;
        this.settings = settings;
        this.caller = caller;
        this.publicUrl = publicUrl;
        this.time = time;
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
    public long timeoutMs() {
        return settings.timeoutMs();
    }

    @Override
    public RetrySettings retry() {
        return settings.retry();
    }

    @Override
    public Ending run(Assignment assignment) {
        long fromNanos = time.nanos();
        var token = assignment.callback().get();
        if (assignment.revocation().revoked()) {
            return new Ending.Released("revoked before it was called");
        }
        if (token.isEmpty()) {
            return retry("its callback could not be prepared", Optional.empty());
        }
        var answer = caller.call(
                request(assignment, token.get()), assignment.revocation().reason());
        if (answer instanceof Answered answered) {
            long leftMs = settings.timeoutMs() - TimeUnit.NANOSECONDS.toMillis(time.nanos() - fromNanos);
            return answered(assignment.claimed(), answered, Math.max(WAIT_MIN_MS, leftMs));
        }
        return assignment.revocation().revoked() || Thread.currentThread().isInterrupted()
                ? new Ending.Released("revoked")
                : retry(why(answer), Optional.empty());
    }

    private Request request(Assignment assignment, String token) {
        var body = assignment.payload();
        var headers = new LinkedHashMap<String, List<String>>();
        headers(assignment).forEach((name, value) -> headers.put(name, List.of(value)));
        var run = assignment.claimed().runId();
        headers.put("longstop-callback", List.of(publicUrl.get() + "/callback/" + run + "?token=" + token));
        settings.secret()
                .map(secret -> StandardWebhooks.sign(secret, assignment.idempotencyKey(), time.wallMs(), body))
                .ifPresent(signed -> headers.putAll(signed.values()));
        long deadlineMs = Math.min(settings.timeoutMs(), Request.DEADLINE_MAX_MS);
        return new Request("POST", settings.url(), new Headers(headers), body, deadlineMs, ResultText.CHARS_MAX, false);
    }

    private static Map<String, String> headers(Assignment assignment) {
        var claimed = assignment.claimed();
        var headers = CloudEvent.headers(claimed.event());
        // What is inside a form is JSON, whatever the form was.
        boolean asSent = Arrays.equals(claimed.body(), assignment.payload())
                && !claimed.contentType().isEmpty();
        headers.put("content-type", asSent ? claimed.contentType() : "application/json");
        headers.put("idempotency-key", assignment.idempotencyKey());
        headers.put("longstop-run", Long.toString(claimed.runId()));
        headers.put("longstop-attempt", Integer.toString(claimed.attempt()));
        headers.put(
                "longstop-body-authenticated", Boolean.toString(claimed.event().bodyAuthenticated()));
        headers.put("traceparent", assignment.traceParent().text());
        return headers;
    }

    private Ending answered(Claimed run, Answered answer, long leftMs) {
        int status = answer.status();
        var report = new Report(
                "HTTP " + status, OptionalInt.empty(), new String(answer.body(), StandardCharsets.UTF_8), answer.cut());
        if (status == ACCEPTED) {
            return handed(answer)
                    .map(job -> following(run, job))
                    .orElseGet(() -> new Ending.Waiting(report, leftMs, Optional.empty()));
        }
        if (status >= 200 && status < 300) {
            return new Ending.Done(report);
        }
        return FOR_NOW.contains(status) || status >= 500
                ? new Ending.Retry(report, answer.retryAfterMs(time.wallMs()))
                : new Ending.Dead(report);
    }

    /** The job that an answer names; empty where it names none, and a callback is waited for. */
    private static Optional<Handed> handed(Answered answer) {
        try {
            var job = JsonMapper.shared().readTree(answer.body()).path("job");
            var with = new LinkedHashMap<String, Object>();
            job.path("with").properties().forEach(entry -> with.put(entry.getKey(), entry.getValue()));
            return job.isObject()
                    ? Optional.of(new Handed(
                            job.path("platform").asString(""),
                            job.path("job_id").asString(""),
                            with))
                    : Optional.empty();
        } catch (JacksonException notJson) {
            // A bare 202 may say anything.
            return Optional.empty();
        }
    }

    private Ending following(Claimed run, Handed job) {
        var taken = jobs.take(run, job);
        if (taken instanceof JobHandover.Followed followed) {
            var report = new Report("job " + job.platform() + "/" + job.jobId(), OptionalInt.empty(), "", false);
            return new Ending.Waiting(report, JOB_WAIT_MS, Optional.of(followed.jobRow()));
        }
        return taken instanceof JobHandover.Refused refused
                ? new Ending.Dead(new Report(refused.why(), OptionalInt.empty(), "", false))
                : retry(((JobHandover.Failed) taken).why(), Optional.empty());
    }

    private static String why(Answer answer) {
        return answer instanceof Failed failed ? failed.why() : "no answer";
    }

    private static Ending retry(String outcome, Optional<Long> afterMs) {
        return new Ending.Retry(new Report(outcome, OptionalInt.empty(), "", false), afterMs);
    }
}
