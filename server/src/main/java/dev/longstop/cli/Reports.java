package dev.longstop.cli;

import dev.longstop.proof.JunitForm;
import dev.longstop.proof.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;

/** Files that a report is written to. */
final class Reports {

    static final String JSON = ".json";
    static final String XML = ".xml";

    private Reports() {}

    /** The files that were named; empty if one of them is of no form that there is, by the ends of their names. */
    static Optional<List<Path>> of(ParseResult given, String option, Path folder, String... forms) {
        List<String> names = given.hasMatchedOption(option) ? given.matchedOptionValue(option, List.of()) : List.of();
        return names.stream().allMatch(name -> Arrays.stream(forms).anyMatch(name::endsWith))
                ? Optional.of(names.stream().map(folder::resolve).toList())
                : Optional.empty();
    }

    /** The report in the form of a file. */
    static String text(Report report, Path file) {
        return file.toString().endsWith(JSON) ? text(report.json()) : JunitForm.of(report);
    }

    /** A report as JSON for people, too. */
    static String text(JsonNode json) {
        return json.toPrettyString() + "\n";
    }

    /** Writes a report to a file. */
    static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("the report could not be written to " + file, e);
        }
    }
}
