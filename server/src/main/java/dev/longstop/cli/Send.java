package dev.longstop.cli;

import dev.longstop.config.Configuration;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Source;
import dev.longstop.telemetry.Suggestion;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code send}: signs as the sender would, posts, follows what it starts. */
final class Send implements Command {

    private static final String ADMIN_URL = "--admin-url";
    private static final int BODY_BYTES_MAX = 64 * 1024 * 1024;
    private static final int WAIT_SECONDS = 120;
    private static final List<String> TRICKS = List.of("--forge", "--stale", "--duplicate");

    private final Surroundings surroundings;

    Send(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(
                this,
                "send",
                "Sends an event as its sender would: a realistic payload, signed with the source's secret. Then follows"
                        + " what it starts until that is over.",
                "",
                "Exit code 0 if it was accepted, or was a duplicate, and everything it started is done; with --forge,"
                        + " if it was refused.");
        spec.addPositional(Options.word("SOURCE", "1", "A source of the configuration, such as github."))
                .addOption(Options.valued(
                        "TYPE", "What happened; what the source's first rule names if not given.", "--type"))
                .addOption(Options.valued("ACTION", "The kind of it, such as opened.", "--action"))
                .addOption(Options.valued("ID", "What identifies it; new if not given.", "--id"))
                .addOption(Options.valued("FILE", "The body, sent as it is; - for standard input.", "--body"))
                .addOption(Options.flag("--forge", "Signs with a secret that is not the source's: must be refused."))
                .addOption(Options.flag("--duplicate", "Sends it twice: the second must start nothing."))
                .addOption(Options.flag("--stale", "Signs an old time, where the sender signs one."))
                .addOption(Options.flag("--no-follow", "Prints the answer and ends."))
                .addOption(
                        Options.valued("SECONDS", "How long to follow; " + WAIT_SECONDS + " if not given.", "--wait"))
                .addOption(Options.config())
                .addOption(Options.valued(
                        "URL", "The public address; the configuration's public.listen if not given.", Options.URL))
                .addOption(Options.valued(
                        "URL", "The admin API; the configuration's admin.listen if not given.", ADMIN_URL))
                .addOption(Options.valued("REF", "Its token, as env:NAME or file:PATH.", Options.TOKEN))
                .addOption(Options.json());
        return Options.examples(
                spec,
                "longstop send github",
                "longstop send github --type pull_request --action opened",
                "longstop send github --forge",
                "longstop send github --type push --body push.json --id 4711 --duplicate");
    }

    /** The command line was wrong, and how. */
    private static final class Misused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int exit;

        Misused(int exit, String message) {
            super(message, null, false, false);
            this.exit = exit;
        }
    }

    @Override
    public int run(ParseResult given) {
        try {
            return send(given);
        } catch (Misused e) {
            surroundings.screen().failed(String.valueOf(e.getMessage()));
            return e.exit;
        }
    }

    private int send(ParseResult given) {
        var tricks = TRICKS.stream().filter(trick -> Options.has(given, trick)).toList();
        if (tricks.size() > 1) {
            throw new Misused(Exit.USAGE, String.join(" and ", tricks) + " do not go together");
        }
        int waitSeconds = waitSeconds(given);
        var configuration = configuration(given);
        var source = source(configuration, Options.word(given).orElse(""));
        if (tricks.contains("--stale")) {
            throw new Misused(
                    Exit.USAGE, "the contract " + source.contract().id() + " signs no time, so nothing can be stale");
        }
        boolean forged = tricks.contains("--forge");
        var secret = forged ? forgedSecret() : secret(source);
        var letter = letter(given, source);
        var postbox = postbox(given, configuration, source);
        var delivery = new Sending(surroundings, Options.has(given, Options.JSON), source, letter, secret);
        if (forged) {
            return delivery.expectRefusal(postbox);
        }
        int posted = delivery.post(postbox, tricks.contains("--duplicate"));
        if (posted != Exit.OK || Options.has(given, "--no-follow") || !delivery.startsSomething()) {
            return delivery.finish(posted);
        }
        var found = Admin.find(given, ADMIN_URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            throw new Misused(Exit.FAILED, nowhere.message() + "; or --no-follow");
        }
        return delivery.finish(delivery.follow(((Admin.At) found).admin(), waitSeconds * 1_000L));
    }

    private static int waitSeconds(ParseResult given) {
        var text = Options.value(given, "--wait").orElse(String.valueOf(WAIT_SECONDS));
        if (!text.matches("[0-9]{1,5}")) {
            throw new Misused(Exit.USAGE, "--wait is a number of seconds from 0 to 99999");
        }
        return Integer.parseInt(text);
    }

    private Configuration configuration(ParseResult given) {
        var file = Options.value(given, Options.CONFIG).orElse(Configured.FILE);
        var checked = surroundings.read(file);
        if (!Files.exists(surroundings.folder().resolve(file))) {
            throw new Misused(
                    Exit.FAILED, "there is no " + file + "; `longstop init` writes one, or give --config FILE");
        }
        return checked.draft();
    }

    private Source source(Configuration configuration, String name) {
        var source = Optional.ofNullable(configuration.sources().get(name));
        return source.orElseThrow(() -> {
            var names = new ArrayList<>(configuration.sources().keySet());
            var hint = Suggestion.hint(name, names);
            return new Misused(
                    Exit.USAGE,
                    "the configuration has no source " + name
                            + (hint.isEmpty() ? "; it has: " + String.join(", ", names) : hint)
                            + "; `longstop check` says what is wrong with it, if something is");
        });
    }

    private Secret secret(Source source) {
        long now = surroundings.time().wallMs();
        return source.secrets().stream()
                .filter(secret -> secret.countsAt(now))
                .findFirst()
                .orElseThrow(() -> new Misused(
                        Exit.FAILED,
                        "the source " + source.name() + " has no secret that counts here; `longstop check` says why"));
    }

    private Secret forgedSecret() {
        return new Secret("a forger", surroundings.randomness().token(16), Optional.empty());
    }

    private Letter letter(ParseResult given, Source source) {
        var samples = new Samples(
                source.contract().id(),
                surroundings.randomness(),
                surroundings.time().wallMs());
        var event = Options.value(given, "--type").orElseGet(() -> usualEvent(source, samples));
        int dot = Options.has(given, "--type") ? -1 : event.indexOf('.');
        var type = dot < 0 ? event : event.substring(0, dot);
        var action = Options.value(given, "--action").orElse(dot < 0 ? "" : event.substring(dot + 1));
        if (type.isEmpty() || !type.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
            throw new Misused(Exit.USAGE, "--type is printable ASCII");
        }
        var id = Options.value(given, "--id").orElseGet(this::newId);
        if (!id.chars().allMatch(c -> c >= 0x20 && c < 0x7f)) {
            throw new Misused(Exit.USAGE, "--id is printable ASCII");
        }
        var file = Options.value(given, "--body");
        if (file.isPresent() && Options.has(given, "--action")) {
            throw new Misused(Exit.USAGE, "--action changes samples; a body that is given is sent as it is");
        }
        var body = file.map(this::body)
                .or(() -> samples.payload(type, action))
                .orElseThrow(() -> new Misused(
                        Exit.USAGE,
                        "there is no sample of " + type + ", only of " + String.join(", ", samples.names())
                                + "; give the payload with --body FILE"));
        return new Letter(id, type, body);
    }

    /** What the first rule names and there is a sample of, so that something is started. */
    private static String usualEvent(Source source, Samples samples) {
        var names = samples.names();
        return source.rules().stream()
                .flatMap(rule -> rule.events().stream())
                .flatMap(event -> names.stream().filter(name -> name.equals(event) || name.startsWith(event + ".")))
                .findFirst()
                .orElse(names.isEmpty() ? "" : names.get(0));
    }

    private String newId() {
        var hex = surroundings.randomness().token(16);
        return hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
    }

    private byte[] body(String file) {
        try (var in = file.equals("-")
                ? surroundings.input()
                : Files.newInputStream(surroundings.folder().resolve(file))) {
            var body = in.readNBytes(BODY_BYTES_MAX + 1);
            if (body.length > BODY_BYTES_MAX) {
                throw new Misused(Exit.FAILED, file + " is larger than 64 MiB");
            }
            return body;
        } catch (IOException | InvalidPathException e) {
            throw new Misused(
                    Exit.FAILED, "cannot read " + file + " (" + e.getClass().getSimpleName() + ")");
        }
    }

    private static URI postbox(ParseResult given, Configuration configuration, Source source) {
        var listen = configuration.door().listen();
        var given0 = Options.value(given, Options.URL);
        if (given0.isEmpty() && listen.port() == 0) {
            throw new Misused(Exit.USAGE, "public.listen takes any port; give --url with the address of the program");
        }
        try {
            var uri = new URI(
                    given0.orElse(listen.reachable().toString()).replaceAll("/+$", "") + "/in/" + source.name());
            if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Said below, like every other text that is no address.
        }
        throw new Misused(Exit.USAGE, "--url is an address such as http://127.0.0.1:8080");
    }
}
