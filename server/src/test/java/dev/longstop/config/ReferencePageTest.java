package dev.longstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference page says what the program does. */
class ReferencePageTest {

    private static final Path PAGE = Path.of("../docs/configuration.md");
    private static final Pattern ROW = Pattern.compile("^\\| `([a-zA-Z_.\\[\\]]+)` \\|(.*)\\|$", Pattern.MULTILINE);

    @TempDir
    Path folder = Path.of("");

    private record Row(String type, String byDefault, String bounds, String now) {}

    private static Map<String, Row> rows() throws IOException {
        var rows = new LinkedHashMap<String, Row>();
        var row = ROW.matcher(Files.readString(PAGE));
        while (row.find()) {
            var cells = Arrays.stream(row.group(2).split("\\|", -1))
                    .map(String::strip)
                    .toList();
            assertThat(cells).as(row.group(1)).hasSize(5);
            assertThat(rows.put(row.group(1), new Row(cells.get(1), cells.get(2), cells.get(3), cells.get(4))))
                    .as(row.group(1))
                    .isNull();
        }
        return rows;
    }

    @Test
    void everyKeyOfTheFormIsInThePageAndNoOther() throws IOException {
        var form = new TreeMap<String, String>();
        for (var section : Section.values()) {
            boolean later = laterAsAWhole(section);
            section.keys()
                    .forEach(key ->
                            form.put(section.full(key), later || key.instead().isPresent() ? "not yet" : "yes"));
        }
        var page = rows().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().now(), (a, b) -> a, TreeMap::new));
        assertThat(page).isEqualTo(form);
    }

    private static boolean laterAsAWhole(Section section) {
        return Section.ROOT
                .key(section.place().replaceFirst("\\..*", ""))
                .flatMap(Section.Key::instead)
                .isPresent();
    }

    /** The words and bounds that the page gives are those that a report gives. */
    @Test
    void boundsOfThePageAreThoseOfTheReports() throws IOException {
        var given = new Given(folder);
        given.environment.put("S", "marker-of-a-secret");
        int bounded = 0;
        for (var row : rows().entrySet()) {
            var range = Pattern.compile("`?([0-9]+[a-zA-Z]*)`? to `?([0-9]+[a-zA-Z]*)`?")
                    .matcher(row.getValue().bounds());
            if (!range.find() || row.getKey().contains("listen")) {
                continue;
            }
            bounded++;
            var unit = row.getValue().type().equals("duration")
                    ? "3650d"
                    : row.getValue().type().equals("size") ? "33MiB" : "999999999";
            var said = given.lines(given.readWholeForm(yaml(row.getKey(), unit)));
            var shown = row.getValue().type().equals("size")
                    ? "must be from 1024B to 33554432B"
                    : "must be from " + range.group(1) + " to " + range.group(2);
            assertThat(said).as(row.getKey()).anyMatch(line -> line.endsWith(": " + shown));
        }
        assertThat(bounded).isGreaterThan(15);
    }

    private static String yaml(String key, String value) {
        var text = new StringBuilder();
        var indent = "";
        for (var part : List.of((key.startsWith("retry.") ? "defaults." + key : key).split("\\.", -1))) {
            text.append(text.isEmpty() ? "" : ":\n").append(indent).append(part.toLowerCase(java.util.Locale.ROOT));
            indent += "  ";
        }
        return text.append(": ").append(value).append('\n').toString();
    }

    @Test
    void theExampleIsSound() throws IOException {
        var given = new Given(folder);
        given.environment.put("ANTHROPIC_API_KEY", "marker-of-a-key");
        var example = Optional.of(Files.readString(PAGE))
                .map(text -> text.substring(text.indexOf("```yaml\n") + "```yaml\n".length()))
                .map(text -> text.substring(0, text.indexOf("```")))
                .orElseThrow();
        assertThat(given.said(example)).isEmpty();
    }
}
