package dev.longstop.cli;

import dev.longstop.config.Configuration;
import dev.longstop.contract.Contract;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Source;
import dev.longstop.telemetry.Suggestion;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code send}: signs as the sender would, posts, follows what it starts. */
final class Send implements Command {

    private static final String ADMIN_URL = "--admin-url";
    private static final long DAY_MS = 86_400_000;
    private static final int WAIT_SECONDS = 120;
    private static final List<String> TRICKS = List.of("--forge", "--stale", "--duplicate", "--mutate");

    private static final Map<String, String> REFUSED = Map.of(
            "--forge", "signed with a secret that the source does not have",
            "--stale", "signed a day ago",
            "--mutate", "changed by one bit after it was signed");

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
                        + " --stale and --mutate, if it was refused.");
        spec.addPositional(Options.word("SOURCE", "1", "A source of the configuration, such as github."))
                .addOption(Options.valued(
                        "TYPE", "What happened; what the source's first rule names if not given.", "--type"))
                .addOption(Options.valued("ACTION", "The kind of it, such as opened.", "--action"))
                .addOption(Options.valued("ID", "What identifies it; new if not given.", "--id"))
                .addOption(Options.valued("FILE", "The body, sent as it is; - for standard input.", "--body"))
                .addOption(Options.flag("--forge", "Signs with a secret that is not the source's: must be refused."))
                .addOption(Options.flag("--duplicate", "Sends it twice: the second must start nothing."))
                .addOption(Options.flag(
                        "--stale", "Signs the time of a day ago, where the sender signs one: must be refused."))
                .addOption(Options.flag("--mutate", "Changes one bit after signing: must be refused."))
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
                "longstop send stripe --type invoice.paid --stale",
                "longstop send github --forge",
                "longstop send github --type push --body push.json --id 4711 --duplicate");
    }

    /** The command line was wrong, and how. */
    static final class Misused extends RuntimeException {
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
        var trick = tricks.isEmpty() ? "" : tricks.get(0);
        fits(trick, source.contract());
        var secret = trick.equals("--forge") ? forgedSecret() : secret(source);
        long sentAtMs = surroundings.time().wallMs() - (trick.equals("--stale") ? DAY_MS : 0);
        var letter = new Composer(surroundings, source).letter(given, sentAtMs);
        var signed = letter.sign(secret)
                .orElseThrow(() -> new Misused(
                        Exit.FAILED,
                        "only the sender can sign as the contract "
                                + source.contract().id()
                                + " says; `longstop contracts test` tries a recorded delivery"));
        var postbox = postbox(given, configuration, source, signed.query());
        var posted = trick.equals("--mutate") ? letter.mutated() : letter;
        var delivery = new Sending(surroundings, Options.has(given, Options.JSON), posted, signed, secret.name());
        if (REFUSED.containsKey(trick)) {
            return delivery.expectRefusal(postbox, String.valueOf(REFUSED.get(trick)));
        }
        int answer = delivery.post(postbox, trick.equals("--duplicate"));
        if (answer != Exit.OK || Options.has(given, "--no-follow") || !delivery.startsSomething()) {
            return delivery.finish(answer);
        }
        var found = Admin.find(given, ADMIN_URL, surroundings);
        if (found instanceof Admin.Nowhere nowhere) {
            throw new Misused(Exit.FAILED, nowhere.message() + "; or --no-follow");
        }
        return delivery.finish(delivery.follow(((Admin.At) found).admin(), waitSeconds * 1_000L));
    }

    private static void fits(String trick, Contract contract) {
        if (trick.equals("--stale") && !contract.signsTime()) {
            throw new Misused(Exit.USAGE, "the contract " + contract.id() + " signs no time, so nothing can be stale");
        }
        if (trick.equals("--mutate") && !contract.bodyAuthenticated()) {
            throw new Misused(
                    Exit.USAGE,
                    "the contract " + contract.id() + " does not cover the body, so a change of it goes unnoticed");
        }
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

    private static URI postbox(ParseResult given, Configuration configuration, Source source, String query) {
        var listen = configuration.door().listen();
        var given0 = Options.value(given, Options.URL);
        if (given0.isEmpty() && listen.port() == 0) {
            throw new Misused(Exit.USAGE, "public.listen takes any port; give --url with the address of the program");
        }
        try {
            var uri = new URI(given0.orElse(listen.reachable().toString()).replaceAll("/+$", "") + "/in/"
                    + source.name() + (query.isEmpty() ? "" : "?" + query));
            if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
                return uri;
            }
        } catch (URISyntaxException e) {
            // Said below, like every other text that is no address.
        }
        throw new Misused(Exit.USAGE, "--url is an address such as http://127.0.0.1:8080");
    }
}
