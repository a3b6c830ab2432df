package dev.longstop.queue;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is paused: agents, or everything. A pause is in the store, so that it counts for every node and outlives each of
 * them; what is in progress goes on, completions are still merged, and effects of what is over still happen.
 */
final class Pauses implements Batch<Pauses.Order, Boolean> {

    static final Pauses ORDER = new Pauses();

    /** The word for everything; no agent has it as a name. */
    static final String ALL = "*";

    private static final int PAUSES_MAX = 10_000;

    /**
     * An order to pause, or to go on.
     *
     * @param target the agent, or {@code *}
     * @param paused whether it is to be paused
     * @param actor who wants it
     */
    record Order(String target, boolean paused, String actor) {}

    private Pauses() {}

    @Override
    public String name() {
        return "pause";
    }

    @Override
    public List<Boolean> apply(Tx tx, List<Order> orders) {
        return orders.stream().map(order -> apply(tx, order)).toList();
    }

    private static boolean apply(Tx tx, Order order) {
        var name = SettingSql.PAUSE + order.target;
        boolean was = targets(tx).contains(order.target);
        if (order.paused) {
            var row = new Object[] {name, "paused", tx.nowMs(), order.actor};
            tx.write(SettingSql.KEEP, List.<Object[]>of(row));
        } else {
            tx.update(SettingSql.FORGET, Map.of("name", name));
        }
        ActionLog.write(tx, order.actor, order.paused ? "pause" : "resume", order.target);
        return was != order.paused;
    }

    /** What is paused: names of agents, and {@code *} for everything. */
    static Set<String> targets(Tx tx) {
        var range = Map.<String, Object>of("after", SettingSql.PAUSE, "end", SettingSql.PAUSE_END, "max", PAUSES_MAX);
        return tx.query(SettingSql.RANGE, range, row -> row.getString(1)).stream()
                .map(name -> name.substring(SettingSql.PAUSE.length()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether an agent's runs may be claimed. */
    static boolean mayRun(Set<String> paused, String agent) {
        return !paused.contains(ALL) && !paused.contains(agent);
    }
}
