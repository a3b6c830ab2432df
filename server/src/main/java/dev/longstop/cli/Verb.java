package dev.longstop.cli;

import java.util.Optional;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** What is done with one thing through the admin API: {@code show}, {@code ask}, {@code retry}. */
final class Verb implements Command {

    private final String name;
    private final String description;
    private final Optional<PositionalParamSpec> thing;
    private final ToIntFunction<ParseResult> action;

    Verb(String name, String description, Optional<PositionalParamSpec> thing, ToIntFunction<ParseResult> action) {
        this.name = name;
        this.description = description;
        this.thing = thing;
        this.action = action;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(this, name, description);
        thing.ifPresent(spec::addPositional);
        return Options.addAdmin(spec);
    }

    @Override
    public int run(ParseResult given) {
        return action.applyAsInt(given);
    }
}
