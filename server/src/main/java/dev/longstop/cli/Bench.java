package dev.longstop.cli;

import dev.longstop.app.Program;
import dev.longstop.config.Configuration.StorePlace;
import dev.longstop.loop.LastAct;
import dev.longstop.measure.Deliveries;
import dev.longstop.measure.Measurement;
import dev.longstop.measure.Plan;
import dev.longstop.measure.Plan.Agents;
import dev.longstop.measure.Report;
import dev.longstop.proof.ScratchFolder;
import dev.longstop.proof.Telling;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code bench}: measures the real program on this machine, on a scratch store of the configured kind. */
final class Bench implements Command {

    private static final String PURPOSE = "bench";
    private static final String AGENTS = "--agents";
    private static final String REPORT = "--report";

    private final Surroundings surroundings;
    private final Screen screen;

    Bench(Surroundings surroundings) {
        this.surroundings = surroundings;
        this.screen = surroundings.screen();
    }

    /** The options that are whole numbers. */
    private enum Count {
        RATE("--rate", 2_000, 1, Plan.PER_SECOND_MAX, "Deliveries a second"),
        SECONDS("--seconds", 20, 1, Plan.SECONDS_MAX, "How long they count"),
        WARM_UP("--warm-up", 10, 0, Plan.SECONDS_MAX, "Seconds before that, which do not count"),
        FULL("--full", 5, 0, Plan.SECONDS_MAX, "Seconds at full rate afterwards, 0 for none"),
        CONNECTIONS("--connections", 256, 1, Plan.CONNECTIONS_MAX, "Connections that are kept open"),
        BYTES("--bytes", 1_024, Deliveries.BYTES_MIN, Plan.BYTES_MAX, "The size of a body");

        private final String option;
        private final int usual;
        private final int min;
        private final int max;
        private final String words;

        Count(String option, int usual, int min, int max, String words) {
            this.option = option;
            this.usual = usual;
            this.min = min;
            this.max = max;
            this.words = words;
        }

        /** What is given, or usual; empty where it is no such number. */
        private Optional<Integer> of(ParseResult given) {
            var text = Options.value(given, option);
            if (text.isEmpty()) {
                return Optional.of(usual);
            }
            return text.filter(digits -> digits.matches("[0-9]{1,9}"))
                    .map(Integer::parseInt)
                    .filter(number -> number >= min && number <= max);
        }
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(
                        this,
                        "bench",
                        "Measures this program on this machine: starts it on a scratch store, sends signed deliveries"
                                + " at a fixed rate, then as many as there is room for, and looks afterwards whether"
                                + " everything is there that was acknowledged.",
                        "",
                        "The rate is an open loop: when each delivery is to be sent is fixed beforehand, and latency"
                                + " counts from then, so that a stall makes everything late that was due"
                                + " meanwhile. The full rate is a closed loop: each connection sends once it has its"
                                + " answer.",
                        "",
                        "The scratch store is of the configured kind and in the configured place, SQLite in this folder"
                                + " if there is no configuration; it is removed again. Your own store is not touched,"
                                + " and your agents are not called. What sends runs on the same machine and takes its"
                                + " share of it. Exit code 0 only if everything acknowledged was found.")
                .addOption(Options.config());
        for (var number : Count.values()) {
            spec.addOption(Options.valued(
                    "N",
                    "%s; %d if not given, %d to %d.".formatted(number.words, number.usual, number.min, number.max),
                    number.option));
        }
        return Options.examples(
                spec.addOption(Options.valued(
                                "WORD",
                                "What the agents do: \"hang\" for ever (the usual), or be \"done\" at once; then runs"
                                        + " have to have ended, too.",
                                AGENTS))
                        .addOption(Options.many("FILE", "Also writes the report, as FILE.json.", REPORT))
                        .addOption(Options.json()),
                "longstop bench",
                "longstop bench --rate 500 --seconds 60 --agents done --report bench.json");
    }

    @Override
    public int run(ParseResult given) {
        var wrong = misused(given);
        if (wrong.isPresent()) {
            screen.failed(wrong.get());
            return Exit.USAGE;
        }
        boolean json = Options.has(given, Options.JSON);
        var report = measured(given, plan(given), json ? screen::remark : screen::line);
        if (report.isEmpty()) {
            return Exit.FAILED;
        }
        if (json) {
            screen.json(report.get().json());
        } else {
            screen.line("");
            report.get().lines().forEach(line -> screen.line(Screen.safe(line)));
            screen.line("");
        }
        files(given)
                .orElseThrow()
                .forEach(file -> Reports.write(file, Reports.text(report.get().json())));
        report.get().check().wrong().forEach(screen::failed);
        if (report.get().sound() && !json) {
            screen.line(screen.styled(Screen.Style.GOOD, "Everything that was acknowledged is there."));
        }
        return report.get().sound() ? Exit.OK : Exit.FAILED;
    }

    /** What is wrong with the command line. */
    private Optional<String> misused(ParseResult given) {
        for (var number : Count.values()) {
            if (number.of(given).isEmpty()) {
                return Optional.of(
                        "%s takes a whole number from %d to %d".formatted(number.option, number.min, number.max));
            }
        }
        if (agents(given).isEmpty()) {
            return Optional.of(AGENTS + " takes \"hang\" or \"done\"");
        }
        return files(given).isEmpty()
                ? Optional.of(REPORT + " takes files whose names end in .json")
                : Optional.empty();
    }

    private Optional<List<Path>> files(ParseResult given) {
        return Reports.of(given, REPORT, surroundings.folder(), Reports.JSON);
    }

    private static Optional<Agents> agents(ParseResult given) {
        return switch (Options.value(given, AGENTS).orElse("hang")) {
            case "hang" -> Optional.of(Agents.HANG);
            case "done" -> Optional.of(Agents.DONE);
            default -> Optional.empty();
        };
    }

    private static Plan plan(ParseResult given) {
        var sending = new Plan.Sending(
                Count.CONNECTIONS.of(given).orElseThrow(),
                Count.BYTES.of(given).orElseThrow(),
                agents(given).orElseThrow());
        return new Plan(
                Count.RATE.of(given).orElseThrow(),
                Count.WARM_UP.of(given).orElseThrow(),
                Count.SECONDS.of(given).orElseThrow(),
                Count.FULL.of(given).orElseThrow(),
                sending);
    }

    /** The report; empty if nothing could be measured, which has been said then. */
    private Optional<Report> measured(ParseResult given, Plan plan, Telling telling) {
        var jar = Program.ownJar();
        if (jar.isEmpty()) {
            screen.failed("`longstop bench` measures the packaged program, and runs from it only");
            return Optional.empty();
        }
        telling.line(
                screen.styled(Screen.Style.BOLD, "Longstop bench") + ": the real program, measured on this machine");
        return scratch(given).flatMap(scratch -> {
            telling.line("  " + scratch.words() + "; " + scratch.folder());
            return measured(plan, scratch, jar.get(), telling);
        });
    }

    /** A scratch store of the configured kind; empty if there can be none, which has been said then. */
    private Optional<ScratchFolder> scratch(ParseResult given) {
        var named = Options.value(given, Options.CONFIG);
        var file = named.orElse(Configured.FILE);
        if (!Files.exists(surroundings.folder().resolve(file))) {
            if (named.isPresent()) {
                screen.failed("there is no " + file + "; leave --config away to measure on SQLite in this folder");
                return Optional.empty();
            }
            return ScratchStore.make(PURPOSE, surroundings.folder().toAbsolutePath(), Optional.empty(), surroundings);
        }
        var checked = surroundings.read(file);
        Configured.printProblems(screen, checked.problems());
        if (checked.configuration().isEmpty()) {
            screen.failed("not measured: " + file + " has " + Configured.summary(checked) + " [CONFIG_INVALID]");
            return Optional.empty();
        }
        var configuration = checked.configuration().get();
        var ground = configuration.store() instanceof StorePlace.Postgresql postgresql
                ? Optional.of(PostgresGround.look(postgresql))
                : Optional.<PostgresGround>empty();
        var faults = ground.map(PostgresGround::faults).orElse(List.of());
        if (!faults.isEmpty()) {
            screen.failed("not measured, since commits may be lost there: " + String.join("; ", faults));
            return Optional.empty();
        }
        return ScratchStore.make(PURPOSE, configuration.dataFolder(), ground, surroundings);
    }

    private Optional<Report> measured(Plan plan, ScratchFolder scratch, Path jar, Telling telling) {
        var brokenOff = new AtomicBoolean();
        try (scratch;
                var measurement = Measurement.prepare(plan, scratch, jar, surroundings.time(), telling);
                var interrupted = LastAct.of(() -> {
                    brokenOff.set(true);
                    return putAway(measurement, scratch);
                })) {
            Objects.requireNonNull(interrupted);
            return Optional.of(measurement.run(Version.number()));
        } catch (IllegalStateException failure) {
            if (!brokenOff.get()) {
                screen.remark(Screen.safeBlock(String.valueOf(failure.getMessage())));
                screen.failed("the measurement did not come to its end; above is what went wrong");
            }
            return Optional.empty();
        }
    }

    /** Ctrl-C, or another wish that the process end: on the signal's thread. */
    private static int putAway(Measurement measurement, ScratchFolder scratch) {
        measurement.close();
        scratch.close();
        return Exit.INTERRUPTED;
    }
}
