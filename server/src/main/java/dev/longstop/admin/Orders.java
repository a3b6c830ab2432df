package dev.longstop.admin;

import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.inbox.EventsRead;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Starts;
import dev.longstop.queue.Act;
import dev.longstop.queue.Acted;
import dev.longstop.queue.RunList;
import dev.longstop.queue.RunSummary;
import dev.longstop.queue.Runs;
import dev.longstop.store.Store;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Suggestion;
import dev.longstop.time.Time;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What people and their programs order: starts by key, replays, and what is to become of runs.
 *
 * <p><i>Threads</i>: safe; blocks on the store.
 */
public final class Orders {

    /** The most bytes of an order. */
    static final int BYTES_MAX = 1 << 20;

    /** Who orders: whoever has the token. */
    static final String ACTOR = "admin";

    private static final int KEY_CHARS_MAX = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(Orders.class);

    private final Store store;
    private final RunList runList;
    private final EventsRead events;
    private final Runs runs;
    private final Inbox inbox;
    private final ReplayOrders replays;
    private final Shift shift;
    private final Time time;

    /**
     * With what orders are carried out.
     *
     * @param runs the queue
     * @param inbox takes in what is started by key
     * @param replays has events worked through again
     */
    public record Means(Runs runs, Inbox inbox, ReplayOrders replays) {}

    /**
     * Orders that are carried out at once.
     *
     * @param shift who works on what is ordered
     */
    public Orders(Store store, Means means, Shift shift, Time time) {
        this.store = store;
        this.runList = new RunList(store);
        this.events = new EventsRead(store);
        this.runs = means.runs;
        this.inbox = means.inbox;
        this.replays = means.replays;
        this.shift = shift;
        this.time = time;
    }

    /** Carries an order out. */
    Reply carryOut(String path, byte[] body) {
        var words = path.substring(Api.PREFIX.length()).split("/", -1);
        if (words.length == 3 && words[0].equals("runs")) {
            return act(words[1], words[2]);
        }
        return switch (path.substring(Api.PREFIX.length())) {
            case "runs" -> given(body, this::start);
            case "replay" -> given(body, replays::carryOut);
            case "hold" -> given(body, this::hold);
            case "pause" -> given(body, order -> pause(order, true));
            case "resume" -> given(body, order -> pause(order, false));
            default -> Reply.notFound("such order");
        };
    }

    /** Pending runs of agents that the configuration lacks, by agent. */
    Map<String, Long> parked() {
        return Runs.PARKED.read(store, shift.workers());
    }

    /** What is paused, for whoever asks how things are. */
    List<String> paused() {
        return runs.paused().stream().sorted().toList();
    }

    private interface Order {
        Reply carryOut(JsonNode order);
    }

    private static Reply given(byte[] body, Order order) {
        try {
            var json = JsonMapper.shared().readTree(body);
            return json == null || !json.isObject()
                    ? Reply.problem(400, "an order is a JSON object")
                    : order.carryOut(json);
        } catch (JacksonException notJson) {
            return Reply.problem(400, "an order is a JSON object");
        }
    }

    private Reply act(String number, String word) {
        var act = Arrays.stream(Act.values())
                .filter(one -> one.word().equals(word.toLowerCase(Locale.ROOT)))
                .findFirst();
        var id = Query.rowId(number);
        if (act.isEmpty()) {
            return Reply.notFound("such order");
        }
        if (id.isEmpty()) {
            return Reply.notFound("run of this number");
        }
        var acted = Committed.of(runs.act(act.get(), id.get(), ACTOR));
        if (acted instanceof Acted.Missing) {
            return Reply.notFound("run of this number");
        }
        if (acted instanceof Acted.Refused refused) {
            return Reply.problem(
                    409,
                    "the run is " + refused.state().word() + "; " + act.get().word() + " is for runs that are "
                            + String.join(
                                    ", ",
                                    act.get().from().stream()
                                            .map(state -> state.word())
                                            .sorted()
                                            .toList()));
        }
        shift.look();
        LOG.atInfo()
                .addKeyValue(LogKeys.RUN, id.get())
                .addKeyValue(LogKeys.OUTCOME, act.get().word())
                .log("A person decided about a run");
        return runList.show(id.get()).map(run -> Reply.json(Words.run(run))).orElse(Reply.notFound("such run"));
    }

    private Reply hold(JsonNode order) {
        var source = order.path("source").stringValue("");
        var secret = order.path("secret").stringValue("");
        if (source.isEmpty() || secret.isEmpty()) {
            return Reply.problem(400, "name a \"source\" and the \"secret\" that let the events in");
        }
        int held = Committed.of(runs.hold(source, secret, ACTOR));
        LOG.atInfo()
                .addKeyValue(LogKeys.SOURCE, source)
                .addKeyValue(LogKeys.COUNT, held)
                .log("A person had the pending runs held that a secret let in");
        return Reply.json(Words.object().put("held", held).put("more", held == Runs.HELD_AT_ONCE_MAX));
    }

    private Reply pause(JsonNode order, boolean paused) {
        var agent = Optional.ofNullable(order.path("agent").stringValue(null));
        boolean all = order.path("all").asBoolean(false);
        if (agent.isPresent() == all) {
            return Reply.problem(400, "name an \"agent\", or say \"all\": true");
        }
        // One that the configuration lacks may be resumed, or its pause could not be taken back.
        if (paused && agent.isPresent() && !shift.agents().contains(agent.get())) {
            return unknownAgent(agent.get());
        }
        boolean changed = Committed.of(paused ? runs.pause(agent, ACTOR) : runs.resume(agent, ACTOR));
        shift.wake();
        var answer = Words.object().put("changed", changed);
        var list = answer.putArray("paused");
        paused().forEach(list::add);
        return Reply.json(answer);
    }

    private Reply unknownAgent(String agent) {
        return Reply.problem(
                400, "there is no agent \"" + agent + "\"" + Suggestion.hint(agent, List.copyOf(shift.agents())));
    }

    private Reply start(JsonNode order) {
        var agent = order.path("agent").stringValue("");
        var key = order.path("key").stringValue("");
        var set = order.has("set") ? order.path("set") : Words.object();
        if (!shift.agents().contains(agent)) {
            return agent.isEmpty() ? Reply.problem(400, "name an \"agent\"") : unknownAgent(agent);
        }
        if (key.isEmpty() || key.length() > KEY_CHARS_MAX) {
            return Reply.problem(
                    400, "give a \"key\" of 1 to " + KEY_CHARS_MAX + " characters: it starts once for each");
        }
        if (!set.isObject()) {
            return Reply.problem(400, "\"set\" is a JSON object: the agent's payload");
        }
        var outcome = Committed.of(inbox.accept(
                        Starts.of(agent, key, JsonMapper.shared().writeValueAsBytes(set), ACTOR, time.nowMs())))
                .get(0);
        shift.wake();
        return started(agent, outcome);
    }

    private Reply started(String agent, Outcome outcome) {
        var run = events.show(outcome.seq())
                .flatMap(event -> event.summary().runs().stream()
                        .filter(one -> one.agent().equals(agent))
                        .reduce((older, newer) -> newer))
                .map(RunSummary::id)
                .flatMap(runList::show);
        if (run.isEmpty()) {
            throw new IllegalStateException("a start has its run");
        }
        var verdict = outcome.verdict();
        var answer = Words.run(run.get()).put("status", verdict == Verdict.ACCEPTED ? "accepted" : "duplicate");
        if (verdict == Verdict.MISMATCH) {
            answer.put("mismatch", "the key was used before with another \"set\"; the first stays");
        }
        return Reply.json(verdict == Verdict.ACCEPTED ? 201 : 200, answer);
    }
}
