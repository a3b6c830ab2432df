package dev.longstop.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedsTest {

    /** A stand-in for a simulation: it breaks where three events meet two nodes and crashes. */
    private static Result brokenByCrashes(Scenario scenario) {
        return scenario.seed() >= 5 && scenario.events() >= 3 && scenario.nodes() >= 2 && scenario.allows(Fault.CRASH)
                ? new Result.Broken(scenario, 9, Invariant.I4, "two leases", List.of("12 commit", "13 crash"))
                : new Result.Held(scenario, 10, 0, Tally.NONE);
    }

    @Test
    void aFailureIsShrunkToWhatItNeeds() {
        var broken = Seeds.first(10).firstBroken(SeedsTest::brokenByCrashes).orElseThrow();
        assertThat(broken.scenario().seed()).isEqualTo(5);

        var smallest = Seeds.shrink(broken, SeedsTest::brokenByCrashes).scenario();

        assertThat(smallest.events()).isEqualTo(3);
        assertThat(smallest.nodes()).isEqualTo(2);
        assertThat(smallest.seed()).isEqualTo(5);
        assertThat(smallest.off()).hasSize(Fault.values().length - 1).doesNotContain(Fault.CRASH);
    }

    @Test
    void aFailureNamesItsSeedAndTheCommandThatReplaysIt() {
        assertThatThrownBy(() -> Seeds.first(10).hold("RoadSimulation", SeedsTest::brokenByCrashes))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("I4 does not hold: at most one current lease")
                .hasMessageContaining("two leases")
                .hasMessageContaining("13 crash")
                .hasMessageContaining("-Dtest=RoadSimulation")
                .hasMessageContaining("-Dseed=5 -Devents=3 -Dnodes=2 -Doff=submit-fails,");
    }

    @Test
    void howManyHaveHeldIsToldInBetween() {
        var told = new ArrayList<Integer>();
        Seeds.first(250).hold("RoadSimulation", scenario -> new Result.Held(scenario, 1, 0, Tally.NONE), told::add);
        assertThat(told).containsExactly(100, 200, 250);
    }

    @Test
    void whatHoldsIsCounted() {
        var report = Seeds.first(4).hold("RoadSimulation", SeedsTest::brokenByCrashes);

        assertThat(report.scenarios()).isEqualTo(4);
        assertThat(report.steps()).isEqualTo(40);
    }
}
