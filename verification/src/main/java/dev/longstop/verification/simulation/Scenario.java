package dev.longstop.verification.simulation;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One run of the simulation, told apart by these values and nothing else.
 *
 * @param seed where all chance comes from
 * @param events how many events the sender has to tell, 0 to 1,000
 * @param nodes how many nodes serve, 1 to 5
 * @param off faults that do not happen, whatever the seed would have
 */
public record Scenario(long seed, int events, int nodes, Set<Fault> off) {

    /** How many events a scenario has unless told otherwise. */
    public static final int EVENTS = 12;

    public Scenario {
        if (events < 0 || events > 1_000 || nodes < 1 || nodes > 5) {
            throw new IllegalArgumentException("0 to 1,000 events and 1 to 5 nodes");
        }
        var sorted = EnumSet.noneOf(Fault.class);
        sorted.addAll(off);
        off = Set.copyOf(sorted);
    }

    /** The usual scenario of a seed: twelve events, one to three nodes, all faults that the seed likes. */
    public static Scenario of(long seed) {
        return new Scenario(seed, EVENTS, 1 + (int) Math.floorMod(seed, 3L), Set.of());
    }

    /** With so many events instead. */
    public Scenario withEvents(int count) {
        return new Scenario(seed, count, nodes, off);
    }

    /** With so many nodes instead. */
    public Scenario withNodes(int count) {
        return new Scenario(seed, events, count, off);
    }

    /** Without one more fault. */
    public Scenario without(Fault fault) {
        var more = EnumSet.of(fault);
        more.addAll(off);
        return new Scenario(seed, events, nodes, more);
    }

    /** Whether a fault may happen. */
    public boolean allows(Fault fault) {
        return !off.contains(fault);
    }

    /** The faults that are off, in a fixed order, as {@link Seeds} reads them. */
    public String offWords() {
        return off.stream().sorted().map(Fault::word).collect(Collectors.joining(","));
    }
}
