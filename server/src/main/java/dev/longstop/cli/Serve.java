package dev.longstop.cli;

import dev.longstop.app.Serving;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code serve}: runs the program. */
final class Serve implements Command {

    private final Surroundings surroundings;

    Serve(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        return Options.examples(
                Options.command(
                                this,
                                "serve",
                                "Runs the program until it is asked to stop (Ctrl-C, SIGTERM).",
                                "",
                                "Changed secrets, contracts and rules are read again by themselves within seconds, and"
                                        + " at SIGHUP: all of them, or with any error none.",
                                "",
                                "It first reads the configuration; with any problem in it, it says all of them and"
                                        + " does not start. Log lines go to standard output; LONGSTOP_LOG sets their"
                                        + " level (ERROR, WARN, INFO, DEBUG).")
                        .addOption(Options.config()),
                "longstop serve",
                "LONGSTOP_LOG=DEBUG longstop serve --config /etc/longstop/longstop.yaml");
    }

    @Override
    public int run(ParseResult given) {
        var file = Options.value(given, Options.CONFIG).orElse(Configured.FILE);
        var checked = surroundings.read(file);
        Configured.printProblems(surroundings.screen(), checked.problems());
        if (checked.configuration().isEmpty()) {
            return surroundings
                    .screen()
                    .failed("not started: " + Configured.summary(checked) + " [CONFIG_INVALID]; `longstop check`"
                            + " shows them again");
        }
        var ended = surroundings.serving().serve(checked.configuration().get(), () -> surroundings.read(file));
        return ended instanceof Serving.Refused refused
                ? surroundings.screen().failed(refused.message() + " [" + refused.code() + "]")
                : Exit.OK;
    }
}
