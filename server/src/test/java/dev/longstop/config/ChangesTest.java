package dev.longstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a changed configuration changes, and when. */
class ChangesTest {

    private static final String MORE = """
            platforms: { claude: { use: anthropic-sessions, secrets: { api_key: env:API_KEY } } }
            effects: { say: { http: "https://example.org/said" } }
            """;

    @TempDir
    Path folder = Path.of("");

    private Given given = new Given(folder);
    private Configuration was = given.read(Given.SOUND).draft();

    @BeforeEach
    void begin() {
        given = new Given(folder);
        was = sound(Given.SOUND + MORE);
    }

    private Configuration sound(String yaml) {
        return given.read(yaml).configuration().orElseThrow();
    }

    private Changes to(String yaml) {
        return Changes.between(was, was, sound(yaml));
    }

    @Test
    void theSameTextChangesNothing() {
        assertThat(to(Given.SOUND + MORE).isEmpty()).isTrue();
    }

    @Test
    void whatChangesOfASourceIsNamed() {
        var next = (Given.SOUND + MORE)
                .replace("ignore: [acme-agent]", "ignore: [other]")
                .replace("issues.labeled", "issues.closed");
        assertThat(to(next))
                .isEqualTo(new Changes(List.of("sources.github.ignore", "sources.github.rules"), List.of()));
        given.environment.put("GH_SECRET", "the next secret of the sender");
        var rotated = to(Given.SOUND + MORE);
        assertThat(rotated.now()).containsExactly("sources.github.secrets");
        assertThat(rotated.toString()).doesNotContain("the next secret");
    }

    @Test
    void sourcesThatComeAndGoAreNamed() {
        var next = (Given.SOUND + MORE).replace("  github:\n", "  forge:\n    contract: github\n");
        assertThat(to(next).now()).containsExactly("sources.forge (new)", "sources.github (gone)");
    }

    @Test
    void theRestCountsFromTheNextStartOnHoweverOftenItIsRead() {
        var next = (Given.SOUND + MORE)
                .replace("lease: 20s", "lease: 40s")
                .replace("0.0.0.0:9080", "0.0.0.0:9090")
                .replace("ask: { command: [ask] }", "ask: { command: [ask, twice] }")
                .replace("api_key: env:API_KEY", "api_key: env:GH_SECRET")
                .replace("example.org/said", "example.org/told");
        var expected = List.of("public", "lease", "agents.ask", "platforms.claude", "effects.say");
        assertThat(to(next).later()).containsExactlyElementsOf(expected);
        assertThat(Changes.between(sound(next), was, sound(next)).later()).containsExactlyElementsOf(expected);
    }
}
