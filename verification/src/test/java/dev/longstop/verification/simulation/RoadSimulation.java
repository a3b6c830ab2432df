package dev.longstop.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The whole road under faults, seed for seed: I1 to I14 as far as {@link Invariant} says that they are checked, after
 * every step; that each state which is not the end is left is I11 (B3).
 *
 * <p>Cases A5, A7, A8, A25, B1, B2, D7, L1, M1, W1, W3, W4, W7, W8, W10.
 *
 * <p>{@code -Dseeds=N} runs more, {@code -Dseed=N} one.
 */
class RoadSimulation {

    private static final Simulation SIMULATION = Simulation.in(Path.of("target", "native"));

    /** What a run of some hundred seeds must have seen, or it proves nothing. */
    private static final String[] SEEN = {
        "answered accepted",
        "answered duplicate",
        "answered mismatch",
        "forged 401",
        "mutated 401",
        "post lost",
        "status 503",
        "agent ran",
        "agent threw",
        "asked",
        "platform hangs",
        "platform lies",
        "crash",
        "freeze",
        "suspend",
        "store away",
        "callback taken",
        "callback late",
        "callback unknown",
        "people cancel",
        "people requeue",
        "people release",
        "people hurry",
        "people pause",
        "people replay",
        "people replay twice"
    };

    @Test
    void everyInvariantHoldsForEverySeed() {
        var seeds = Seeds.chosen(500);

        var report = seeds.hold("RoadSimulation", SIMULATION::run);

        if (seeds.size() >= 100) {
            assertThat(SEEN)
                    .allSatisfy(
                            word -> assertThat(report.tally().of(word)).as(word).isGreaterThan(seeds.size() / 10));
        }
    }

    @Test
    @Tag("long")
    @Timeout(7_200)
    void everyInvariantHoldsForTwentyThousandSeeds() {
        Seeds.chosen(20_000).hold("RoadSimulation", SIMULATION::run, RoadSimulation::tellThousands);
    }

    private static void tellThousands(int held) {
        if (held % 1_000 == 0) {
            System.out.printf("%,d seeds held%n", held);
        }
    }

    /** A failure that cannot be replayed is worth nothing. */
    @Test
    void theSameScenarioTakesTheSameSteps() {
        for (long seed = 30; seed < 40; seed++) {
            var scenario = Scenario.of(seed);

            assertThat(SIMULATION.run(scenario)).isEqualTo(SIMULATION.run(scenario));
        }
    }
}
