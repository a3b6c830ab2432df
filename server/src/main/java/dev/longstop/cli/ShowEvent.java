package dev.longstop.cli;

import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code events show}: everything about one event. */
final class ShowEvent implements Command {

    private final Surroundings surroundings;

    ShowEvent(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(this, "show", "Says everything about one event, with its runs.")
                .addPositional(Options.word("EVENT", "1", "Its number, or SOURCE/EVENT_ID."));
        return Options.addAdmin(spec);
    }

    @Override
    public int run(ParseResult given) {
        var word = Options.word(given).orElse("");
        return new Listing(surroundings, given).show(admin -> event(admin, word));
    }

    private static Admin.Reply event(Admin admin, String word) {
        if (word.matches("[0-9]{1,18}")) {
            return admin.get("/api/events/" + word, Map.of());
        }
        int slash = word.indexOf('/');
        return slash < 1 ? new Admin.Missing() : admin.event(word.substring(0, slash), word.substring(slash + 1));
    }
}
