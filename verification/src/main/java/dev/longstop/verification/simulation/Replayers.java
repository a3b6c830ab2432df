package dev.longstop.verification.simulation;

import dev.longstop.inbox.EventState;
import dev.longstop.inbox.ReplayChoice;
import dev.longstop.queue.ReplayPlan;
import dev.longstop.queue.Replayed;
import dev.longstop.store.StoreFailure;
import dev.longstop.verification.Generator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * People who have events worked through again: they plan on one node, and have the plan carried out on any, a while
 * later, and once more where they heard nothing, or since they are like that.
 *
 * <p>All chance comes from a stream of its own, so that the rest of what people do stays as it was.
 */
final class Replayers {

    private final World world;
    private final List<Node> nodes;
    private final Generator chance;

    Replayers(World world, List<Node> nodes) {
        this.world = world;
        this.nodes = nodes;
        this.chance = world.faults().stream(Fault.PEOPLE).fork("replay");
    }

    /** Begins. */
    void begin() {
        world.timeline().in(chance.between(3_000L, 12_000L), "replay", this::decide);
    }

    private void decide() {
        if (world.faults().strikes(Fault.PEOPLE, 0.9, chance)) {
            var choice = choice();
            chance.pick(nodes).replay(there -> plan(there, choice));
        }
        world.timeline().in(chance.between(2_000L, 12_000L), "replay", this::decide);
    }

    private ReplayChoice choice() {
        var choice = ReplayChoice.everything();
        if (chance.chance(0.4)) {
            choice = choice.repeated();
        }
        if (chance.chance(0.4)) {
            choice = choice.of(chance.pick(World.AGENTS).name());
        }
        if (chance.chance(0.3)) {
            choice = choice.in(chance.pick(List.of(EventState.values())));
        }
        if (chance.chance(0.3)) {
            long from = world.timeline().nowMs() - chance.between(0L, 60_000L);
            choice = choice.between(from, from + chance.between(0L, 60_000L));
        }
        return chance.chance(0.2) ? choice.only(List.of(chance.between(1L, 6L), chance.between(1L, 12L))) : choice;
    }

    private void plan(Node.Replaying there, ReplayChoice choice) {
        try {
            var plan = there.planner().draw(choice).plan();
            if (plan.items().isEmpty()) {
                return;
            }
            world.journal().planned(plan);
            var unused = there.replays().keep(plan, "people").whenComplete((kept, failure) -> carryOut(plan));
        } catch (StoreFailure away) {
            world.journal().count("people plan in vain");
        }
    }

    /** Whether they heard that it is kept or not. */
    private void carryOut(ReplayPlan plan) {
        int times = chance.between(1, 3);
        for (int i = 0; i < times; i++) {
            world.timeline()
                    .in(
                            chance.between(0L, 9_000L),
                            "replay",
                            () -> chance.pick(nodes).replay(there -> carryOut(there, plan.fingerprint())));
        }
    }

    private void carryOut(Node.Replaying there, String fingerprint) {
        Optional<ReplayPlan> plan;
        try {
            plan = there.replays().find(fingerprint);
        } catch (StoreFailure away) {
            return;
        }
        Consumer<ReplayPlan> order = found -> {
            var unused = there.replays().carryOut(found, "people").whenComplete((done, failure) -> noted(done));
        };
        plan.ifPresent(order);
    }

    private void noted(@Nullable List<Replayed> done) {
        if (done != null && done.stream().anyMatch(one -> one.result().did())) {
            world.journal().count("people replay");
        }
        if (done != null && done.stream().anyMatch(one -> one.result() == Replayed.Result.BEFORE)) {
            world.journal().count("people replay twice");
        }
    }
}
