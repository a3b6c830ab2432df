package dev.longstop.cli;

import dev.longstop.app.Program;
import dev.longstop.config.Configuration;
import dev.longstop.config.Configuration.StorePlace;
import dev.longstop.loop.LastAct;
import dev.longstop.proof.Finding;
import dev.longstop.proof.Plan;
import dev.longstop.proof.Proof;
import dev.longstop.proof.Report;
import dev.longstop.proof.ScratchFolder;
import dev.longstop.proof.Telling;
import dev.longstop.proof.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code verify}: tries the three promises with the real program, on a scratch store of the configured kind. */
final class Verify implements Command {

    private static final String PURPOSE = "verify";
    private static final String QUICK = "--quick";
    private static final String KILLS = "--kills";
    private static final String SEED = "--seed";
    private static final String REPORT = "--report";
    private static final int KILLS_MAX = 1_000;

    private final Surroundings surroundings;
    private final Screen screen;

    Verify(Surroundings surroundings) {
        this.surroundings = surroundings;
        this.screen = surroundings.screen();
    }

    @Override
    public CommandSpec spec() {
        return Options.examples(
                Options.command(
                                this,
                                "verify",
                                "Tries the three promises on this machine: kills the real program again and again"
                                        + " under load, has jobs finish of which no webhook comes, and compares what"
                                        + " all sides have written down.",
                                "",
                                "It uses a scratch store of the configured kind, made for it and removed again:"
                                        + " SQLite in a folder beside the data, PostgreSQL in a scratch database (or"
                                        + " schema) on the configured server, whose durability settings it looks at"
                                        + " first. Your own store is not touched; your agents, platforms and effects"
                                        + " are not called.",
                                "",
                                "It takes a few minutes, with --quick less than one. Exit code 0 only if every promise"
                                        + " was shown to hold.")
                        .addOption(Options.config())
                        .addOption(Options.flag(QUICK, "Fewer kills and fewer jobs: less than a minute."))
                        .addOption(Options.valued("N", "How often to kill; 60 if not given, 10 with --quick.", KILLS))
                        .addOption(Options.valued("N", "Tries again what was tried with this seed.", SEED))
                        .addOption(Options.many(
                                "FILE", "Also writes the report, as FILE.json or as FILE.xml in JUnit's form.", REPORT))
                        .addOption(Options.json()),
                "longstop verify --quick",
                "longstop verify --config /etc/longstop/longstop.yaml --report verify.xml");
    }

    @Override
    public int run(ParseResult given) {
        var files = Reports.of(given, REPORT, surroundings.folder(), Reports.JSON, Reports.XML);
        var seed = number(given, SEED, Long.MAX_VALUE);
        var kills = number(given, KILLS, KILLS_MAX);
        if (files.isEmpty() || seed.isEmpty() || kills.isEmpty()) {
            screen.failed(
                    files.isEmpty()
                            ? REPORT + " takes files whose names end in .json or .xml"
                            : SEED + " and " + KILLS + " take whole numbers from 1, " + KILLS + " up to " + KILLS_MAX);
            return Exit.USAGE;
        }
        long chosen =
                seed.get() > 0 ? seed.get() : 1 + surroundings.randomness().below(999_999);
        var plan = Options.has(given, QUICK) ? Plan.quick(chosen) : Plan.full(chosen);
        if (kills.get() > 0) {
            plan = plan.withKills((int) (long) kills.get());
        }
        boolean json = Options.has(given, Options.JSON);
        return verify(given, plan, json ? screen::remark : screen::line)
                .map(report -> {
                    if (json) {
                        screen.json(report.json());
                    } else {
                        print(report);
                    }
                    files.get().forEach(file -> Reports.write(file, Reports.text(report, file)));
                    return report.held() ? Exit.OK : Exit.FAILED;
                })
                .orElse(Exit.FAILED);
    }

    /** A number from 1, 0 where none is given, empty where it is none. */
    private static Optional<Long> number(ParseResult given, String option, long max) {
        var text = Options.value(given, option).orElse("0");
        if (!text.matches("[0-9]{1,18}")) {
            return Optional.empty();
        }
        long number = Long.parseLong(text);
        return number <= max ? Optional.of(number) : Optional.empty();
    }

    /** The report; empty if it could not be tried, which has been said then. */
    private Optional<Report> verify(ParseResult given, Plan plan, Telling telling) {
        var file = Options.value(given, Options.CONFIG).orElse(Configured.FILE);
        if (!Files.exists(surroundings.folder().resolve(file))) {
            screen.failed("there is no " + file + " here that says which kind of store to try; `longstop init` writes"
                    + " one, or give --config FILE");
            return Optional.empty();
        }
        var checked = surroundings.read(file);
        Configured.printProblems(screen, checked.problems());
        if (checked.configuration().isEmpty()) {
            screen.failed("not verified: " + file + " has " + Configured.summary(checked) + " [CONFIG_INVALID]");
            return Optional.empty();
        }
        return tried(plan, checked.configuration().get(), telling);
    }

    private Optional<Report> tried(Plan plan, Configuration configuration, Telling telling) {
        long beganNanos = surroundings.time().nanos();
        telling.line(screen.styled(Screen.Style.BOLD, "Longstop verify") + ": three promises, tried with the real"
                + " program; seed " + plan.seed());
        var ground = configuration.store() instanceof StorePlace.Postgresql postgresql
                ? Optional.of(PostgresGround.look(postgresql))
                : Optional.<PostgresGround>empty();
        ground.ifPresent(it -> telling.line("  " + it.words()));
        var unsafe = ground.map(PostgresGround::unsafe).orElse(List.of());
        if (!unsafe.isEmpty()) {
            var words = ground.map(PostgresGround::words).orElse("");
            return Optional.of(new Report(Version.number(), words, plan, unsafe, since(beganNanos)));
        }
        var jar = Program.ownJar();
        if (jar.isEmpty()) {
            screen.failed("`longstop verify` tries the packaged program, and runs from it only");
            return Optional.empty();
        }
        return ScratchStore.make(PURPOSE, configuration.dataFolder(), ground, surroundings)
                .flatMap(scratch -> {
                    telling.line("  " + scratch.words() + "; " + scratch.folder());
                    telling.line("");
                    return tried(plan, scratch, jar.get(), telling)
                            .map(findings ->
                                    new Report(Version.number(), scratch.words(), plan, findings, since(beganNanos)));
                });
    }

    private Optional<List<Finding>> tried(Plan plan, ScratchFolder scratch, Path jar, Telling telling) {
        var brokenOff = new AtomicBoolean();
        try (scratch;
                var proof = Proof.prepare(plan, scratch, jar, surroundings.time(), telling);
                var interrupted = LastAct.of(() -> {
                    brokenOff.set(true);
                    return putAway(proof, scratch);
                })) {
            Objects.requireNonNull(interrupted);
            return Optional.of(proof.run());
        } catch (IllegalStateException failure) {
            if (!brokenOff.get()) {
                screen.remark(Screen.safeBlock(String.valueOf(failure.getMessage())));
                screen.failed("the trial did not come to its end; above is what went wrong");
            }
            return Optional.empty();
        }
    }

    /** Ctrl-C, or another wish that the process end: on the signal's thread. */
    private static int putAway(Proof proof, ScratchFolder scratch) {
        proof.close();
        scratch.close();
        return Exit.INTERRUPTED;
    }

    private long since(long nanos) {
        return (surroundings.time().nanos() - nanos) / 1_000_000;
    }

    private void print(Report report) {
        for (var finding : report.findings()) {
            screen.line("");
            screen.line(screen.styled(
                            Screen.Style.BOLD, String.valueOf(finding.promise().number())) + "  "
                    + styled(finding.verdict()) + "  " + finding.promise().words());
            finding.tried().forEach(line -> screen.line("     " + Screen.safe(line)));
            finding.wrong().forEach(line -> screen.line("     " + screen.styled(Screen.Style.BAD, Screen.safe(line))));
        }
        screen.line("");
        screen.line((report.held()
                        ? screen.styled(Screen.Style.GOOD, "Every promise held")
                        : screen.styled(Screen.Style.BAD, "Not every promise was shown to hold"))
                + String.format(
                        Locale.ROOT,
                        ", in %.0f seconds, on %s; seed %d.",
                        report.tookMs() / 1_000.0,
                        report.store(),
                        report.plan().seed()));
    }

    private String styled(Verdict verdict) {
        var words = verdict == Verdict.HELD ? verdict.words() : verdict.words().toUpperCase(Locale.ROOT);
        return screen.styled(
                switch (verdict) {
                    case HELD -> Screen.Style.GOOD;
                    case BROKEN -> Screen.Style.BAD;
                    case NOT_SHOWN, NOT_TRIED -> Screen.Style.DOUBT;
                },
                words);
    }
}
