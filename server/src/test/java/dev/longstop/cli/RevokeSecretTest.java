package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code secrets revoke}: what it asks of a program that refuses the secret, and what it says (U10). */
class RevokeSecretTest {

    private static final String LET_IN = "/api/events?limit=100&source=github&secret=file%3Aleaked";

    @TempDir
    Path folder = Path.of("");

    private Terminal terminal = new Terminal(folder);
    private final FakeProgram program = new FakeProgram("another secret of the sender");

    @BeforeEach
    void begin() {
        terminal = new Terminal(folder);
        terminal.environment.put("TOKEN", "the-token");
        terminal.file("leaked", "a secret that has leaked")
                .file(
                        "longstop.yaml",
                        "store: sqlite:data/longstop.db\nsources: { github: { secrets: file:leaked } }\n");
        program.answering("/api/reload", "{}")
                .answering(
                        LET_IN,
                        "{\"events\":[{\"seq\":4,\"state\":\"held\",\"event_id\":\"e4\","
                                + "\"received_at\":\"2026-01-01T00:00:00Z\"}],\"next\":null}");
    }

    @AfterEach
    void end() {
        program.close();
    }

    private Terminal.Said revoke(String... more) {
        var words = new ArrayList<>(List.of("secrets", "revoke", "github", "file:leaked"));
        words.addAll(List.of("--url", program.url(), "--public-url", program.url(), "--token", "env:TOKEN"));
        words.addAll(List.of(more));
        return terminal.run(words.toArray(String[]::new));
    }

    @Test
    void itIsRefusedAndWhatItLetInIsListed() {
        var said = revoke();
        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out())
                .contains("revoked: file:leaked of github", "refused at", "it let in 1 event,", "e4")
                .doesNotContain("held 1");
        assertThat(program.questions).contains("/api/reload").doesNotContain("/api/hold");
    }

    /** Until all are held, also where one order does not hold all of them. */
    @Test
    void whatItLetInIsHeldOnRequest() {
        program.answering("/api/hold", "{\"held\":100000,\"more\":true}", "{\"held\":1,\"more\":false}");
        var said = revoke("--hold");
        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out()).contains("held 100000 pending runs\n", "held 1 pending run\n");
        assertThat(program.orders).contains("{\"source\":\"github\",\"secret\":\"file:leaked\"}");
    }

    /** Whoever forgot to hold can still do so: the name is known although the secret counts no more. */
    @Test
    void whatIsRevokedAlreadyCanStillBeHeldAndListed() {
        program.answering("/api/hold", "{\"held\":2,\"more\":false}");
        revoke();
        terminal.file("longstop.yaml", "sources: { github: { secrets: file:other } }\n")
                .file("other", "the next secret of the sender");
        var said = revoke("--hold");
        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out()).contains("held 2 pending runs\n", "it let in 1 event,");
    }

    @Test
    void whatCannotBeHeldIsToldAndFails() {
        var said = revoke("--hold");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err()).contains("its pending runs are NOT held");
        assertThat(said.out()).contains("it let in 1 event,");
    }

    @Test
    void aNameThatIsNoSecretsRevokesNothingAndSaysWhy() {
        terminal.file("longstop.yaml", "sources: { github: { secrets: [file:leaked, env:ABSENT] } }\n");
        var said = terminal.run("secrets", "revoke", "github", "env:ABSENT");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err())
                .contains("the environment variable ABSENT is not set", "nothing is revoked", "it has: file:leaked");
    }
}
