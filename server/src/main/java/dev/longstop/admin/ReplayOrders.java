package dev.longstop.admin;

import dev.longstop.inbox.EventsRead;
import dev.longstop.inbox.Replay;
import dev.longstop.inbox.ReplayChoice;
import dev.longstop.inbox.ReplayDraft;
import dev.longstop.queue.Policies;
import dev.longstop.queue.ReplayItem;
import dev.longstop.queue.ReplayPlan;
import dev.longstop.queue.Replayed;
import dev.longstop.queue.Replays;
import dev.longstop.queue.Runs;
import dev.longstop.store.Store;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.time.Time;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replays: first a plan, in which nothing begins, then what it says, and nothing else.
 *
 * <p><i>Threads</i>: safe; blocks on the store.
 */
public final class ReplayOrders {

    private static final Pattern FINGERPRINT = Pattern.compile("[0-9a-f]{16}");
    private static final Logger LOG = LoggerFactory.getLogger(ReplayOrders.class);

    private final EventsRead events;
    private final Hand hand;

    /**
     * With what replays are planned and carried out.
     *
     * @param planner plans them
     * @param replays keeps the plans and carries them out
     * @param runs says what is paused
     * @param policies what governs the birth of runs
     * @param shift who works on what begins
     * @param time the clock
     */
    public record Hand(Replay planner, Replays replays, Runs runs, Policies policies, Shift shift, Time time) {}

    /** Replays over a store. */
    public ReplayOrders(Store store, Hand hand) {
        this.events = new EventsRead(store);
        this.hand = hand;
    }

    /** Plans a replay, or carries one out. */
    Reply carryOut(JsonNode order) {
        var wanted = new Wanted(order);
        var plan = order.path("plan");
        if (plan.isString()) {
            return wanted.problem().orElseGet(() -> carryOut(plan.stringValue()));
        }
        if (!plan.isBoolean() || !plan.booleanValue()) {
            return Reply.problem(
                    400, "first say \"plan\": true, to be shown what would happen; then give the plan's name instead");
        }
        var choice = wanted.choice(events, hand.time.nowMs());
        return wanted.problem().orElseGet(() -> plan(choice));
    }

    private Reply plan(ReplayChoice choice) {
        var draft = hand.planner.draw(choice);
        var answer = Words.object();
        if (draft.plan().items().isEmpty()) {
            answer.putNull("plan").putNull("expires_at");
        } else {
            answer.put("plan", Committed.of(hand.replays.keep(draft.plan(), Orders.ACTOR)))
                    .put("expires_at", Words.instant(hand.time.nowMs() + Replays.KEPT_MS));
        }
        answer.put("again", choice.again())
                .put("since", Words.instant(choice.sinceMs()))
                .put("until", Words.instant(choice.untilMs()))
                .put("events", draft.chosen())
                .put("runs", draft.plan().items().size());
        agents(answer.putArray("agents"), draft);
        var skipped = answer.putArray("skipped");
        draft.skipped().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(one -> skip(skipped, one.getKey().word(), one.getKey().text(), one.getValue()));
        items(answer.putArray("items"), draft);
        return Reply.json(answer.put("next", draft.next().orElse(null)));
    }

    private static void skip(ArrayNode list, String word, String text, int count) {
        list.addObject().put("why", word).put("text", text).put("count", count);
    }

    /** What each agent would get, and what governs that. */
    private void agents(ArrayNode list, ReplayDraft draft) {
        var byAgent = new TreeMap<String, int[]>();
        for (var item : draft.plan().items()) {
            var counts = byAgent.computeIfAbsent(item.agent(), none -> new int[3]);
            counts[item.goesOn() ? 1 : 0]++;
            counts[2] += isSuspected(draft, item) ? 1 : 0;
        }
        var paused = hand.runs.paused();
        byAgent.forEach((agent, counts) -> {
            var policy = hand.policies.of(agent);
            var one = list.addObject()
                    .put("agent", agent)
                    .put("begins", counts[0])
                    .put("goes_on", counts[1])
                    .put("suspected_replay", counts[2])
                    .put("paused", paused.contains("*") || paused.contains(agent))
                    .put("busy", policy.busy().name().toLowerCase(Locale.ROOT));
            var limits = one.putArray("limits");
            policy.limits().forEach(limit -> limits.add(limit.toString()));
        });
    }

    private static boolean isSuspected(ReplayDraft draft, ReplayItem item) {
        var event = draft.events().get(item.eventSeq());
        return event != null && event.suspectedReplay() && !item.goesOn();
    }

    private static void items(ArrayNode list, ReplayDraft draft) {
        for (var item : draft.plan().items()) {
            var event = draft.events().get(item.eventSeq());
            list.addObject()
                    .put("event_seq", item.eventSeq())
                    .put("event", event == null ? null : event.key())
                    .put("agent", item.agent())
                    .put("round", item.round())
                    .put("does", item.goesOn() ? "goes_on" : "begins");
        }
    }

    private Reply carryOut(String fingerprint) {
        var plan = FINGERPRINT.matcher(fingerprint).matches()
                ? hand.replays.find(fingerprint)
                : Optional.<ReplayPlan>empty();
        if (plan.isEmpty()) {
            return Reply.problem(
                    409, "there is no such plan, or it is older than a day; ask for a new one with \"plan\": true");
        }
        var done = Committed.of(hand.replays.carryOut(plan.get(), Orders.ACTOR));
        hand.shift.wake();
        LOG.atInfo()
                .addKeyValue(LogKeys.NAME, fingerprint)
                .addKeyValue(
                        LogKeys.COUNT,
                        done.stream().filter(one -> one.result().did()).count())
                .log("A person had events replayed");
        return Reply.json(told(fingerprint, done));
    }

    private static ObjectNode told(String fingerprint, List<Replayed> done) {
        var counts = new EnumMap<Replayed.Result, Integer>(Replayed.Result.class);
        done.forEach(one -> counts.merge(one.result(), 1, Integer::sum));
        var answer = Words.object().put("plan", fingerprint);
        for (var result : Replayed.Result.values()) {
            if (result.did()) {
                answer.put(result.word(), counts.getOrDefault(result, 0));
            }
        }
        var skipped = answer.putArray("skipped");
        counts.forEach((result, count) -> {
            if (!result.did()) {
                skip(skipped, result.word(), text(result), count);
            }
        });
        var runs = answer.putArray("runs");
        done.forEach(one -> one.runId().ifPresent(runs::add));
        return answer;
    }

    private static String text(Replayed.Result result) {
        return switch (result) {
            case BEFORE -> "there is such a run already: this plan was carried out before";
            case CHANGED -> "not as it was when the plan was made, or replayed before; a new plan says what is left";
            case PRUNED -> "the body is not kept any more";
            case BEGUN, HELD, SUPERSEDED, GOES_ON -> "";
        };
    }
}
