package dev.longstop.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.longstop.config.ConfigurationFile;
import dev.longstop.config.ConfigurationFile.Checked;
import dev.longstop.config.ContractLookup;
import dev.longstop.config.Problem;
import dev.longstop.config.Reload;
import dev.longstop.config.Revoked;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Source;
import dev.longstop.verification.FakeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Whoever asks for another reading of the configuration is told what came of it; what is revoked counts no more. */
class ReloadAnswerTest {

    private static final String YAML = """
            store: sqlite:data/longstop.db
            sources: { github: { secrets: [file:first], rules: [{ event: issues.opened, start: agent }] } }
            agents: { agent: { command: [cat] } }
            """;

    @TempDir
    Path folder = Path.of("");

    private final List<Map<String, Source>> applied = new ArrayList<>();

    @BeforeEach
    void aConfiguration() {
        write("first", "the first secret");
        write("longstop.yaml", YAML);
    }

    private void write(String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Checked read() {
        return new ConfigurationFile(name -> Optional.empty(), ContractLookup.builtIn(), FakeTime.create())
                .read(folder.resolve("longstop.yaml"));
    }

    private Reloading reloading() {
        return new Reloading(read().draft(), this::read, applied::add);
    }

    private static Reload said(CompletionStage<Reload> asked) {
        return Objects.requireNonNull(asked.toCompletableFuture().getNow(null));
    }

    private List<String> secrets() {
        return Objects.requireNonNull(applied.get(applied.size() - 1).get("github")).secrets().stream()
                .map(Secret::name)
                .toList();
    }

    @Test
    void everybodyWhoAskedBeforeATurnHearsWhatChanged() {
        var reloading = reloading();
        write("first", "the next secret");
        var one = reloading.want();
        var other = reloading.want();
        assertThat(one.toCompletableFuture()).isNotDone();
        reloading.turn();
        assertThat(said(one).changes().orElseThrow().now()).containsExactly("sources.github.secrets");
        assertThat(said(other)).isEqualTo(said(one));
        var again = reloading.want();
        reloading.turn();
        assertThat(said(again).changes().orElseThrow().isEmpty()).isTrue();
    }

    @Test
    void anErrorIsToldAndNothingIsAppliedFromTheFile() {
        var reloading = reloading();
        write("second", "the second secret");
        write("longstop.yaml", YAML.replace("first", "second") + "leese: 3s\n");
        var asked = reloading.want();
        reloading.turn();
        assertThat(said(asked).changes()).isEmpty();
        assertThat(said(asked).problems())
                .filteredOn(Problem::isError)
                .extracting(Problem::message)
                .containsExactly("unknown key; did you mean \"lease\"?");
        assertThat(secrets()).containsExactly("file:first");
    }

    /** What changed while the program started is told like any later change: an error in it too. */
    @Test
    void whatChangedDuringTheStartIsTold() {
        var logger = (Logger) LoggerFactory.getLogger(Reloading.class);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        logger.addAppender(lines);
        try {
            var reloading = reloading();
            write("longstop.yaml", YAML + "leese: 3s\n");
            reloading.turn();
        } finally {
            logger.detachAppender(lines);
        }
        assertThat(lines.list).extracting(ILoggingEvent::getLevel).containsExactly(Level.ERROR);
    }

    /** U10: neither an error in the file nor a file that is no YAML at all keeps a leaked secret in use. */
    @Test
    void aRevokedSecretCountsNoMoreWhateverElseIsWrong() throws IOException {
        var reloading = reloading();
        reloading.turn();
        var draft = read().draft();
        assertThat(secrets()).containsExactly("file:first");
        write("longstop.yaml", "sources: [");
        reloading.turn();
        assertThat(secrets()).containsExactly("file:first");
        var leaked =
                Objects.requireNonNull(draft.sources().get("github")).secrets().get(0);
        Revoked.add(draft.dataFolder(), "github", leaked);
        reloading.turn();
        assertThat(secrets()).isEmpty();
    }

    @Test
    void aReadingThatEndsInABugIsToldToo() {
        var reloading = new Reloading(
                read().draft(),
                () -> {
                    throw new IllegalStateException("a bug");
                },
                applied::add);
        var asked = reloading.want();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(reloading::turn))
                .hasMessage("a bug");
        assertThat(asked.toCompletableFuture()).isCompletedExceptionally();
    }
}
