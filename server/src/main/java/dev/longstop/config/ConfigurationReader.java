package dev.longstop.config;

import dev.longstop.config.Configuration.Admin;
import dev.longstop.config.Configuration.Alerts;
import dev.longstop.config.Configuration.Defaults;
import dev.longstop.config.Configuration.Door;
import dev.longstop.config.Configuration.StorePlace;
import dev.longstop.contract.Secret;
import dev.longstop.queue.Limit;
import dev.longstop.queue.RetrySettings;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Makes a configuration of the file's nodes, and checks what spans its parts. */
final class ConfigurationReader {

    static final long LEASE_MS = 30_000;

    private static final Listen DOOR = new Listen("0.0.0.0", 8080);
    private static final Listen ADMIN = new Listen("127.0.0.1", 8081);
    private static final String STORE = "data/longstop.db";
    private static final String STORE_EXPECTED =
            "sqlite:PATH, or { url: postgresql://host/database, user: NAME, password: env:NAME }";
    private static final long DAY_MS = 86_400_000;

    private final Reading reading;
    private final Path file;

    ConfigurationReader(Reading reading, Path file) {
        this.reading = reading;
        this.file = file;
    }

    /** What could be read, with defaults in place of what is wrong or absent. */
    Configuration read(Optional<Node> node) {
        var root = node.flatMap(it -> new Field(reading, "", it).table(Section.ROOT));
        var defaults = root.flatMap(it -> it.get("defaults"))
                .flatMap(it -> it.table(Section.DEFAULTS))
                .map(this::defaults)
                .orElse(Defaults.STANDARD);
        var agents = named(root, "agents");
        var platforms = named(root, "platforms");
        var effects = named(root, "effects");
        var agentReader = new AgentReader(defaults, platforms.keySet(), effects.keySet());
        var door = door(root.flatMap(it -> it.get("public")));
        var store = root.flatMap(it -> it.get("store")).flatMap(this::store).orElse(sqlite(STORE));
        var trusts = new TrustReader(reading, door.url(), Revoked.in(store.dataFolder(file), reading));
        var sourceReader = new SourceReader(reading, trusts, agents.keySet(), platforms.keySet());
        var platformReader = new PlatformReader(file.resolveSibling("platforms"), effects.keySet());
        var configuration = new Configuration(
                file,
                door,
                admin(root.flatMap(it -> it.get("admin"))),
                store,
                root.map(it -> it.duration("lease", LEASE_MS, 1_000, 3_600_000)).orElse(LEASE_MS),
                defaults,
                alerts(root.flatMap(it -> it.get("alerts"))),
                Each.of(named(root, "sources"), sourceReader::read),
                Each.of(agents, agentReader::read),
                Each.of(platforms, platformReader::read),
                Each.of(effects, EffectReader::effect));
        root.ifPresent(it -> checkWhole(it, configuration, sourceReader.started()));
        return configuration;
    }

    private static Map<String, Field> named(Optional<Table> root, String key) {
        return root.flatMap(it -> it.get(key)).map(Field::named).orElse(Map.of());
    }

    private Defaults defaults(Table table) {
        var standard = Defaults.STANDARD;
        return new Defaults(
                table.whole("concurrency", standard.concurrency(), 1, 1000),
                limits(table),
                retry(table, standard.retry()),
                table.duration("timeout", standard.timeoutMs(), 100, 30 * DAY_MS),
                table.duration("drain", standard.drainMs(), 0, 7 * DAY_MS));
    }

    /** The limits of agents, one or several. */
    static List<Limit> limits(Table table) {
        return table.list("limit").stream()
                .flatMap(it -> it.parsed(Quantities.RATE, Quantities::rate).stream())
                .toList();
    }

    /** How often and when something is tried again. */
    static RetrySettings retry(Table table, RetrySettings fallback) {
        return table.get("retry")
                .flatMap(it -> it.table(Section.RETRY))
                .map(it -> {
                    var backoff = it.get("backoff")
                            .flatMap(value -> value.parsed(Quantities.DURATIONS, Quantities::durations))
                            .filter(range -> range.fromMs() > 0)
                            .orElse(new Quantities.Range(fallback.backoffMinMs(), fallback.backoffMaxMs()));
                    int attempts = it.whole("attempts", fallback.attemptsMax(), 1, 100);
                    return new RetrySettings(attempts, backoff.fromMs(), backoff.toMs());
                })
                .orElse(fallback);
    }

    private Door door(Optional<Field> field) {
        var table = field.flatMap(it -> it.table(Section.PUBLIC));
        return new Door(
                table.flatMap(it -> listen(it, "listen")).orElse(DOOR),
                table.flatMap(it -> it.get("url")).flatMap(this::publicUrl),
                table.map(it -> it.list("trusted_proxies")).orElse(List.of()).stream()
                        .flatMap(it -> it.parsed("a network such as 10.0.0.0/8", Networks::canonical).stream())
                        .toList());
    }

    private Admin admin(Optional<Field> field) {
        var table = field.flatMap(it -> it.table(Section.ADMIN));
        var listen = table.flatMap(it -> listen(it, "listen"));
        listen.filter(it -> !it.isLocal())
                .ifPresent(it -> table.flatMap(t -> t.get("listen"))
                        .ifPresent(value -> value.doubtful("the admin API is open to the network, without TLS and"
                                + " guarded by its token alone; 127.0.0.1:" + it.port() + " is the safe choice")));
        var names = table.map(it -> it.list("names")).orElse(List.of()).stream()
                .flatMap(it -> it.parsed("a host name without port", ConfigurationReader::hostName).stream())
                .toList();
        var token = table.flatMap(it -> it.get("token")).flatMap(ConfigurationReader::token);
        return new Admin(listen.orElse(ADMIN), token, names);
    }

    private static Optional<String> hostName(String text) {
        return text.matches("[A-Za-z0-9._-]{1,253}") ? Optional.of(text.toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    private static Optional<Secret> token(Field field) {
        return field.secret().filter(token -> {
            boolean sendable = token.value().chars().allMatch(c -> c > 0x20 && c < 0x7f);
            if (!sendable) {
                field.wrong("a token is one line of printable ASCII without spaces, or no header can carry it");
            }
            return sendable;
        });
    }

    private static Optional<Listen> listen(Table table, String key) {
        return table.get(key).flatMap(it -> it.parsed(Quantities.ADDRESS, Quantities::address));
    }

    private Optional<URI> publicUrl(Field field) {
        return field.url().flatMap(url -> {
            if (url.getRawQuery() != null || url.getRawFragment() != null) {
                field.wrong("the public address ends before any ? or #");
                return Optional.empty();
            }
            if (url.getScheme().equals("http") && !new Listen(url.getHost(), 0).isLocal()) {
                field.doubtful("senders should be given an https:// address");
            }
            return Optional.of(URI.create(url.toString().replaceAll("/+$", "")));
        });
    }

    private Optional<StorePlace> store(Field field) {
        if (field.isMapping()) {
            return field.table(Section.STORE).flatMap(this::postgresql);
        }
        return field.parsed(STORE_EXPECTED, text -> text.startsWith("sqlite:") ? Optional.of(text) : Optional.empty())
                .flatMap(text -> {
                    try {
                        var place = text.substring("sqlite:".length());
                        if (!place.isBlank() && !place.startsWith(":") && place.indexOf('?') < 0) {
                            return Optional.of(sqlite(place));
                        }
                    } catch (InvalidPathException e) {
                        // Said below, like every other text that names no file.
                    }
                    field.wrong("expected sqlite: and the path of a file, such as sqlite:" + STORE);
                    return Optional.empty();
                });
    }

    private StorePlace sqlite(String place) {
        return new StorePlace.Sqlite(file.resolveSibling(place));
    }

    private Optional<StorePlace> postgresql(Table table) {
        var url = table.required("url")
                .flatMap(it -> it.parsed("postgresql://host[:port]/database", ConfigurationReader::postgresqlUrl)
                        .filter(found -> holdsNoLogin(it, found)));
        var user = table.required("user").flatMap(it -> it.text("the name of a database user"));
        var password = table.get("password").flatMap(Field::secret);
        return url.flatMap(where -> user.map(who -> new StorePlace.Postgresql(where, who, password)));
    }

    private static boolean holdsNoLogin(Field field, URI url) {
        var query = String.valueOf(url.getRawQuery());
        boolean login = url.getRawAuthority().contains("@") || query.matches("(?i).*\\b(user|password)=.*");
        if (login) {
            field.wrong("the URL must not hold a user or password; they are keys of their own");
        }
        return !login;
    }

    private static Optional<URI> postgresqlUrl(String text) {
        try {
            var url = URI.create(text);
            boolean whole = "postgresql".equals(url.getScheme())
                    && url.getRawAuthority() != null
                    && url.getPath() != null
                    && url.getPath().matches("/[^/]+");
            return whole ? Optional.of(url) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Alerts alerts(Optional<Field> field) {
        var table = field.flatMap(it -> it.table(Section.ALERTS));
        return new Alerts(
                table.flatMap(it -> it.get("slack")).flatMap(Field::secret),
                table.flatMap(it -> it.get("http")).flatMap(Field::secret),
                table.flatMap(it -> it.get("heartbeat")).flatMap(Field::secret));
    }

    private void checkWhole(Table root, Configuration configuration, Set<String> started) {
        var door = configuration.door().listen();
        if (door.collidesWith(configuration.admin().listen())) {
            root.get("admin")
                    .or(() -> root.get("public"))
                    .orElse(root.self())
                    .wrong("public.listen and admin.listen need ports of their own; both are " + door.port());
        }
        if (!reading.problems().anyError()) {
            LaunchCheck.check(named(Optional.of(root), "agents"), configuration);
            warnOfWhatNeverHappens(root, configuration, started);
        }
    }

    private static void warnOfWhatNeverHappens(Table root, Configuration configuration, Set<String> started) {
        if (configuration.sources().isEmpty()) {
            root.self().doubtful("there are no sources: nothing can come in");
        }
        named(Optional.of(root), "sources").forEach((name, field) -> {
            var source = configuration.sources().get(name);
            if (source != null && source.rules().isEmpty() && source.feeds().isEmpty()) {
                field.doubtful("there are no rules: every event is stored and ignored");
            }
        });
        named(Optional.of(root), "platforms").forEach((name, field) -> {
            var platform = configuration.platforms().get(name);
            if (platform != null) {
                tooManyCalls(platform, openJobs(configuration, name)).ifPresent(field::doubtful);
            }
        });
        named(Optional.of(root), "agents").forEach((name, field) -> {
            if (!started.contains(name)) {
                field.doubtful("no rule starts this agent");
            }
        });
    }

    /** How many jobs of a platform its agents may have open at once; 0 where one of them has no bound. */
    private static long openJobs(Configuration configuration, String platform) {
        var bounds = configuration.agents().values().stream()
                .flatMap(agent -> agent.kind() instanceof AgentSettings.Platform kind
                                && kind.platform().equals(platform)
                        ? Stream.of(kind.jobsMax().orElse(0))
                        : Stream.empty())
                .toList();
        return bounds.contains(0)
                ? 0
                : bounds.stream().mapToLong(Integer::longValue).sum();
    }

    /** What is wrong where so many jobs cannot be asked for as often as they should within what the platform allows. */
    private static Optional<String> tooManyCalls(PlatformSettings settings, long jobs) {
        var platform = settings.platform();
        var allowed = platform.callsPerMinuteMax();
        long everyMs = platform.cadence().longestMs();
        long calls = jobs * (platform.readsTwice() ? 2 : 1) * 60_000 / Math.max(1, everyMs);
        return allowed.filter(most -> calls > most)
                .map(most -> jobs + " open jobs, asked for every " + everyMs / 1_000 + " s, are " + calls
                        + " calls a minute, and the platform takes " + most
                        + ": lower `jobs` of its agents, or outcomes are learned late");
    }
}
