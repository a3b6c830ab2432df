package dev.longstop.app;

import dev.longstop.config.Configuration.Alerts;
import dev.longstop.contract.Secret;
import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.loop.Step;
import dev.longstop.loop.Wake;
import dev.longstop.telemetry.Alarm;
import dev.longstop.telemetry.Alarms;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.time.Time;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Posts alarms to an incoming webhook, each kind and subject at most once a day, and calls the heartbeat's address
 * while all is well, so that silence is an alarm, too.
 *
 * <p><i>Bounds</i>: {@value #WAITING_MAX} alarms wait at most; what comes beyond is in the log alone. An alarm is tried
 * {@value #TRIES_MAX} times. <i>Threads</i>: {@link #turn} by one at a time, {@link #tell} by any.
 */
final class AlarmPost implements Alarms, Step {

    static final int WAITING_MAX = 1_000;
    static final int TRIES_MAX = 5;

    private static final int REMEMBERED_MAX = 10_000;
    private static final long AGAIN_MS = TimeUnit.DAYS.toMillis(1);
    private static final long HEARTBEAT_MS = 60_000;
    private static final long TIMEOUT_MS = 10_000;
    private static final int ANSWER_BYTES_MAX = 4_096;
    private static final Logger LOG = LoggerFactory.getLogger(AlarmPost.class);

    private final Alerts alerts;
    private final HttpCaller http;
    private final Time time;
    private final BooleanSupplier well;
    private final Deque<Alarm> waiting = new ArrayDeque<>();
    private final Map<String, Long> told = new LinkedHashMap<>();
    private volatile Wake wake = Wake.none();
    private int tries;
    private long beatNanos;

    /**
     * A post that has nothing to tell yet.
     *
     * @param well whether all is well
     */
    AlarmPost(Alerts alerts, HttpCaller http, Time time, BooleanSupplier well) {
        this.alerts = alerts;
        this.http = http;
        this.time = time;
        this.well = well;
        beatNanos = time.nanos() - TimeUnit.MILLISECONDS.toNanos(HEARTBEAT_MS);
    }

    @Override
    public String name() {
        return "alerts";
    }

    @Override
    public void turnedBy(Wake given) {
        wake = given;
    }

    @Override
    public void tell(Alarm alarm) {
        synchronized (waiting) {
            if (alerts.slack().isEmpty() || waiting.size() >= WAITING_MAX || toldToday(alarm)) {
                return;
            }
            waiting.add(alarm);
        }
        wake.up();
    }

    private boolean toldToday(Alarm alarm) {
        var key = alarm.kind() + " " + alarm.subject();
        var before = told.get(key);
        if (before != null && time.nowMs() - before < AGAIN_MS) {
            return true;
        }
        told.remove(key);
        told.put(key, time.nowMs());
        if (told.size() > REMEMBERED_MAX) {
            var oldest = told.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return false;
    }

    @Override
    public int turn() {
        beat();
        var address = alerts.slack();
        Alarm alarm;
        synchronized (waiting) {
            alarm = waiting.peek();
        }
        if (alarm == null || address.isEmpty()) {
            return 0;
        }
        boolean posted = posted(address.get(), alarm);
        boolean over = posted || ++tries >= TRIES_MAX;
        if (over) {
            tries = 0;
            synchronized (waiting) {
                waiting.remove();
            }
        }
        // What was not taken is tried again after a rest.
        return posted ? 1 : 0;
    }

    private boolean posted(Secret address, Alarm alarm) {
        var body = JsonMapper.shared().createObjectNode().put("text", "longstop: " + alarm.line());
        var answer = call("POST", address, body.toString().getBytes(StandardCharsets.UTF_8));
        if (!answer) {
            LOG.atWarn().addKeyValue(LogKeys.NAME, alarm.kind()).log("An alert could not be posted");
        }
        return answer;
    }

    private void beat() {
        if (alerts.heartbeat().isEmpty()
                || time.nanos() - beatNanos < TimeUnit.MILLISECONDS.toNanos(HEARTBEAT_MS)
                || !well.getAsBoolean()) {
            return;
        }
        beatNanos = time.nanos();
        if (!call("GET", alerts.heartbeat().get(), new byte[0])) {
            LOG.atWarn().log("The heartbeat's address could not be called");
        }
    }

    private boolean call(String method, Secret address, byte[] body) {
        try {
            var headers = body.length == 0 ? Headers.none() : Headers.of("content-type", "application/json");
            var answer = http.call(new Request(
                    method, URI.create(address.value()), headers, body, TIMEOUT_MS, ANSWER_BYTES_MAX, false));
            return answer instanceof Answered answered && answered.status() / 100 == 2;
        } catch (IllegalArgumentException noAddress) {
            return false;
        }
    }
}
