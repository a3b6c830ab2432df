package dev.longstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.verification.Generator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A valid file with any byte or line damaged gives a report or a configuration, and no secret in either. */
class MangledFileProperty {

    private static final int CASES = Integer.getInteger("cases", 1_500);

    @TempDir
    Path folder = Path.of("");

    @Test
    void anyDamageGivesAReportOrAConfiguration() throws IOException {
        var given = new Given(folder);
        for (var name : List.of("ALERT_URL", "HEARTBEAT_URL", "CLAUDE_HOOK", "SIGN", "ANTHROPIC_API_KEY", "GH_TOKEN")) {
            given.environment.put(name, "marker-" + name);
        }
        given.environment.put("ANNOUNCE_SECRET", "marker-of-announce");
        var file = folder.resolve("longstop.yaml");
        int sound = 0;
        for (int seed = 1; seed <= CASES; seed++) {
            var chance = Generator.of(seed);
            var scope = chance.pick(List.of(Reading.Scope.values()));
            var text = scope == Reading.Scope.ACTING ? Given.SOUND : ConfigurationTest.WHOLE_FORM;
            Files.write(file, mangled(chance, text));
            var checked = given.reader(scope).read(file);
            assertThat(checked.problems().toString() + checked.draft())
                    .as("seed %d", seed)
                    .doesNotContain("marker-");
            assertThat(checked.isSound())
                    .as("seed %d", seed)
                    .isEqualTo(checked.configuration().isPresent());
            sound += checked.isSound() ? 1 : 0;
        }
        assertThat(sound).as("some damage is harmless, most is not").isBetween(CASES / 100, CASES / 2);
    }

    private static byte[] mangled(Generator chance, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        int times = chance.between(1, 3);
        for (int i = 0; i < times; i++) {
            bytes = chance.chance(0.5)
                    ? byteDamaged(chance, bytes)
                    : lineDamaged(chance, new String(bytes, StandardCharsets.ISO_8859_1))
                            .getBytes(StandardCharsets.ISO_8859_1);
        }
        return bytes;
    }

    private static final List<Character> SIGNS = List.of('{', '[', '"', ':', '-', '&', '*', '!', '\t', '|', '%', '?');

    private static byte[] byteDamaged(Generator chance, byte[] bytes) {
        if (bytes.length == 0) {
            return chance.bytes(8);
        }
        int at = chance.between(0, bytes.length - 1);
        return switch (chance.between(0, 3)) {
            case 0 -> Arrays.copyOf(bytes, at);
            case 1 -> joined(bytes, at, new byte[0], at + 1);
            case 2 -> joined(bytes, at, chance.bytes(4), at);
            default -> joined(bytes, at, new byte[] {(byte) chance.pick(SIGNS).charValue()}, at + 1);
        };
    }

    private static byte[] joined(byte[] bytes, int until, byte[] middle, int from) {
        var all = new byte[until + middle.length + bytes.length - from];
        System.arraycopy(bytes, 0, all, 0, until);
        System.arraycopy(middle, 0, all, until, middle.length);
        System.arraycopy(bytes, from, all, until + middle.length, bytes.length - from);
        return all;
    }

    private static String lineDamaged(Generator chance, String text) {
        var lines = new ArrayList<>(List.of(text.split("\n", -1)));
        int at = chance.between(0, lines.size() - 1);
        switch (chance.between(0, 4)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(at, chance.pick(lines));
            case 2 -> lines.set(at, " ".repeat(chance.between(1, 6)) + lines.get(at));
            case 3 ->
                lines.set(
                        at,
                        lines.get(at)
                                .replaceFirst(
                                        ": [^ ,}]+",
                                        ": "
                                                + chance.text(12)
                                                        .replace('\n', ' ')
                                                        .replaceAll("[\\\\$]", "")));
            default -> lines.set(at, lines.get(at).replaceFirst("[a-z_]+:", chance.word(1, 8) + ":"));
        }
        return String.join("\n", lines);
    }
}
