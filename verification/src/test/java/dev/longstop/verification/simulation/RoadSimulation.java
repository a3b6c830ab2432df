package dev.longstop.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RoadSimulation {

    private static final Simulation SIMULATION = Simulation.in(Path.of("target", "native"));

    @Test
    void everyInvariantHoldsForEverySeed() {
        var report = Seeds.chosen(300).hold("RoadSimulation", SIMULATION::run);
        System.out.println(report);
        assertThat(report.scenarios()).isPositive();
    }
}
