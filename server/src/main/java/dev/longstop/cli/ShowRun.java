package dev.longstop.cli;

import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code runs show}: everything about one run. */
final class ShowRun implements Command {

    private final Surroundings surroundings;

    ShowRun(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(this, "show", "Says everything about one run, with the end of what its agent said.")
                .addPositional(Options.word("RUN", "1", "Its number."));
        return Options.addAdmin(spec);
    }

    @Override
    public int run(ParseResult given) {
        var word = Options.word(given).orElse("");
        return new Listing(surroundings, given)
                .show(admin ->
                        word.matches("[0-9]{1,18}") ? admin.get("/api/runs/" + word, Map.of()) : new Admin.Missing());
    }
}
