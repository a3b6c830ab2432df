package dev.longstop.app;

import dev.longstop.alarm.AlarmBook;
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
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Posts alarms to where people look, each kind and subject at most once a day, and calls the heartbeat's address
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

    /** Where an alarm goes, and in which form. */
    private record Address(Secret secret, Function<Alarm, ObjectNode> form) {}

    private final Alerts alerts;
    private final AlarmBook book;
    private final HttpCaller http;
    private final Time time;
    private final BooleanSupplier well;
    private final Deque<Alarm> waiting = new ArrayDeque<>();
    private final Map<String, Long> told = new LinkedHashMap<>();
    private final Set<Secret> taken = new HashSet<>();
    private volatile Wake wake = Wake.none();
    private int tries;
    private long beatNanos;

    /**
     * A post that has nothing to tell yet.
     *
     * @param book what people were told of
     * @param well whether all is well
     */
    AlarmPost(Alerts alerts, AlarmBook book, HttpCaller http, Time time, BooleanSupplier well) {
        this.alerts = alerts;
        this.book = book;
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

    /** Takes up what an earlier process was still to tell. */
    void takeUp() {
        if (!addresses().isEmpty()) {
            book.waiting().forEach(this::add);
        }
    }

    @Override
    public void tell(Alarm alarm) {
        if (addresses().isEmpty()) {
            return;
        }
        synchronized (waiting) {
            if (waiting.size() >= WAITING_MAX || toldToday(alarm)) {
                return;
            }
        }
        // Where the store is away, people are told all the same: it may be what the alarm is about.
        var unused = book.note(alarm).whenComplete((news, failure) -> {
            if (failure != null || news) {
                add(alarm);
            }
        });
    }

    private void add(Alarm alarm) {
        synchronized (waiting) {
            waiting.add(alarm);
        }
        wake.up();
    }

    private List<Address> addresses() {
        var addresses = new ArrayList<Address>();
        alerts.slack().ifPresent(secret -> addresses.add(new Address(secret, AlarmPost::asText)));
        alerts.http().ifPresent(secret -> addresses.add(new Address(secret, AlarmPost::asJson)));
        return addresses;
    }

    private static ObjectNode asText(Alarm alarm) {
        return JsonMapper.shared().createObjectNode().put("text", "longstop: " + alarm.line());
    }

    private static ObjectNode asJson(Alarm alarm) {
        ObjectNode json = JsonMapper.shared().valueToTree(alarm);
        return json.put("line", alarm.line());
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
        Alarm alarm;
        synchronized (waiting) {
            alarm = waiting.peek();
        }
        if (alarm == null) {
            return 0;
        }
        var addresses = addresses();
        for (var address : addresses) {
            if (!taken.contains(address.secret()) && posted(address, alarm)) {
                taken.add(address.secret());
            }
        }
        boolean everywhere = taken.size() == addresses.size();
        if (everywhere || ++tries >= TRIES_MAX) {
            tries = 0;
            taken.clear();
            synchronized (waiting) {
                waiting.remove();
            }
            var unused = book.told(alarm).exceptionally(failure -> false);
        }
        // What was not taken is tried again after a rest.
        return everywhere ? 1 : 0;
    }

    private boolean posted(Address address, Alarm alarm) {
        var body = address.form().apply(alarm).toString().getBytes(StandardCharsets.UTF_8);
        boolean answered = call("POST", address.secret(), body);
        if (!answered) {
            LOG.atWarn().addKeyValue(LogKeys.NAME, alarm.kind()).log("An alert could not be posted");
        }
        return answered;
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
