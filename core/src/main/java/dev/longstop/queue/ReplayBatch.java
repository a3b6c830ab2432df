package dev.longstop.queue;

import dev.longstop.queue.ReplayItem.Stood;
import dev.longstop.queue.Replayed.Result;
import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Carries a part of a replay's plan out, and writes down who wanted it.
 *
 * <p>What is not as it was when the plan was made is left alone. That nothing is done twice does not hang on that look:
 * a round is born once by the unique index, and a run that went on has another end, if it is over at all.
 *
 * @param policies what governs the birth of runs
 * @param aftermath what becomes of what older runs began elsewhere
 */
record ReplayBatch(Policies policies, Aftermath aftermath) implements Batch<ReplayBatch.Part, List<Replayed>> {

    /** The word under which replays are written down. */
    private static final String VERB = "replay";

    private static final int ITEM_BYTES = 512;

    /**
     * A part of a plan.
     *
     * @param plan the plan's fingerprint
     * @param items what is done; each of another event or agent
     * @param actor who wants it
     */
    record Part(String plan, List<ReplayItem> items, String actor) {}

    private record Pair(long eventSeq, String agent) {

        static Pair of(ReplayItem item) {
            return new Pair(item.eventSeq(), item.agent());
        }
    }

    private record Known(String source, boolean suspected, boolean pruned) {}

    /** What there is when a part is carried out: its events, the newest runs of its pairs, and the rounds taken. */
    private record Facts(Map<Long, Known> events, Map<Pair, Stood> newest, Map<Pair, Set<Integer>> rounds) {}

    @Override
    public String name() {
        return "replay";
    }

    @Override
    public long bytes(Part part) {
        return (long) ITEM_BYTES * part.items.size();
    }

    @Override
    public List<List<Replayed>> apply(Tx tx, List<Part> parts) {
        // One after the other: each sees the rounds that the one before it took.
        return parts.stream().map(part -> apply(tx, part)).toList();
    }

    private List<Replayed> apply(Tx tx, Part part) {
        var facts = facts(tx, part.items);
        var results = new LinkedHashMap<ReplayItem, Replayed>();
        var beginning = new ArrayList<ReplayItem>();
        var goingOn = new ArrayList<ReplayItem>();
        for (var item : part.items) {
            var obstacle = obstacle(item, facts);
            obstacle.ifPresent(result -> results.put(item, Replayed.not(item, result)));
            if (obstacle.isEmpty()) {
                (item.goesOn() ? goingOn : beginning).add(item);
            }
        }
        goOn(tx, goingOn).forEach(done -> results.put(done.item(), done));
        begin(tx, beginning, facts).forEach(done -> results.put(done.item(), done));
        var did = results.values().stream()
                .flatMap(done -> done.runId().stream())
                .map(run -> "run " + run)
                .toList();
        ActionLog.write(tx, part.actor, VERB, List.of("plan " + part.plan));
        ActionLog.write(tx, part.actor, VERB, did);
        return part.items.stream()
                .flatMap(item -> Optional.ofNullable(results.get(item)).stream())
                .toList();
    }

    private static Facts facts(Tx tx, List<ReplayItem> items) {
        var facts = new Facts(new HashMap<>(), new HashMap<>(), new HashMap<>());
        var seqs = items.stream().map(ReplayItem::eventSeq).distinct().map(seq -> new Object[] {seq});
        tx.query(ReplaySql.EVENTS, seqs.toList(), row -> {
            var known = new Known(row.getString(2), row.getInt(3) == 1, row.getInt(4) == 1);
            return facts.events.put(row.getLong(1), known) == null;
        });
        var pairs = items.stream().map(item -> new Object[] {item.eventSeq(), item.agent()});
        tx.query(ReplaySql.runs(tx.dialect()), pairs.toList(), row -> {
            var pair = new Pair(row.getLong(2), row.getString(3));
            var run = new Stood(
                    row.getLong(1), row.getInt(4), RunState.of(row.getString(5)), row.getLong(6), row.getLong(7));
            facts.newest.merge(pair, run, (one, other) -> one.round() > other.round() ? one : other);
            return facts.rounds.computeIfAbsent(pair, none -> new HashSet<>()).add(run.round());
        });
        return facts;
    }

    private static Optional<Result> obstacle(ReplayItem item, Facts facts) {
        var pair = Pair.of(item);
        var event = Optional.ofNullable(facts.events.get(item.eventSeq()));
        if (!item.goesOn() && facts.rounds.getOrDefault(pair, Set.of()).contains(item.round())) {
            return Optional.of(Result.BEFORE);
        }
        if (event.isEmpty() || !item.stood().equals(Optional.ofNullable(facts.newest.get(pair)))) {
            return Optional.of(Result.CHANGED);
        }
        return event.filter(Known::pruned).map(known -> Result.PRUNED);
    }

    private static List<Replayed> goOn(Tx tx, List<ReplayItem> items) {
        var rows = new ArrayList<Object[]>();
        for (var item : items) {
            item.stood()
                    .ifPresent(run -> rows.add(
                            new Object[] {run.runId(), run.state().word(), run.token(), run.endedAtMs(), tx.nowMs()}));
        }
        var due = new HashSet<>(tx.write(ReplaySql.GO_ON, rows, row -> row.getLong(1)));
        return items.stream()
                .map(item -> item.stood()
                        .map(Stood::runId)
                        .filter(due::contains)
                        .map(run -> new Replayed(item, Result.GOES_ON, Optional.of(run)))
                        .orElse(Replayed.not(item, Result.CHANGED)))
                .toList();
    }

    private List<Replayed> begin(Tx tx, List<ReplayItem> items, Facts facts) {
        var births = new ArrayList<RunBirth>(items.size());
        for (var item : items) {
            var event = facts.events.getOrDefault(item.eventSeq(), new Known("", false, true));
            var seed = new RunSeed(item.agent(), RunMode.LIVE, item.lane(), Optional.empty(), item.urgent());
            Optional<String> held = event.suspected ? Optional.of(RunBirth.SUSPECTED_REPLAY) : Optional.empty();
            births.add(new RunBirth(item.eventSeq(), event.source, seed, item.round(), held, Optional.empty()));
        }
        var born = RunBirths.writeAbsent(tx, births, policies, aftermath);
        var done = new ArrayList<Replayed>(items.size());
        for (int i = 0; i < items.size(); i++) {
            var item = items.get(i);
            done.add(born.get(i).map(run -> Replayed.born(item, run)).orElse(Replayed.not(item, Result.BEFORE)));
        }
        return done;
    }
}
