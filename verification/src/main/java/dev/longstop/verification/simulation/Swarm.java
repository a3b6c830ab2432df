package dev.longstop.verification.simulation;

import dev.longstop.verification.Generator;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * How often each fault happens in one scenario.
 *
 * <p>Every fault draws from a stream of its own, so that switching one off leaves the others as they were. All stop at
 * once when {@link #calm} is called, for the end of a scenario.
 */
final class Swarm {

    /** One fault's weight, 0 (off) to 100, and the stream that it draws from. */
    private record Share(int weight, Generator stream) {}

    private final Map<Fault, Share> shares = new EnumMap<>(Fault.class);

    private boolean calm;

    Swarm(Scenario scenario) {
        var seed = Generator.of(scenario.seed()).fork("faults");
        var drawn = seed.swarm(Arrays.stream(Fault.values()).map(Fault::word).toList());
        for (var fault : Fault.values()) {
            int weight = scenario.allows(fault) ? drawn.getOrDefault(fault.word(), 0) : 0;
            shares.put(fault, new Share(weight, seed.fork(fault.word())));
        }
    }

    private Share share(Fault fault) {
        return Objects.requireNonNull(shares.get(fault));
    }

    /** Whether the fault happens now. At full weight it does so {@code often} of the time, 0 to 1. */
    boolean strikes(Fault fault, double often) {
        var share = share(fault);
        boolean struck = share.stream().chance(often * share.weight() / 100.0);
        return struck && !calm;
    }

    /** The same, drawn from another stream: for what came to a fault later, and leaves the rest of it as it was. */
    boolean strikes(Fault fault, double often, Generator stream) {
        boolean struck = stream.chance(often * share(fault).weight() / 100.0);
        return struck && !calm;
    }

    /** Whether the fault is part of this scenario at all. */
    boolean has(Fault fault) {
        return share(fault).weight() > 0;
    }

    /** The stream that the details of a fault are drawn from. */
    Generator stream(Fault fault) {
        return share(fault).stream();
    }

    /** No faults from here on. */
    void calm() {
        calm = true;
    }
}
