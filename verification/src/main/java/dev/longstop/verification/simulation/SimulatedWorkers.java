package dev.longstop.verification.simulation;

import dev.longstop.loop.Workers;
import dev.longstop.verification.Generator;
import dev.longstop.verification.simulation.ScriptedAgent.SimulatedBug;
import java.util.List;

/**
 * Workers without threads: what is started is done as a whole after a while, at the end of the time that it takes.
 *
 * <p>While its node stands still it is not done; when its node is gone it never is.
 */
final class SimulatedWorkers implements Workers {

    private final int places;
    private final World world;
    private final Life life;
    private final Generator chance;
    private final long usualMs;
    private int taken;

    SimulatedWorkers(int places, World world, Life life, Generator chance) {
        this.places = places;
        this.world = world;
        this.life = life;
        this.chance = chance;
        this.usualMs = chance.pick(List.of(200L, 2_000L, World.LEASE_MS));
    }

    @Override
    public int free() {
        return places - taken;
    }

    @Override
    public boolean start(String name, Runnable work) {
        if (taken >= places) {
            return false;
        }
        taken++;
        world.timeline()
                .in(
                        durationMs(),
                        "work " + name,
                        () -> life.run(() -> {
                            taken--;
                            try {
                                work.run();
                            } catch (SimulatedBug bug) {
                                world.journal().count("agent threw");
                            }
                        }));
        return true;
    }

    private long durationMs() {
        var faults = world.faults();
        return faults.strikes(Fault.AGENT_HANGS, 0.5)
                ? faults.stream(Fault.AGENT_HANGS).between(World.LEASE_MS / 2, 10 * World.LEASE_MS)
                : chance.between(0L, usualMs);
    }
}
