package dev.longstop.config;

import dev.longstop.agent.CommandSettings;
import dev.longstop.config.AgentSettings.Kind;
import dev.longstop.config.AgentSettings.Pace;
import dev.longstop.config.Configuration.Defaults;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Interrupted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads agents. */
final class AgentReader {

    private static final long DAY_MS = 86_400_000;
    private static final int RELAUNCHES_MAX = 10;
    private static final List<String> KINDS = List.of("command", "http", "platform");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,254}");
    private static final Pattern SECRET_NAME =
            Pattern.compile(".*(SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|CREDENTIAL).*");

    /** Which keys mean something for one kind of agent only. */
    private static final Map<String, String> KIND_OF_KEY = Map.of(
            "env", "command", "sign_with", "http", "with", "platform", "jobs", "platform", "relaunch", "platform");

    private final Defaults defaults;
    private final Set<String> platforms;
    private final Set<String> effects;

    AgentReader(Defaults defaults, Set<String> platforms, Set<String> effects) {
        this.defaults = defaults;
        this.platforms = platforms;
        this.effects = effects;
    }

    /** One agent; empty if it is of no kind, which is then among the problems. */
    Optional<AgentSettings> read(String name, Field field) {
        return field.table(Section.AGENT).flatMap(table -> {
            var pace = pace(table);
            var limits = table.get("limit").isPresent() ? ConfigurationReader.limits(table) : defaults.limits();
            var busy = table.choice("busy", Busy.QUEUE);
            var interrupted = table.choice("interrupted", Interrupted.RETRY);
            int relaunches = table.whole("relaunch", 0, 0, RELAUNCHES_MAX);
            var then = table.list("then").stream()
                    .flatMap(it -> it.known("an effect", effects).stream())
                    .toList();
            return kind(name, table, pace)
                    .map(kind -> new AgentSettings(name, kind, pace, limits, busy, interrupted, relaunches, then));
        });
    }

    private Pace pace(Table table) {
        return new Pace(
                table.whole("concurrency", defaults.concurrency(), 1, 1000),
                table.duration("timeout", defaults.timeoutMs(), 100, 30 * DAY_MS),
                table.duration("drain", defaults.drainMs(), 0, 7 * DAY_MS),
                ConfigurationReader.retry(table, defaults.retry()));
    }

    private Optional<Kind> kind(String name, Table table, Pace pace) {
        var kinds = table.present(KINDS);
        if (kinds.size() != 1) {
            table.self().wrong("an agent has exactly one of command, http, platform");
        }
        KIND_OF_KEY.forEach((key, kind) -> table.get(key)
                .filter(it -> !kinds.contains(kind))
                .ifPresent(it -> it.wrongKey("only agents of kind " + kind + " have this key")));
        var command = table.get("command").flatMap(it -> command(name, it, table, pace));
        var signWith = table.get("sign_with").flatMap(Field::secret);
        var http = table.get("http").flatMap(Field::url).map(url -> (Kind) new AgentSettings.Http(url, signWith));
        var with = values(table);
        var jobsMax = table.get("jobs").flatMap(it -> it.whole(1, 100_000));
        var platform = table.get("platform")
                .flatMap(it -> it.known("a platform", platforms))
                .map(it -> (Kind) new AgentSettings.Platform(it, with, jobsMax));
        return kinds.size() == 1 ? command.or(() -> http).or(() -> platform) : Optional.empty();
    }

    private static Optional<Kind> command(String name, Field field, Table table, Pace pace) {
        var environment = new LinkedHashMap<String, String>();
        table.get("env")
                .map(it -> it.free("a mapping of variables"))
                .orElse(Map.of())
                .forEach((variable, value) -> {
                    variable(variable, value).ifPresent(it -> environment.put(variable, it));
                });
        var words = field.strictList("a list of the program and its arguments, such as [sh, -c, \"cat\"]");
        var command = words.stream()
                .flatMap(it -> it.word("a word of the command").map(Field.Word::text).stream())
                .toList();
        if (command.size() != words.size() || command.isEmpty()) {
            return Optional.empty();
        }
        if (command.get(0).isBlank() || command.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            field.wrong("a command begins with a program, and holds no NUL characters");
            return Optional.empty();
        }
        return Optional.of(new AgentSettings.Command(
                new CommandSettings(name, command, environment, pace.concurrency(), pace.timeoutMs(), pace.retry())));
    }

    private static Optional<String> variable(String name, Field value) {
        if (!VARIABLE.matcher(name).matches()) {
            value.wrongKey("a variable's name has letters, digits and _ and does not begin with a digit");
            return Optional.empty();
        }
        if (name.startsWith("LONGSTOP_") || name.equals("TRACEPARENT")) {
            value.wrongKey("this variable is set by the program itself");
            return Optional.empty();
        }
        if (SECRET_NAME.matcher(name.toUpperCase(java.util.Locale.ROOT)).matches() && !value.isReference()) {
            value.doubtful("this looks like a secret; give it as env:NAME or file:PATH");
        }
        return value.word("a value").map(Field.Word::text).filter(text -> {
            if (text.indexOf('\0') >= 0) {
                value.wrong("a variable holds no NUL characters");
            }
            return text.indexOf('\0') < 0;
        });
    }

    /** The values under {@code with}; templates in them are checked. */
    static Map<String, Object> values(Table table) {
        var values = new LinkedHashMap<String, Object>();
        table.get("with")
                .map(it -> it.free("a mapping"))
                .orElse(Map.of())
                .forEach((key, field) -> field.anything().ifPresent(value -> {
                    templateFault(value).ifPresent(field::wrong);
                    values.put(key, value);
                }));
        return values;
    }

    private static Optional<String> templateFault(Object value) {
        if (value instanceof String text) {
            return Template.fault(text);
        }
        var inner = value instanceof Map<?, ?> map ? map.values() : value instanceof List<?> list ? list : List.of();
        return inner.stream().flatMap(it -> templateFault(it).stream()).findFirst();
    }
}
