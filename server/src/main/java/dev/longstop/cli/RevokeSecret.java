package dev.longstop.cli;

import dev.longstop.config.Configuration;
import dev.longstop.config.Revoked;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Source;
import dev.longstop.telemetry.Suggestion;
import dev.longstop.time.Patience;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** {@code secrets revoke}: a secret that has leaked counts no more from now on, and what it let in is listed. */
final class RevokeSecret implements Command {

    private static final String PUBLIC_URL = "--public-url";
    private static final int LISTED_MAX = 500;
    private static final long REFUSED_WITHIN_MS = 10_000;
    private static final byte[] NOTHING = {};

    private final Surroundings surroundings;

    RevokeSecret(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(
                this,
                "revoke",
                "Takes a secret out of use for good: a program that serves from here refuses it within a second,"
                        + " without a restart, and after every restart. Then lists what it let in.",
                "",
                "The name is the one that `longstop secrets` shows, such as env:GH_SECRET. What is revoked is the"
                        + " value: another one under the same name counts.");
        spec.addPositional(word("SOURCE", 0, "The source."))
                .addPositional(word("NAME", 1, "The secret's name."))
                .addOption(Options.valued(
                        "URL", "The public address; the configuration's public.listen if not given.", PUBLIC_URL));
        return Options.addAdmin(spec);
    }

    private static PositionalParamSpec word(String label, int index, String description) {
        return PositionalParamSpec.builder()
                .type(String.class)
                .paramLabel(label)
                .arity("1")
                .required(true)
                .index(String.valueOf(index))
                .description(description)
                .build();
    }

    @Override
    public int run(ParseResult given) {
        var screen = surroundings.screen();
        var configuration = surroundings
                .read(Options.value(given, Options.CONFIG).orElse(Configured.FILE))
                .draft();
        String sourceName = given.matchedPositionalValue(0, "");
        String name = given.matchedPositionalValue(1, "");
        var source = Optional.ofNullable(configuration.sources().get(sourceName));
        if (source.isEmpty()) {
            return screen.failed("the configuration has no source " + sourceName
                    + Suggestion.hint(sourceName, configuration.sources().keySet()));
        }
        var secrets = Secrets.all(source.get()).toList();
        var secret = secrets.stream().filter(it -> it.name().equals(name)).findFirst();
        if (secret.isEmpty()) {
            var names = secrets.stream().map(Secret::name).toList();
            return screen.failed("the source " + sourceName + " has no secret " + name + " that is not revoked"
                    + (names.isEmpty() ? "" : "; it has: " + String.join(", ", names)));
        }
        try {
            Revoked.add(configuration.dataFolder(), sourceName, secret.get());
        } catch (IOException e) {
            return screen.failed("nothing is revoked: cannot write into " + configuration.dataFolder() + " ("
                    + e.getClass().getSimpleName() + ")");
        }
        say(given, "revoked: " + name + " of " + sourceName + " counts no more");
        prove(given, configuration, source.get(), secret.get());
        return list(given, sourceName, name);
    }

    /** Shows that it is refused, by a delivery of nothing: of no use to anybody even while the secret counts. */
    private void prove(ParseResult given, Configuration configuration, Source source, Secret secret) {
        var letter = new Letter(
                source, "revoked", "revoked", NOTHING, surroundings.time().wallMs());
        var signed = source.contract().emptyBody() ? Optional.<Letter.Posted>empty() : letter.sign(secret);
        var base = Options.value(given, PUBLIC_URL)
                .orElse(configuration.door().listen().reachable().toString());
        if (signed.isEmpty() || base.endsWith(":0")) {
            return;
        }
        var query = signed.get().query();
        var postbox = URI.create(base + "/in/" + source.name() + (query.isEmpty() ? "" : "?" + query));
        long began = surroundings.time().nanos();
        boolean refused = Patience.until(
                REFUSED_WITHIN_MS, () -> isRefused(source, postbox, signed.get().headers()));
        long ms = (surroundings.time().nanos() - began) / 1_000_000;
        var where = postbox.getAuthority();
        say(
                given,
                refused
                        ? "refused at " + where + " after " + ms + " ms"
                        : "NOT seen refused at " + where + " within " + REFUSED_WITHIN_MS / 1_000
                                + " s: does a program serve there, from this folder?");
    }

    private void say(ParseResult given, String line) {
        if (Options.has(given, Options.JSON)) {
            surroundings.screen().remark(line);
        } else {
            surroundings.screen().line(line);
        }
    }

    private static boolean isRefused(Source source, URI postbox, Map<String, String> headers) {
        var method = source.contract().methods().get(0);
        return new Http().send(method, postbox, headers, NOTHING) instanceof Http.Answered answered
                && answered.status() == source.contract().answers().badAuthStatus();
    }

    private int list(ParseResult given, String source, String name) {
        var screen = surroundings.screen();
        var found = Admin.find(given, Options.URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            return screen.failed("what it let in cannot be listed: " + nowhere.message());
        }
        var events = JsonMapper.shared().createArrayNode();
        var next =
                "/api/events?limit=100&source=" + source + "&secret=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        while (!next.isEmpty() && events.size() < LISTED_MAX) {
            var reply = ((Admin.At) found).admin().get(next, Map.of());
            if (!(reply instanceof Admin.Got got)) {
                return screen.failed("what it let in cannot be listed: "
                        + (reply instanceof Admin.Failed failed ? failed.message() : "there is no such list"));
            }
            got.json().path("events").forEach(events::add);
            next = got.json().path("next").asString("");
        }
        if (Options.has(given, Options.JSON)) {
            screen.json(events);
        } else {
            show(events, !next.isEmpty());
        }
        return Exit.OK;
    }

    private void show(ArrayNode events, boolean more) {
        var screen = surroundings.screen();
        var count = Configured.counted(events.size(), "event");
        screen.line("it let in " + count + (more ? " and more" : "") + (events.isEmpty() ? "" : ", the newest first:"));
        var columns = new Columns().row("SEQ", "AGE", "STATE", "ID");
        long now = surroundings.time().wallMs();
        for (var event : events) {
            columns.row(
                    Listing.text(event, "seq"),
                    Ages.age(event.path("received_at"), now),
                    Listing.text(event, "state"),
                    Listing.text(event, "event_id"));
        }
        if (!events.isEmpty()) {
            columns.lines().forEach(screen::line);
        }
    }
}
