package dev.longstop.cli;

import dev.longstop.proof.JunitForm;
import dev.longstop.proof.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/** Files that a report is written to. */
final class Reports {

    private static final String JSON = ".json";
    private static final String XML = ".xml";

    private Reports() {}

    /** The files that were named; empty if one of them is of no form that there is. */
    static Optional<List<Path>> of(ParseResult given, String option, Path folder) {
        List<String> names = given.hasMatchedOption(option) ? given.matchedOptionValue(option, List.of()) : List.of();
        return names.stream().allMatch(name -> name.endsWith(JSON) || name.endsWith(XML))
                ? Optional.of(names.stream().map(folder::resolve).toList())
                : Optional.empty();
    }

    /** Writes a report to each. */
    static void write(Report report, List<Path> files) {
        for (var file : files) {
            var text = file.toString().endsWith(JSON) ? report.json().toPrettyString() + "\n" : JunitForm.of(report);
            try {
                Files.writeString(file, text);
            } catch (IOException e) {
                throw new UncheckedIOException("the report could not be written to " + file, e);
            }
        }
    }
}
