package dev.longstop.cli;

import dev.longstop.config.Configuration;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Source;
import java.time.Instant;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code secrets}: what sources believe, by name; never a value. */
final class Secrets implements Command {

    private final Surroundings surroundings;

    Secrets(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.examples(
                Options.command(
                                this,
                                "secrets",
                                "Lists the secrets and public keys of all sources by their names, with the time in"
                                        + " which they count; `revoke` takes one out of use at once.")
                        .addOption(Options.config()),
                "longstop secrets",
                "longstop secrets revoke github env:GH_SECRET_OLD");
        spec.addSubcommand("revoke", new RevokeSecret(surroundings).spec());
        return spec;
    }

    @Override
    public int run(ParseResult given) {
        var file = Options.value(given, Options.CONFIG).orElse(Configured.FILE);
        var checked = surroundings.read(file);
        Configured.printProblems(surroundings.screen(), checked.problems());
        table(checked.draft(), surroundings.time().wallMs()).lines().forEach(surroundings.screen()::line);
        return checked.isSound() ? Exit.OK : Exit.FAILED;
    }

    private static Columns table(Configuration configuration, long nowMs) {
        var columns = new Columns().row("SOURCE", "SECRET", "FROM", "UNTIL", "COUNTS");
        for (var source : configuration.sources().values()) {
            all(source)
                    .forEach(secret -> columns.row(
                            source.name(),
                            secret.name(),
                            secret.fromMs().map(Secrets::instant).orElse(""),
                            secret.untilMs().map(Secrets::instant).orElse(""),
                            secret.countsAt(nowMs) ? "yes" : "no"));
        }
        return columns;
    }

    /** The secrets and public keys of a source. */
    static Stream<Secret> all(Source source) {
        return Stream.concat(source.trust().secrets().stream(), source.trust().publicKeys().stream());
    }

    private static String instant(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }
}
