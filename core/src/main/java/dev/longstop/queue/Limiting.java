package dev.longstop.queue;

import dev.longstop.event.EventId;
import dev.longstop.store.Dialect;
import dev.longstop.store.Tx;
import dev.longstop.telemetry.Alarm;
import dev.longstop.telemetry.LogKeys;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the runs that exceed a limit of their agent (U2): nothing is dropped, people are told once a day for each
 * scope.
 *
 * <p>Used inside the transaction that gives birth to the runs, for those of limited agents only.
 */
final class Limiting {

    private static final int NEIGHBOURS = 20;
    private static final Logger LOG = LoggerFactory.getLogger(Limiting.class);

    private final Tx tx;
    private final long nowMs;
    private final Policies policies;
    private final Map<String, Gauge> gauges = new HashMap<>();
    private final Map<String, Limit> limits = new TreeMap<>();

    private Limiting(Tx tx, Policies policies) {
        this.tx = tx;
        this.nowMs = tx.nowMs();
        this.policies = policies;
    }

    /** The births in their order, those that exceed a limit as held ones. */
    static List<RunBirth> hold(Tx tx, List<RunBirth> births, Policies policies) {
        boolean limited = births.stream()
                .anyMatch(birth -> birth.state() == RunState.PENDING
                        && !policies.of(birth.seed().agent()).limits().isEmpty());
        return limited ? new Limiting(tx, policies).apply(births) : births;
    }

    private List<RunBirth> apply(List<RunBirth> births) {
        for (var birth : births) {
            gauged(birth).forEach((name, limit) -> limits.put(name, limit));
        }
        read();
        var held = new ArrayList<RunBirth>(births.size());
        for (var birth : births) {
            var tripped = tripped(birth);
            held.add(tripped.map(limit -> birth.heldFor("limit: " + limit)).orElse(birth));
        }
        keep();
        return held;
    }

    /** The gauges that a birth counts in, by name. */
    private Map<String, Limit> gauged(RunBirth birth) {
        var named = new TreeMap<String, Limit>();
        if (birth.state() == RunState.PENDING) {
            for (var limit : policies.of(birth.seed().agent()).limits()) {
                scope(birth, limit)
                        .ifPresent(scope -> named.put(name(birth.seed().agent(), limit, scope), limit));
            }
        }
        return named;
    }

    private static Optional<String> scope(RunBirth birth, Limit limit) {
        return switch (limit.scope()) {
            case AGENT -> Optional.of("");
            case LANE -> birth.lane();
            case SOURCE -> Optional.of(birth.source());
        };
    }

    /** Names are digests: of equal length whatever a lane is called, and spread evenly, as {@link #forget} needs. */
    private static String name(String agent, Limit limit, String scope) {
        var words = String.join("\0", agent, limit.toString(), scope).getBytes(StandardCharsets.UTF_8);
        return SettingSql.GAUGE + HexFormat.of().formatHex(EventId.sha256(words));
    }

    private void read() {
        var names = limits.keySet().stream().map(name -> new Object[] {name}).toList();
        if (tx.dialect() == Dialect.POSTGRESQL) {
            tx.query(SettingSql.LOCK, names, row -> row.getString(1));
        }
        var kept = new HashMap<String, String>();
        tx.query(SettingSql.READ, names, row -> Map.entry(row.getString(1), row.getString(2)))
                .forEach(row -> kept.put(row.getKey(), row.getValue()));
        limits.forEach((name, limit) -> {
            var known = kept.get(name);
            gauges.put(name, (known == null ? Gauge.NEW : Gauge.read(known)).at(nowMs, limit));
            if (known == null) {
                forget(name);
            }
        });
    }

    /** Looks at a few gauges for each new one, and forgets those that say nothing any more: there are never many. */
    private void forget(String name) {
        var range = Map.<String, Object>of("after", name, "end", SettingSql.GAUGE_END, "max", NEIGHBOURS);
        tx.query(SettingSql.RANGE, range, row -> Map.entry(row.getString(1), row.getString(2))).stream()
                .filter(gauge -> !limits.containsKey(gauge.getKey()))
                .filter(gauge -> Gauge.read(gauge.getValue()).stale(nowMs, Gauge.perMs(gauge.getValue())))
                .forEach(gauge -> tx.update(SettingSql.FORGET, Map.of("name", gauge.getKey())));
    }

    /** The limit that holds a birth; where none does, it is counted in all of its gauges. */
    private Optional<Limit> tripped(RunBirth birth) {
        var named = gauged(birth);
        for (var one : named.entrySet()) {
            if (gauge(one.getKey()).full(nowMs, one.getValue())) {
                tell(birth, one.getKey(), one.getValue());
                return Optional.of(one.getValue());
            }
        }
        named.keySet().forEach(name -> gauges.put(name, gauge(name).counted()));
        return Optional.empty();
    }

    private void tell(RunBirth birth, String name, Limit limit) {
        if (gauge(name).alertsAt(nowMs)) {
            gauges.put(name, gauge(name).alerted(nowMs));
            LOG.atError()
                    .addKeyValue(LogKeys.AGENT, birth.seed().agent())
                    .addKeyValue(LogKeys.SOURCE, birth.source())
                    .addKeyValue(LogKeys.LIMIT, limit)
                    .log("A limit tripped: further runs are held until someone releases them");
            policies.alarms().tell(alarm(birth, limit));
        }
    }

    private static Alarm alarm(RunBirth birth, Limit limit) {
        var agent = birth.seed().agent();
        var subject = switch (limit.scope()) {
            case AGENT -> agent;
            case LANE -> agent + " in " + birth.lane().orElse("");
            case SOURCE -> agent + " from " + birth.source();
        };
        return new Alarm(
                "held",
                subject,
                "the limit " + limit + " tripped: further runs are held until someone releases them",
                "longstop runs list --state held --agent " + agent);
    }

    private Gauge gauge(String name) {
        return gauges.getOrDefault(name, Gauge.NEW);
    }

    private void keep() {
        var rows = limits.entrySet().stream()
                .map(one -> new Object[] {
                    one.getKey(), gauge(one.getKey()).kept(one.getValue().perMs()), nowMs, "limit"
                })
                .toList();
        tx.write(SettingSql.KEEP, rows);
    }
}
