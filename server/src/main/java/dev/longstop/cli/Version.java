package dev.longstop.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

/** {@code version}: which program this is, and which Java runs it. */
final class Version implements Command {

    private final Surroundings surroundings;

    Version(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        return Options.command(this, "version", "Says which version this is, and which Java runs it.")
                .addOption(Options.json());
    }

    /** The version in the manifest of the jar; {@code development} where it does not run from one. */
    static String number() {
        var version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Override
    public int run(ParseResult given) {
        var java = Runtime.version().toString();
        if (Options.has(given, Options.JSON)) {
            surroundings
                    .screen()
                    .json(JsonMapper.shared()
                            .createObjectNode()
                            .put("version", number())
                            .put("java", java));
        } else {
            surroundings.screen().line("longstop " + number() + " (Java " + java + ")");
        }
        return Exit.OK;
    }
}
