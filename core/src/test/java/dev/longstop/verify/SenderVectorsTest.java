package dev.longstop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.verify.Recording.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every recorded delivery is decided as its file says, and carries the recorded event: {@code must} cases without
 * exception, {@code may} cases but for those that are listed with a reason (R2, R3, C1, C3, C4, C9, C11, C16, D1, D2,
 * E1). Each runs at its own clock.
 */
class SenderVectorsTest {

    static Stream<Recording> recordings() {
        return SenderVectors.all().stream();
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void everyCaseIsDecidedAsRecorded(Recording recording) {
        var contract = contract(recording.sender());
        var wrong = new ArrayList<String>();
        for (var recorded : recording.cases()) {
            var difference = recorded.difference(contract);
            if (difference.isPresent() && recorded.otherwise().isEmpty()) {
                wrong.add(recorded.name() + " " + difference.get());
            }
        }
        assertThat(wrong).as(recording.sender()).isEmpty();
    }

    @Test
    void theFilesHoldWhatTheyShould() {
        var cases =
                recordings().flatMap(recording -> recording.cases().stream()).toList();
        assertThat(recordings()).hasSizeGreaterThanOrEqualTo(37);
        assertThat(cases).hasSizeGreaterThanOrEqualTo(1_350);
        assertThat(cases.stream().filter(Case::must)).hasSizeGreaterThanOrEqualTo(950);
        assertThat(cases.stream().filter(Case::accepted)).hasSizeGreaterThanOrEqualTo(400);
    }

    /** What is decided otherwise is really decided otherwise somewhere: the list holds nothing that is over. */
    @Test
    void onlyMattersOfPolicyAreDecidedOtherwise() {
        var otherwise = new ArrayList<String>();
        recordings()
                .forEach(recording -> recording.cases().stream()
                        .filter(recorded -> recorded.otherwise().isPresent())
                        .filter(recorded -> recorded.difference(contract(recording.sender()))
                                .isPresent())
                        .forEach(recorded -> otherwise.add(recorded.name())));
        assertThat(otherwise).isNotEmpty().containsOnly("secret_with_trailing_newline");
        assertThat(List.of(SenderVectors.of("github")))
                .allSatisfy(recording -> assertThat(recording.cases()).hasSize(50));
    }

    private static Contract contract(String name) {
        var reading = Contracts.builtIn(name);
        assertThat(reading).as(String.valueOf(reading)).isInstanceOf(Contracts.Sound.class);
        return ((Contracts.Sound) reading).contract();
    }
}
