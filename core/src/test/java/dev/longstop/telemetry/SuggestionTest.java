package dev.longstop.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Suggestions for words that are not known. */
class SuggestionTest {

    private static final List<String> KNOWN = List.of("secrets", "rules", "ignore", "contract");

    @Test
    void theNearestWordIsSuggested() {
        assertThat(Suggestion.of("secret", KNOWN)).contains("secrets");
        assertThat(Suggestion.of("ingore", KNOWN)).contains("ignore");
        assertThat(Suggestion.hint("rule", KNOWN)).isEqualTo("; did you mean \"rules\"?");
    }

    @Test
    void aWordThatIsNearNothingGetsNoSuggestion() {
        assertThat(Suggestion.of("zebra", KNOWN)).isEmpty();
        assertThat(Suggestion.hint("zebra", KNOWN)).isEmpty();
        assertThat(Suggestion.of("x".repeat(100_000), KNOWN)).isEmpty();
    }
}
