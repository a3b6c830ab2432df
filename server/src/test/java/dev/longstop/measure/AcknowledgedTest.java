package dev.longstop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of acknowledged deliveries that are not there as they have to be. */
class AcknowledgedTest {

    private final Acknowledged acknowledged = new Acknowledged(1);

    private void deliver(long number, String state) {
        acknowledged.add(number);
        acknowledged.event(Deliveries.id(number, 1));
        acknowledged.run(Deliveries.id(number, 1), state, state.equals("done"));
    }

    @Test
    void nothingIsWrongWhereAllIsThere() {
        deliver(0, "done");
        deliver(70_000, "done");
        assertThat(acknowledged.wrong(true)).isEmpty();
        assertThat(acknowledged.count()).isEqualTo(2);
        assertThat(acknowledged.runs()).isEqualTo(Map.of("done", 2L));
    }

    /** The sender was not told, so it would send again. */
    @Test
    void whatWasNotAcknowledgedMayBeMissing() {
        deliver(0, "done");
        acknowledged.event(Deliveries.id(1, 1));
        assertThat(acknowledged.wrong(true)).isEmpty();
    }

    @Test
    void whatIsMissingIsNamed() {
        deliver(0, "done");
        acknowledged.add(3);
        acknowledged.add(4);
        acknowledged.event(Deliveries.id(4, 1));
        assertThat(acknowledged.wrong(true))
                .containsExactly(
                        "acknowledged, and not in the inbox: 1, such as " + Deliveries.id(3, 1),
                        "acknowledged, and without a run: 2, such as " + Deliveries.id(3, 1) + ", "
                                + Deliveries.id(4, 1));
    }

    /** Agents that hang end no run; those that finish have to. */
    @Test
    void aRunThatIsOpenIsWrongOnlyWhereItHadToEnd() {
        deliver(0, "done");
        deliver(1, "running");
        assertThat(acknowledged.wrong(false)).isEmpty();
        assertThat(acknowledged.wrong(true))
                .containsExactly("acknowledged, and the run has not ended: 1, such as " + Deliveries.id(1, 1));
    }

    @Test
    void twoRunsOfOneEventAreWrong() {
        deliver(5, "done");
        deliver(5, "done");
        deliver(5, "done");
        assertThat(acknowledged.wrong(true))
                .containsExactly("one event, several runs: 1, such as " + Deliveries.id(5, 1));
    }

    /** An id that only looks like one of ours stands for nothing that was sent. */
    @Test
    void anotherMakersIdIsNotOurs() {
        acknowledged.add(9);
        for (var id : List.of(Deliveries.id(9, 2), Deliveries.id(9, 1).replaceFirst("^.", "f"), "9", "")) {
            acknowledged.event(id);
            acknowledged.run(id, "done", true);
        }
        assertThat(acknowledged.wrong(true)).hasSize(2);
    }
}
