package dev.longstop.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which of the due runs one claim takes. */
class CandidateTest {

    private static final Optional<String> NO_LANE = Optional.empty();

    @Test
    void urgentRunsGoFirstThenThoseThatAreDueLongest() {
        var sorted = Stream.of(due(1, 30, false), due(2, 10, false), due(3, 20, true), due(4, 10, false))
                .sorted(Candidate.ORDER)
                .toList();
        assertThat(ids(sorted)).containsExactly(3L, 2L, 4L, 1L);
    }

    /** I9: also of two candidates in one claim. */
    @Test
    void oneRunOfALaneIsTaken() {
        var due = List.of(lane(1, "a"), lane(2, "a"), lane(3, "b"), lane(4, "a"), due(5, 1, false), due(6, 1, false));
        assertThat(ids(Candidate.choose(due, 10))).containsExactly(1L, 3L, 5L, 6L);
        assertThat(ids(Candidate.choose(due, 2))).containsExactly(1L, 3L);
    }

    /** L1: what may have brought its process down twice takes no neighbours with it. */
    @Test
    void aRunThatLostTwoLeasesIsTakenAlone() {
        var poison = new Candidate(7, NO_LANE, 2, false, 1, 1, false);
        assertThat(ids(Candidate.choose(List.of(poison, due(1, 1, false)), 10))).containsExactly(7L);
        assertThat(ids(Candidate.choose(List.of(due(1, 1, false), poison, due(2, 1, false)), 10)))
                .containsExactly(1L, 2L);
    }

    @Test
    void bytesAreBoundedButOneRunAlwaysGoes() {
        var large = new Candidate(1, NO_LANE, 0, false, 1, 2 * Candidate.BYTES_MAX, false);
        assertThat(ids(Candidate.choose(List.of(large, due(2, 1, false)), 10))).containsExactly(1L);
        assertThat(ids(Candidate.choose(List.of(due(2, 1, false), large), 10))).containsExactly(2L);
    }

    private static Candidate due(long id, long dueAtMs, boolean urgent) {
        return new Candidate(id, NO_LANE, 0, urgent, dueAtMs, 1, false);
    }

    private static Candidate lane(long id, String lane) {
        return new Candidate(id, Optional.of(lane), 0, false, 1, 1, false);
    }

    private static List<Long> ids(List<Candidate> chosen) {
        return chosen.stream().map(Candidate::runId).toList();
    }
}
