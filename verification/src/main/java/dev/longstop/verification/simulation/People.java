package dev.longstop.verification.simulation;

import dev.longstop.queue.Act;
import dev.longstop.queue.Acted;
import dev.longstop.queue.Runs;
import dev.longstop.verification.Generator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * People with a command line and an opinion: they cancel, requeue and release runs, replay events, and pause agents for
 * a while.
 */
final class People {

    private static final int RUNS = 12;

    private final World world;
    private final List<Node> nodes;

    People(World world, List<Node> nodes) {
        this.world = world;
        this.nodes = nodes;
    }

    /** Begins. */
    void begin() {
        world.timeline().in(1_000, "people", this::decide);
        if (world.faults().has(Fault.PEOPLE)) {
            new Replayers(world, nodes).begin();
        }
    }

    private Generator chance() {
        return world.faults().stream(Fault.PEOPLE);
    }

    private void decide() {
        if (world.faults().strikes(Fault.PEOPLE, 0.9)) {
            var act = chance().pick(List.of(Act.values()));
            long run = chance().between(1L, RUNS);
            order(runs -> runs.act(act, run, "people"));
        }
        if (world.faults().strikes(Fault.PEOPLE, 0.2)) {
            pause(target(), chance().between(100L, 20_000L));
        }
        world.timeline().in(chance().between(120L, 1_200L), "people", this::decide);
    }

    private Optional<String> target() {
        return chance().chance(0.3)
                ? Optional.empty()
                : Optional.of(chance().pick(World.AGENTS).name());
    }

    private void order(Function<Runs, CompletionStage<?>> order) {
        chance().pick(nodes).order(runs -> {
            var unused = order.apply(runs).whenComplete((done, failure) -> noted(done));
        });
    }

    private void noted(@Nullable Object done) {
        if (done instanceof Acted.Did did) {
            world.journal().count("people " + did.act().word());
        } else if (done instanceof Boolean) {
            world.journal().count("people pause");
        }
    }

    /** Pauses for a while. An order that was long under way is known by its answer, and taken back after that again. */
    private void pause(Optional<String> target, long forMs) {
        order(runs -> runs.pause(target, "people")
                .whenComplete((was, failure) -> world.timeline().in(forMs, "resume", () -> resume(target))));
        world.timeline().in(forMs, "resume", () -> resume(target));
    }

    /** Takes a pause back; again until it is done, as people do. */
    private void resume(Optional<String> target) {
        var done = new boolean[1];
        for (var node : nodes) {
            node.order(runs -> {
                var unused = runs.resume(target, "people").whenComplete((was, failure) -> done[0] |= failure == null);
            });
        }
        world.timeline().in(3_000, "resumed", () -> {
            if (!done[0]) {
                resume(target);
            }
        });
    }
}
