package dev.longstop.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Options that several commands have, and how they are read. */
final class Options {

    static final String CONFIG = "--config";
    static final String URL = "--url";
    static final String TOKEN = "--token";
    static final String JSON = "--json";
    static final String DEBUG = "--debug";

    private Options() {}

    /** A command with help and {@code --debug}. */
    static CommandSpec command(Command command, String name, String... description) {
        var spec = CommandSpec.wrapWithoutInspection(command)
                .name(name)
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Shows this help.")
                        .build())
                .addOption(OptionSpec.builder(DEBUG)
                        .description("Shows the stack trace of a failure.")
                        .build());
        spec.usageMessage().description(description).abbreviateSynopsis(true).sortOptions(false);
        return spec;
    }

    /** Puts examples under the help of a command. */
    static CommandSpec examples(CommandSpec spec, String... lines) {
        spec.usageMessage()
                .footer(Stream.concat(
                                Stream.of("", "Examples:"), Arrays.stream(lines).map(line -> "  " + line))
                        .toArray(String[]::new));
        return spec;
    }

    static OptionSpec config() {
        return valued("FILE", "The configuration; longstop.yaml in this folder if not given.", "-c", CONFIG);
    }

    static OptionSpec json() {
        return flag(JSON, "Prints JSON for programs instead of text for people.");
    }

    /** Where the admin API is, for commands that speak to it. */
    static CommandSpec addAdmin(CommandSpec spec) {
        return spec.addOption(config())
                .addOption(valued("URL", "The admin API; the configuration's admin.listen if not given.", URL))
                .addOption(valued(
                        "REF",
                        "Its token, as env:NAME or file:PATH; the configuration's, or data/admin-token, if not given.",
                        TOKEN))
                .addOption(json());
    }

    /** An option that is there or not. */
    static OptionSpec flag(String name, String description) {
        return OptionSpec.builder(name).description(description).build();
    }

    /** An option with a value. */
    static OptionSpec valued(String label, String description, String... names) {
        return OptionSpec.builder(names)
                .type(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    /** A word without a name, required unless its arity says otherwise. */
    static PositionalParamSpec word(String label, String arity, String description) {
        return PositionalParamSpec.builder()
                .type(String.class)
                .paramLabel(label)
                .arity(arity)
                .required(!arity.startsWith("0"))
                .index("0")
                .description(description)
                .build();
    }

    /** An option with a value, that may be given several times. */
    static OptionSpec many(String label, String description, String name) {
        return OptionSpec.builder(name)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(label)
                .description(description)
                .build();
    }

    /** Words without a name. */
    static PositionalParamSpec words(String label, String arity, String description) {
        return PositionalParamSpec.builder()
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(label)
                .arity(arity)
                .required(true)
                .index("0..*")
                .description(description)
                .build();
    }

    /** Whether an option was given. */
    static boolean has(ParseResult given, String name) {
        return given.hasMatchedOption(name);
    }

    /** The value of an option that was given. */
    static Optional<String> value(ParseResult given, String name) {
        return given.hasMatchedOption(name)
                ? Optional.<String>ofNullable(given.matchedOptionValue(name, null))
                : Optional.empty();
    }

    /** The word without a name. */
    static Optional<String> word(ParseResult given) {
        return Optional.<String>ofNullable(given.matchedPositionalValue(0, null));
    }
}
