package dev.longstop.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.platform.Platforms;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** Everything that was recorded of the built-in platforms comes out as recorded. */
class ScenariosTest {

    static Iterable<String> names() {
        return Platforms.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyRecordingComesOutAsItSays(String name) {
        var results = run(name);
        assertThat(results)
                .filteredOn(result -> result.name().startsWith("scenario"))
                .isNotEmpty();
        assertThat(results).filteredOn(result -> !result.passed()).isEmpty();
    }

    /** A recording that says otherwise fails: the test can. */
    @Test
    void aScenarioThatEndsOtherwiseFails() {
        var file = (ObjectNode) Platforms.recording("replicate");
        ((ObjectNode) file.path("scenarios").get(0).path("expect"))
                .put("state", "failed")
                .put("effects", 2);
        var failed = Scenarios.run(((Platforms.Sound) Platforms.read(file)).platform(), file).stream()
                .filter(result -> !result.passed())
                .toList();
        assertThat(failed)
                .singleElement()
                .satisfies(result -> assertThat(result.problems())
                        .containsExactly("state: expected failed, got succeeded", "effects: expected 2, got 1"));
    }

    private static List<Scenarios.Result> run(String name) {
        var file = Platforms.recording(name);
        return Scenarios.run(((Platforms.Sound) Platforms.read(file)).platform(), file);
    }
}
