package dev.longstop.cli;

import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.Suggestion;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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

    Commands(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Runs a command line; returns one of {@link Exit}. */
    int run(String... args) {
        if (args.length == 0) {
            return line("help").execute("help");
        }
        return args[0].equals("--version")
                ? line("version").execute("version")
                : line(args[0]).execute(args);
    }

    private CommandLine line(String first) {
        var screen = surroundings.screen();
        var line = new CommandLine(root(first));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(screen.colours() ? Ansi.ON : Ansi.OFF));
        line.setOut(new PrintWriter(screen.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(screen.err(), true, StandardCharsets.UTF_8));
        line.setUsageHelpWidth(100);
        line.setExpandAtFiles(false);
        line.setExecutionStrategy(Commands::execute);
        line.setParameterExceptionHandler((wrong, args) -> misused(wrong));
        line.setExecutionExceptionHandler((failure, command, given) -> broken(failure, given));
        return line;
    }

    /** All commands, or the one that the first word names: describing the others takes longer than most commands do. */
    private CommandSpec root(String first) {
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
        var commands = commands();
        var chosen = commands.get(first);
        if (chosen != null) {
            root.addSubcommand(first, chosen.get().spec());
            return root;
        }
        commands.forEach(
                (name, command) -> root.addSubcommand(name, command.get().spec()));
        root.addSubcommand("help", new CommandLine(new CommandLine.HelpCommand()));
        return root;
    }

    /** By their names, in the order of the help. */
    private Map<String, Supplier<Command>> commands() {
        var all = new LinkedHashMap<String, Supplier<Command>>();
        all.put("demo", () -> new Demo(surroundings));
        all.put("verify", () -> new Verify(surroundings));
        all.put("bench", () -> new Bench(surroundings));
        all.put("init", () -> new Init(surroundings));
        all.put("serve", () -> new Serve(surroundings));
        all.put("check", () -> new Check(surroundings));
        all.put("reload", () -> new ReloadConfiguration(surroundings));
        all.put("send", () -> new Send(surroundings));
        all.put("contracts", () -> new ContractList(surroundings));
        all.put("capture", () -> new Capture(surroundings));
        all.put("secrets", () -> new Secrets(surroundings));
        all.put("events", () -> new Events(surroundings));
        all.put("runs", () -> new Runs(surroundings));
        all.put("jobs", () -> new Jobs(surroundings));
        all.put("effects", () -> new Effects(surroundings));
        all.put("watch", () -> new Watch(surroundings));
        all.put("platforms", () -> new PlatformForms(surroundings));
        all.put("start", () -> new Start(surroundings));
        decides(
                all,
                "requeue",
                "Has runs tried again that are dead, expired, uncertain or cancelled.",
                Optional.of("dead"));
        all.put("replay", () -> new ReplayEvents(surroundings));
        decides(all, "cancel", "Ends runs, and what is being done for them.", Optional.empty());
        decides(all, "release", "Lets held runs go on.", Optional.of("held"));
        decides(
                all,
                "hurry",
                "Has pending runs go ahead of their agents' others, also while an agent is paused.",
                Optional.empty());
        all.put("pause", () -> new Pause(surroundings, true));
        all.put("resume", () -> new Pause(surroundings, false));
        all.put("version", () -> new Version(surroundings));
        return all;
    }

    private void decides(Map<String, Supplier<Command>> all, String name, String description, Optional<String> every) {
        all.put(name, () -> new Decide(surroundings, name, description, every));
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
