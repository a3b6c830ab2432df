package dev.longstop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class YamlTest {

    @TempDir
    Path folder = Path.of("");

    private Given given = new Given(folder);

    @BeforeEach
    void begin() {
        given = new Given(folder);
    }

    private List<String> saidOfBytes(byte[] bytes) throws IOException {
        var file = folder.resolve("longstop.yaml");
        Files.write(file, bytes);
        return given.lines(given.reader(Reading.Scope.ACTING).read(file));
    }

    @Test
    void aFileThatIsNoMappingIsSaidToBeSo() throws IOException {
        var empty = "longstop.yaml  the file is empty; `longstop init` writes one to begin with";
        assertThat(given.said("")).containsExactly(empty);
        assertThat(given.said("# only a comment\n---\n")).containsExactly(empty);
        assertThat(given.said("- a\n- b\n")).containsExactly("longstop.yaml:1:1  expected a mapping, found a list");
        assertThat(given.said("hello")).containsExactly("longstop.yaml:1:1  expected a mapping, found a single value");
        assertThat(given.said("a: 1\n---\nb: 2\n"))
                .contains("longstop.yaml:3:1  a second document begins here; the configuration is one document");
        assertThat(saidOfBytes(new byte[] {'a', ':', (byte) 0xff}))
                .containsExactly("longstop.yaml  the file is not UTF-8 text");
        assertThat(saidOfBytes(new byte[1024 * 1024 + 1]))
                .containsExactly("longstop.yaml  the file is larger than 1 MiB");
        assertThat(given.lines(given.reader(Reading.Scope.ACTING).read(folder.resolve("nope.yaml"))))
                .containsExactly("nope.yaml  there is no such file; `longstop init` writes one to begin with");
        assertThat(given.reader(Reading.Scope.ACTING).read(folder).problems())
                .hasSize(1)
                .allMatch(problem -> problem.message().equals("the file cannot be read (it is a folder)"));
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFile() throws IOException {
        assertThat(saidOfBytes(("\uFEFF" + Given.SOUND).getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }

    @Test
    void jsonIsReadToo() {
        assertThat(given.said("""
                        {"sources": {"github": {"secrets": ["env:GH_SECRET"],
                                                 "rules": [{"event": "issues", "start": "one"}]}},
                         "agents": {"one": {"command": ["one"], "concurrency": 3}}}""")).isEmpty();
    }

    @Test
    void brokenYamlIsSaidWithItsPlaceAndAHint() {
        assertThat(given.said("public:\n\tlisten: x\n"))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("longstop.yaml:2:1  not YAML: ")
                        .endsWith("; indent with spaces"));
        assertThat(given.said("store: sqlite: x\n"))
                .containsExactly(
                        "longstop.yaml:1:14  not YAML: mapping values are not allowed here; put text that holds a"
                                + " colon into quotation marks");
        assertThat(given.said("a: [1, 2\n"))
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("longstop.yaml:2:1  not YAML: "));
    }

    @Test
    void tagsMeanNothing() {
        assertThat(given.said("store: !!java.io.File [x]\n"))
                .contains("longstop.yaml:1:8  tags such as tag:yaml.org,2002:java.io.File mean nothing here");
    }

    @Test
    void anAliasStandsForItsAnchor() {
        assertThat(given.said(Given.SOUND
                        .replace("retry: { attempts: 5,", "retry: &retry { attempts: 5,")
                        .replace("retry: { attempts: 2, backoff: 1s }", "retry: *retry")))
                .isEmpty();
        assertThat(given.said("a: *nobody\n"))
                .containsExactly("longstop.yaml:1:4  nothing before this is anchored as &nobody");
        assertThat(given.said("a: &a [*a]\n"))
                .containsExactly("longstop.yaml:1:8  nothing before this is anchored as &a");
    }

    /** A few lines that stand for a billion values, and brackets without end, are refused at once. */
    @Test
    void aFewLinesCannotGrowWithoutBound() {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 10; i++) {
            bomb.append("a%d: &a%d [".formatted(i, i))
                    .append(("*a" + (i - 1) + ", ").repeat(9))
                    .append("*a" + (i - 1) + "]\n");
        }
        assertThat(given.said(bomb.toString()))
                .singleElement()
                .satisfies(line ->
                        assertThat(line).endsWith("more than 50000 values, aliases counted as what they stand for"));
        assertThat(given.said("[".repeat(100_000)))
                .containsExactly("longstop.yaml:1:33  nested more than 32 levels deep");
        assertThat(given.said("{a: ".repeat(100_000)))
                .containsExactly("longstop.yaml:1:126  nested more than 32 levels deep");
        assertThat(given.said("- ".repeat(50_000))).hasSize(1);
        assertThat(given.said("? ".repeat(50_000))).hasSize(1);
    }
}
