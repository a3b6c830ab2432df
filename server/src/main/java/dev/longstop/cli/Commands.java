package dev.longstop.cli;

import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.Suggestion;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The whole command line: finds the command, runs it, says in one line what went wrong. */
final class Commands {

    private final Surroundings surroundings;
    private final CommandLine line;

    Commands(Surroundings surroundings) {
        this.surroundings = surroundings;
        var screen = surroundings.screen();
        line = new CommandLine(root());
        line.setColorScheme(CommandLine.Help.defaultColorScheme(screen.colours() ? Ansi.ON : Ansi.OFF));
        line.setOut(new PrintWriter(screen.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(screen.err(), true, StandardCharsets.UTF_8));
        line.setUsageHelpWidth(100);
        line.setExpandAtFiles(false);
        line.setExecutionStrategy(Commands::execute);
        line.setParameterExceptionHandler((wrong, args) -> misused(wrong));
        line.setExecutionExceptionHandler((failure, command, given) -> broken(failure, given));
    }

    /** Runs a command line; returns one of {@link Exit}. */
    int run(String... args) {
        if (args.length == 0) {
            return line.execute("help");
        }
        return args[0].equals("--version") ? line.execute("version") : line.execute(args);
    }

    private CommandSpec root() {
        var root = CommandSpec.create()
                .name("longstop")
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Shows this help.")
                        .build());
        root.usageMessage()
                .description(
                        "The door between webhooks and agents: verifies a delivery, commits it once, answers at once,"
                                + " and runs the agent behind a durable queue.")
                .synopsisSubcommandLabel("COMMAND")
                .abbreviateSynopsis(true)
                .footer(
                        "",
                        "From nothing to a finished run:",
                        "  longstop init && longstop serve      in one terminal",
                        "  longstop send github                 in another",
                        "",
                        "Exit codes: 0 it went well, 1 it did not, 2 the command line was wrong.");
        for (var command : commands()) {
            var spec = command.spec();
            root.addSubcommand(spec.name(), spec);
        }
        root.addSubcommand("help", new CommandLine(new CommandLine.HelpCommand()));
        return root;
    }

    /** In the order of the help. */
    private List<Command> commands() {
        return List.of(
                new Demo(surroundings),
                new Verify(surroundings),
                new Bench(surroundings),
                new Init(surroundings),
                new Serve(surroundings),
                new Check(surroundings),
                new ReloadConfiguration(surroundings),
                new Send(surroundings),
                new ContractList(surroundings),
                new Capture(surroundings),
                new Secrets(surroundings),
                new Events(surroundings),
                new Runs(surroundings),
                new Jobs(surroundings),
                new Effects(surroundings),
                new Watch(surroundings),
                new PlatformForms(surroundings),
                new Start(surroundings),
                new Decide(
                        surroundings,
                        "requeue",
                        "Has runs tried again that are dead, expired, uncertain or cancelled.",
                        Optional.of("dead")),
                new ReplayEvents(surroundings),
                new Decide(surroundings, "cancel", "Ends runs, and what is being done for them.", Optional.empty()),
                new Decide(surroundings, "release", "Lets held runs go on.", Optional.of("held")),
                new Decide(
                        surroundings,
                        "hurry",
                        "Has pending runs go ahead of their agents' others, also while an agent is paused.",
                        Optional.empty()),
                new Pause(surroundings, true),
                new Pause(surroundings, false),
                new Version(surroundings));
    }

    private static int execute(ParseResult given) {
        var deepest = given;
        while (deepest.hasSubcommand()) {
            deepest = deepest.subcommand();
        }
        var help = CommandLine.executeHelpRequest(given);
        if (help != null) {
            return Exit.OK;
        }
        return deepest.commandSpec().userObject() instanceof Command command ? command.run(deepest) : usage(deepest);
    }

    private static int usage(ParseResult given) {
        given.commandSpec()
                .commandLine()
                .usage(given.commandSpec().commandLine().getErr());
        return Exit.USAGE;
    }

    private int misused(ParameterException wrong) {
        var command = wrong.getCommandLine().getCommandSpec();
        var what = wrong instanceof UnmatchedArgumentException unmatched
                        && !unmatched.getUnmatched().isEmpty()
                ? unmatched(command, unmatched.getUnmatched().get(0))
                : String.valueOf(wrong.getMessage());
        surroundings.screen().failed(what + "; `" + command.qualifiedName() + " --help` shows what there is");
        return Exit.USAGE;
    }

    private static String unmatched(CommandSpec command, String word) {
        if (word.startsWith("-")) {
            return "there is no option " + word
                    + Suggestion.hint(word, command.optionsMap().keySet());
        }
        return command.subcommands().isEmpty()
                ? "one word too many: " + word
                : "there is no command " + word
                        + Suggestion.hint(word, command.subcommands().keySet());
    }

    private int broken(Exception failure, ParseResult given) {
        var deepest = given;
        while (deepest.hasSubcommand()) {
            deepest = deepest.subcommand();
        }
        if (deepest.commandSpec().findOption(Options.DEBUG) != null && Options.has(deepest, Options.DEBUG)) {
            failure.printStackTrace(surroundings.screen().err());
        }
        if (failure instanceof StoreFailure store) {
            return surroundings.screen().failed(store.getMessage() + " [" + store.code() + "]");
        }
        return surroundings
                .screen()
                .failed("this should not have happened: " + failure + "; --debug shows where, please report it");
    }
}
