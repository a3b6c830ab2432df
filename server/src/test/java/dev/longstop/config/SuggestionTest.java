package dev.longstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {

    private static final List<String> KNOWN = List.of("secrets", "rules", "ignore", "contract", "if", "event", "mode");

    @Test
    void theNearestKnownWordIsMeant() {
        assertThat(Suggestion.of("rulez", KNOWN)).contains("rules");
        assertThat(Suggestion.of("secert", KNOWN)).contains("secrets");
        assertThat(Suggestion.of("Rules", KNOWN)).contains("rules");
        assertThat(Suggestion.of("evnet", KNOWN)).contains("event");
        assertThat(Suggestion.of("contarct", KNOWN)).contains("contract");
    }

    @Test
    void aWordThatIsFarFromAllIsNotGuessedAt() {
        assertThat(Suggestion.of("banana", KNOWN)).isEmpty();
        assertThat(Suggestion.of("", KNOWN)).isEmpty();
        assertThat(Suggestion.of("rules".repeat(1_000), KNOWN)).isEmpty();
    }
}
