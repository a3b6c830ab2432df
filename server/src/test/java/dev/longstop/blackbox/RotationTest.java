package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Secrets change while the program runs: at once, whole, and never by accident (E1, S2, U10). */
class RotationTest {

    private static final long WAIT_MS = 60_000;
    private static final String NEXT = "the next secret of the sender";

    private final Installation here = Installation.ofAgent(":");
    private final Program program = here.serve();
    private final AtomicInteger posted = new AtomicInteger();

    @AfterEach
    void end() {
        here.close();
    }

    private int status(String secret) {
        return here.post(program, Github.issue("e" + posted.incrementAndGet()).by(secret))
                .statusCode();
    }

    @Test
    void aReplacedSecretCountsWithoutARestartAndTheOldOneNoMore() {
        assertThat(status(Installation.SECRET)).isEqualTo(200);
        here.write("secrets/github", NEXT);
        assertThat(Patience.until(WAIT_MS, () -> status(Installation.SECRET) == 401))
                .isTrue();
        assertThat(status(NEXT)).isEqualTo(200);
    }

    /** Two secrets overlap: either counts, and which one it was is kept with the delivery. */
    @Test
    void twoSecretsOverlapAndWhichOneMatchedIsKept() {
        here.write("secrets/next", NEXT);
        here.write(
                "longstop.yaml",
                Installation.STANDARD.replace(
                        "[file:secrets/github]",
                        "[file:secrets/next, { value: file:secrets/github, until: 2199-12-31 }]"));
        assertThat(Patience.until(WAIT_MS, () -> status(NEXT) == 200)).isTrue();
        int next = posted.get();
        assertThat(status(Installation.SECRET)).isEqualTo(200);
        assertThat(secretOf(next)).isEqualTo("file:secrets/next");
        assertThat(secretOf(next + 1)).isEqualTo("file:secrets/github");
    }

    private String secretOf(int event) {
        var found = here.api(program, "/api/events?source=github&event_id=e" + event)
                .path("events");
        return here.api(program, "/api/events/" + found.get(0).path("seq").asString("0"))
                .path("secret")
                .asString("");
    }

    /** All or nothing: with an error anywhere nothing of the file counts, and the last good secret serves on. */
    @Test
    void aConfigurationWithAnErrorChangesNothing() {
        here.write("secrets/next", NEXT);
        var next = Installation.STANDARD.replace("secrets/github", "secrets/next");
        here.write("longstop.yaml", next + "nonsense: 1\n");
        assertThat(Patience.until(WAIT_MS, () -> program.log().contains("is not read again")))
                .isTrue();
        assertThat(status(NEXT)).isEqualTo(401);
        assertThat(status(Installation.SECRET)).isEqualTo(200);
        var refused = here.command("reload", "--url", program.adminUrl().toString());
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("nonsense: unknown key", "nothing has changed");
        here.write("longstop.yaml", next + "lease: 31s\n");
        var taken = here.command("reload", "--url", program.adminUrl().toString());
        assertThat(taken.exit()).as(taken.err()).isZero();
        assertThat(taken.out()).contains("at the next start: lease");
        assertThat(status(NEXT)).isEqualTo(200);
        assertThat(status(Installation.SECRET)).isEqualTo(401);
        assertThat(program.log()).doesNotContain(NEXT).doesNotContain(Installation.SECRET);
    }

    /** U10: a revoked secret is refused at once and for good; what it let in is listed, and held if it waits. */
    @Test
    void aRevokedSecretIsRefusedAtOnceAndForGood() {
        here.tell(program, "/api/pause", "{\"all\":true}");
        assertThat(status(Installation.SECRET)).isEqualTo(200);
        var said = here.command(
                "secrets",
                "revoke",
                "github",
                "file:secrets/github",
                "--hold",
                "--url",
                program.adminUrl().toString(),
                "--public-url",
                program.publicUrl().toString());
        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(said.out())
                .contains("revoked: file:secrets/github of github", "held 1 pending run", "it let in 1 event,", "e1")
                .containsPattern("refused at \\S+ after [0-9]{1,3} ms");
        assertThat(here.runs(program, "e1").get(0).path("held").asString("")).isEqualTo("secret: file:secrets/github");
        assertThat(status(Installation.SECRET)).isEqualTo(401);
        program.stop(WAIT_MS);
        var again = here.serve();
        assertThat(here.post(again, Github.issue("e9")).statusCode()).isEqualTo(401);
        here.write("secrets/github", NEXT);
        assertThat(Patience.until(
                        WAIT_MS,
                        () -> here.post(again, Github.issue("e8").by(NEXT)).statusCode() == 200))
                .as("another value under the same name counts")
                .isTrue();
    }

    @Test
    void aHangUpReadsAgainAndEndsNothing() throws IOException {
        new ProcessBuilder("kill", "-HUP", String.valueOf(program.pid())).start();
        assertThat(Patience.until(WAIT_MS, () -> program.log().contains("the configuration was read again")))
                .isTrue();
        assertThat(program.alive()).isTrue();
        assertThat(status(Installation.SECRET)).isEqualTo(200);
    }
}
