package dev.longstop.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

/** The facade counts under the names that are a contract. */
class MetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Metrics metrics = new Metrics(registry);

    @Test
    void everyOutcomeOfASourceIsThereFromTheStart() {
        var deliveries = metrics.deliveries("github");
        deliveries.count(DeliveryOutcome.ACCEPTED);

        assertThat(registry.get(MetricNames.DELIVERIES).tag("source", "github").counters())
                .hasSize(DeliveryOutcome.values().length);
        assertThat(registry.get(MetricNames.DELIVERIES)
                        .tag("outcome", "accepted")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void theBacklogIsShownInSeconds() {
        metrics.backlog(7, 2, 1_500);

        assertThat(registry.get(MetricNames.RUNS_DUE).gauge().value()).isEqualTo(7);
        assertThat(registry.get(MetricNames.RUNS_HELD).gauge().value()).isEqualTo(2);
        assertThat(registry.get(MetricNames.RUN_OLDEST_DUE).gauge().value()).isEqualTo(1.5);
    }

    @Test
    void attemptsAreCountedByAgentAndOutcome() {
        metrics.runEnded("triage", "done", 1_000_000);
        metrics.runEnded("triage", "retry", 1_000_000);
        metrics.settleFenced();

        assertThat(registry.get(MetricNames.RUNS)
                        .tag("outcome", "retry")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("longstop_run").tag("agent", "triage").timer().count())
                .isEqualTo(2);
        assertThat(registry.get(MetricNames.SETTLE_FENCED).counter().count()).isEqualTo(1);
    }
}
