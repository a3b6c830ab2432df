package dev.longstop.verification.simulation;

import dev.longstop.verification.Generator;
import java.util.List;

/** What happens to nodes and to the store from outside. */
final class Nemesis {

    private final World world;
    private final List<Node> nodes;
    private final Generator chance;

    Nemesis(World world, List<Node> nodes) {
        this.world = world;
        this.nodes = nodes;
        this.chance = Generator.of(world.scenario().seed()).fork("nemesis");
    }

    /** Begins. */
    void begin() {
        nodes.forEach(this::lurk);
        world.timeline().in(chance.between(0L, 10_000L), "store", this::threatenStore);
    }

    private void lurk(Node node) {
        world.timeline().in(chance.between(500L, 5_000L), "nemesis " + node.name(), () -> {
            strike(node);
            lurk(node);
        });
    }

    private void strike(Node node) {
        var faults = world.faults();
        if (faults.strikes(Fault.WALL_JUMP, 0.5)) {
            node.time().jumpWall(faults.stream(Fault.WALL_JUMP).between(-7_200_000L, 7_200_000L));
        }
        if (!node.awake()) {
            return;
        }
        if (faults.strikes(Fault.CRASH, 0.3)) {
            var stream = faults.stream(Fault.CRASH);
            node.crash();
            world.timeline().in(stream.between(0L, 15_000L), "start " + node.name(), node::start);
        } else if (faults.strikes(Fault.FREEZE, 0.3)) {
            pause(node, faults.stream(Fault.FREEZE), false);
        } else if (faults.strikes(Fault.SUSPEND, 0.3)) {
            pause(node, faults.stream(Fault.SUSPEND), true);
        }
    }

    private void pause(Node node, Generator stream, boolean asleep) {
        long ms = stream.chance(0.5) ? stream.between(10L, World.LEASE_MS) : stream.between(World.LEASE_MS, 60_000L);
        node.pause(asleep);
        node.life().ifPresent(life -> world.timeline().in(ms, "go on " + node.name(), () -> node.goOn(life)));
    }

    private void threatenStore() {
        var faults = world.faults();
        if (faults.strikes(Fault.STORE_AWAY, 0.5)) {
            world.journal().count("store away");
            world.outage().lastFor(faults.stream(Fault.STORE_AWAY).between(100L, 30_000L));
        }
        world.timeline().in(chance.between(1_000L, 20_000L), "store", this::threatenStore);
    }
}
