package dev.longstop.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.config.ConfigurationFile;
import dev.longstop.config.ConfigurationFile.Checked;
import dev.longstop.config.ContractLookup;
import dev.longstop.inbox.Source;
import dev.longstop.verification.FakeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that changes while the configuration is being read counts all the same, one turn later (E1). */
class ReloadingTest {

    private static final String YAML = """
            store: sqlite:longstop.db
            sources:
              github: { secrets: [file:%s], rules: [{ event: issues.opened, start: agent }] }
            agents: { agent: { command: [cat] } }
            """;

    @TempDir
    private Path folder;

    private final List<Map<String, Source>> applied = new ArrayList<>();
    /** What happens right after the next readings, one each. */
    private final Deque<Runnable> after = new ArrayDeque<>();

    private int readings;

    @BeforeEach
    void aConfiguration() {
        write("first", "the first secret");
        write("longstop.yaml", YAML.formatted("first"));
    }

    private void write(String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Checked read() {
        readings++;
        var checked = new ConfigurationFile(name -> Optional.empty(), ContractLookup.builtIn(), FakeTime.create())
                .read(folder.resolve("longstop.yaml"));
        if (!after.isEmpty()) {
            after.remove().run();
        }
        return checked;
    }

    private Reloading reloading() {
        return new Reloading(read().draft(), this::read, applied::add);
    }

    @Test
    void whatChangesDuringTheFirstReadingIsReadAtTheNextTurn() {
        var reloading = reloading();
        after.add(() -> {});
        after.add(() -> write("longstop.yaml", YAML.formatted("first") + "lease: 45s\n"));
        reloading.turn();
        reloading.turn();
        assertThat(readings).isEqualTo(4);
        assertThat(applied).hasSize(2);
    }

    @Test
    void aFileThatIsNewAndChangesWhileItIsReadIsReadAtTheNextTurn() {
        var reloading = reloading();
        reloading.turn();
        write("second", "the second secret");
        write("longstop.yaml", YAML.formatted("second"));
        after.add(() -> write("second", "half a secr"));
        after.add(() -> write("second", "the second secret, and whole"));
        int before = readings;
        reloading.turn();
        assertThat(readings).isEqualTo(before + 2);
        reloading.turn();
        assertThat(readings).isEqualTo(before + 3);
    }

    @Test
    void whatDoesNotChangeIsNotReadAgain() {
        var reloading = reloading();
        reloading.turn();
        int before = readings;
        reloading.turn();
        reloading.turn();
        assertThat(readings).isEqualTo(before);
    }
}
