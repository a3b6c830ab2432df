package dev.longstop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.event.EventId;
import dev.longstop.verify.Extraction.Extracted;
import dev.longstop.verify.SenderVectors.Case;
import dev.longstop.verify.Verdict.Rejected;
import dev.longstop.verify.Verdict.Verified;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every recorded delivery is decided as the file says: {@code must} cases and, here, {@code may} cases too (R2, R3, C1,
 * C4, C9, E1). Each runs at its own clock.
 */
class SenderVectorsTest {

    /** {@code may} cases that are decided otherwise, each with its reason. */
    private static final Map<String, String> DECIDED_OTHERWISE = Map.of(
            "secret_with_trailing_newline",
            "line ends are trimmed when a secret is loaded, so that the fault does no harm");

    static Stream<Case> cases() {
        return SenderVectors.of("github");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theVerdictIsTheRecordedOne(Case recorded) {
        var verdict = Verifier.verify(github(), recorded.secrets(), request(recorded), recorded.wallMs());

        boolean accepted = recorded.accepted() != DECIDED_OTHERWISE.containsKey(recorded.name());
        assertThat(verdict).isInstanceOf(accepted ? Verified.class : Rejected.class);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void whatIsExtractedIsTheRecordedEvent(Case recorded) {
        if (recorded.expected("event_id").isEmpty()) {
            return;
        }
        var extraction = Extractor.extract(github(), request(recorded), EventId.sha256(recorded.body()));

        assertThat(extraction).isInstanceOfSatisfying(Extracted.class, event -> {
            assertThat(event.id().text())
                    .isEqualTo(recorded.expected("event_id").orElseThrow());
            assertThat(event.type()).isEqualTo(recorded.expected("event_type").orElse(""));
            assertThat(event.action()).isEqualTo(recorded.expected("action").orElse(""));
        });
    }

    @Test
    void theFileHoldsWhatItShould() {
        assertThat(cases().filter(recorded -> DECIDED_OTHERWISE.containsKey(recorded.name())))
                .hasSameSizeAs(DECIDED_OTHERWISE.keySet())
                .noneMatch(Case::must);
        assertThat(cases()).hasSizeGreaterThanOrEqualTo(50);
        assertThat(cases().filter(Case::must).count()).isGreaterThanOrEqualTo(35);
        assertThat(cases().filter(recorded -> recorded.expected("event_id").isPresent()))
                .hasSize(3);
    }

    private static Request request(Case recorded) {
        return Request.of(recorded.headers(), recorded.body());
    }

    private static Contract github() {
        return ((Contracts.Sound) Contracts.builtIn("github")).contract();
    }
}
