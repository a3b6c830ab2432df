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
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** {@code secrets revoke}: a secret that has leaked counts no more from now on, and what it let in is listed. */
final class RevokeSecret implements Command {

    private static final String PUBLIC_URL = "--public-url";
    private static final String HOLD = "--hold";
    private static final int LISTED_MAX = 500;
    private static final int HOLDS_MAX = 100;
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
                        + " value: another one under the same name counts. With --hold, the runs that wait to be"
                        + " started for those events wait for a person: `longstop release` lets one go on,"
                        + " `longstop cancel` ends it.");
        spec.addPositional(word("SOURCE", 0, "The source."))
                .addPositional(word("NAME", 1, "The secret's name."))
                .addOption(Options.valued(
                        "URL", "The public address; the configuration's public.listen if not given.", PUBLIC_URL))
                .addOption(Options.flag(HOLD, "Holds the pending runs of the events that it let in."));
        return Options.examples(Options.addAdmin(spec), "longstop secrets revoke github env:GH_SECRET --hold");
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
        var checked = surroundings.read(Options.value(given, Options.CONFIG).orElse(Configured.FILE));
        var configuration = checked.draft();
        String sourceName = given.matchedPositionalValue(0, "");
        String name = given.matchedPositionalValue(1, "");
        var source = configuration.sources().get(sourceName);
        if (source == null) {
            return screen.failed("the configuration has no source " + sourceName
                    + Suggestion.hint(sourceName, configuration.sources().keySet()));
        }
        var secret = Secrets.all(source).filter(it -> it.name().equals(name)).findFirst();
        var found = Admin.find(given, Options.URL, surroundings);
        var proof = secret.flatMap(it -> proof(given, configuration, source, it));
        if (found instanceof Admin.At at) {
            // A first request takes its time in a program that has just begun; it is not to be spent while the secret
            // still counts.
            at.admin().get("/health/live", Map.of());
        }
        long began = surroundings.time().nanos();
        try {
            if (secret.isPresent()) {
                Revoked.add(configuration.dataFolder(), sourceName, secret.get());
            } else if (!Revoked.knows(configuration.dataFolder(), sourceName, name)) {
                Configured.printProblems(screen, checked.problems());
                return screen.failed("nothing is revoked: the source " + sourceName + " has no secret " + name
                        + Secrets.all(source).map(Secret::name).collect(Collectors.joining(", ", "; it has: ", "")));
            }
        } catch (IOException e) {
            return screen.failed("nothing is revoked: cannot write into " + configuration.dataFolder() + " ("
                    + e.getClass().getSimpleName() + ")");
        }
        say(given, "revoked: " + name + " of " + sourceName + " counts no more");
        if (found instanceof Admin.At at) {
            // The file is seen without this too, a little later; what is answered does not matter.
            at.admin().post("/api/reload", JsonMapper.shared().createObjectNode());
        }
        proof.ifPresent(it -> prove(given, it, began));
        return look(given, found, sourceName, name);
    }

    /** What is done about what it let in. */
    private int look(ParseResult given, Admin.Found found, String source, String name) {
        if (found instanceof Admin.Nowhere nowhere) {
            return surroundings.screen().failed("what it let in cannot be listed: " + nowhere.message());
        }
        var admin = ((Admin.At) found).admin();
        boolean done = !Options.has(given, HOLD) || hold(given, admin, source, name);
        int listed = list(given, admin, source, name);
        return done ? listed : Exit.FAILED;
    }

    private boolean hold(ParseResult given, Admin admin, String source, String name) {
        var order = JsonMapper.shared().createObjectNode().put("source", source).put("secret", name);
        for (int i = 0; i < HOLDS_MAX; i++) {
            var reply = admin.post("/api/hold", order);
            if (!(reply instanceof Admin.Got got)) {
                surroundings
                        .screen()
                        .failed("its pending runs are NOT held: "
                                + (reply instanceof Admin.Failed failed
                                        ? failed.message()
                                        : "this program knows no such order"));
                return false;
            }
            say(given, "held " + Configured.counted(got.json().path("held").asLong(0), "pending run"));
            if (!got.json().path("more").asBoolean(false)) {
                return true;
            }
        }
        surroundings.screen().failed("there are more pending runs; give the same command again");
        return false;
    }

    /** A signed delivery of nothing, of no use to anybody even while its secret counts, and where to post it. */
    private record Proof(Source source, URI postbox, Map<String, String> headers) {}

    private Optional<Proof> proof(ParseResult given, Configuration configuration, Source source, Secret secret) {
        var letter = new Letter(
                source, "revoked", "revoked", NOTHING, surroundings.time().wallMs());
        var signed = source.contract().emptyBody() ? Optional.<Letter.Posted>empty() : letter.sign(secret);
        var base = Options.value(given, PUBLIC_URL)
                .orElse(configuration.door().listen().reachable().toString());
        if (signed.isEmpty() || base.endsWith(":0")) {
            return Optional.empty();
        }
        var query = signed.get().query();
        var postbox = URI.create(base + "/in/" + source.name() + (query.isEmpty() ? "" : "?" + query));
        return Optional.of(new Proof(source, postbox, signed.get().headers()));
    }

    /** Shows that it is refused from now on. */
    private void prove(ParseResult given, Proof proof, long sinceNanos) {
        boolean refused = Patience.until(REFUSED_WITHIN_MS, () -> isRefused(proof));
        long ms = (surroundings.time().nanos() - sinceNanos) / 1_000_000;
        var where = proof.postbox.getAuthority();
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

    private static boolean isRefused(Proof proof) {
        var contract = proof.source.contract();
        return new Http().send(contract.methods().get(0), proof.postbox, proof.headers, NOTHING)
                        instanceof Http.Answered answered
                && answered.status() == contract.answers().badAuthStatus();
    }

    private int list(ParseResult given, Admin admin, String source, String name) {
        var screen = surroundings.screen();
        var events = JsonMapper.shared().createArrayNode();
        var next =
                "/api/events?limit=100&source=" + source + "&secret=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
        while (!next.isEmpty() && events.size() < LISTED_MAX) {
            var reply = admin.get(next, Map.of());
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
