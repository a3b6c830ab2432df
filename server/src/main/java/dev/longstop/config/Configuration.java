package dev.longstop.config;

import dev.longstop.agent.CommandSettings;
import dev.longstop.agent.HttpSettings;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Feed;
import dev.longstop.inbox.Source;
import dev.longstop.platform.Variables;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Interrupted;
import dev.longstop.queue.Limit;
import dev.longstop.queue.Policies;
import dev.longstop.queue.Policy;
import dev.longstop.queue.RetrySettings;
import dev.longstop.verify.Payload;
import java.net.URI;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Everything that one installation was told, checked and with every reference followed.
 *
 * <p>Immutable; never prints a value that may be a secret. <i>Source</i>: design section 9;
 * {@code docs/configuration.md}.
 *
 * @param file where it was read from
 * @param door the public side
 * @param admin the side for operators
 * @param store where everything is kept
 * @param leaseMs how long a claim counts unless it is renewed, 1 s to 1 h
 * @param defaults what agents have unless they say otherwise
 * @param alerts where people are told
 * @param sources the endpoints, by name
 * @param agents what runs start, by name
 * @param platforms the services that jobs run on, by name
 * @param effects what happens once after a run or job, by name
 */
public record Configuration(
        Path file,
        Door door,
        Admin admin,
        StorePlace store,
        long leaseMs,
        Defaults defaults,
        Alerts alerts,
        Map<String, Source> sources,
        Map<String, AgentSettings> agents,
        Map<String, PlatformSettings> platforms,
        Map<String, EffectSettings> effects) {

    /** The value by which a platform's data say where to call back. */
    static final String CALLBACK_URL = "callbackUrl";

    public Configuration {
        sources = inOrder(sources);
        agents = inOrder(agents);
        platforms = inOrder(platforms);
        effects = inOrder(effects);
    }

    /** What the requests of a platform can be filled with: its secrets, its values, and where it calls back. */
    public Variables given(PlatformSettings platform) {
        var source = sources.values().stream()
                .filter(one -> one.feeds().filter(platform.name()::equals).isPresent())
                .findFirst();
        var callback = door.url()
                .flatMap(url -> source.map(one -> Map.of(CALLBACK_URL, url + "/in/" + one.name())))
                .orElse(Map.of());
        return Variables.of(platform.secrets(), callback).and(platform.with());
    }

    /** Whom runs are for: agents, and what consumes the completions that platforms send. */
    public Set<String> workers() {
        var workers = new TreeSet<>(agents.keySet());
        platforms.keySet().forEach(platform -> workers.add(Feed.agent(platform)));
        return Collections.unmodifiableSet(workers);
    }

    /** The folder of what this installation keeps beside the store: the generated token, native libraries. */
    public Path dataFolder() {
        return store.dataFolder(file);
    }

    /** Where the generated token of the admin API is, where none is configured. */
    public Path adminTokenFile() {
        return dataFolder().resolve("admin-token");
    }

    @Override
    public String toString() {
        return "Configuration[" + file + ", sources " + sources.keySet() + ", agents " + agents.keySet() + "]";
    }

    /**
     * The public side.
     *
     * @param listen where senders connect
     * @param url the address under which they know it, without a slash at its end
     * @param trustedProxies networks, as {@code address/bits}, whose word on the sender's address is believed
     */
    public record Door(Listen listen, Optional<URI> url, List<String> trustedProxies) {
        public Door {
            trustedProxies = List.copyOf(trustedProxies);
        }
    }

    /**
     * The side for operators.
     *
     * @param listen where commands and browsers connect
     * @param token what they show; one is generated into {@link #adminTokenFile} where none is configured
     * @param names further host names under which they reach it, in lower case
     */
    public record Admin(Listen listen, Optional<Secret> token, List<String> names) {
        public Admin {
            names = List.copyOf(names);
        }
    }

    /** Where everything is kept. */
    public sealed interface StorePlace {

        /** The folder of what is kept beside it. */
        Path dataFolder(Path configurationFile);

        /** One file of this machine. */
        record Sqlite(Path file) implements StorePlace {
            @Override
            public Path dataFolder(Path configurationFile) {
                return Optional.ofNullable(file.getParent()).orElse(Path.of(""));
            }
        }

        /**
         * A PostgreSQL database.
         *
         * @param url {@code postgresql://host[:port]/database[?options]}
         * @param user who logs in
         * @param password with what, unless the server asks for none
         */
        record Postgresql(URI url, String user, Optional<Secret> password) implements StorePlace {
            @Override
            public Path dataFolder(Path configurationFile) {
                return configurationFile.resolveSibling("data");
            }

            /** The address as its driver wants it. */
            public String jdbcUrl() {
                return "jdbc:" + url;
            }
        }
    }

    /**
     * What agents have unless they say otherwise.
     *
     * @param concurrency attempts in progress at once, per agent, 1 to 1000
     * @param limits how many runs may be started in a time
     * @param retry how often and when a run is tried again
     * @param timeoutMs how long an attempt may take, 100 ms to 30 d
     * @param drainMs how long a stop waits for attempts in progress, 0 to 7 d
     */
    public record Defaults(int concurrency, List<Limit> limits, RetrySettings retry, long timeoutMs, long drainMs) {

        /** Four at once, eight attempts, ten minutes each; a stop waits ten minutes. */
        public static final Defaults STANDARD = new Defaults(4, List.of(), RetrySettings.DEFAULT, 600_000, 600_000);

        public Defaults {
            limits = List.copyOf(limits);
        }
    }

    /**
     * Where people are told.
     *
     * @param slack an incoming webhook, whose address is a secret
     * @param http an address that takes alerts as JSON, a secret likewise
     * @param heartbeat an address that is called while all is well
     */
    public record Alerts(Optional<Secret> slack, Optional<Secret> http, Optional<Secret> heartbeat) {}

    /** All agents that are commands, in the order of the file. */
    public List<CommandSettings> commands() {
        return agents.values().stream()
                .map(AgentSettings::kind)
                .filter(AgentSettings.Command.class::isInstance)
                .map(kind -> ((AgentSettings.Command) kind).settings())
                .toList();
    }

    /** All agents that are HTTP services, in the order of the file. */
    public List<HttpSettings> services() {
        return agents.values().stream().flatMap(agent -> agent.http().stream()).toList();
    }

    /** What governs the birth of runs. */
    public Policies policies() {
        var policies = new HashMap<String, Policy>();
        agents.values().stream()
                .filter(agent -> !agent.policy().equals(Policy.FREE))
                .forEach(agent -> policies.put(agent.name(), agent.policy()));
        return policies.isEmpty() ? Policies.NONE : agent -> policies.getOrDefault(agent, Policy.FREE);
    }

    /** The agents whose runs look for older ones of their lanes: they skip or supersede. */
    public Set<String> overtaking() {
        return agents.values().stream()
                .filter(agent -> agent.policy().busy() != Busy.QUEUE)
                .map(AgentSettings::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** By source, how its bodies become the JSON of its events. */
    public Map<String, Payload> payloads() {
        var payloads = new HashMap<String, Payload>();
        sources.forEach((name, source) -> payloads.put(name, Payload.of(source.contract())));
        return Map.copyOf(payloads);
    }

    /** The agents whose interrupted runs wait for a person. */
    public Set<String> holding() {
        return agents.values().stream()
                .filter(agent -> agent.interrupted() == Interrupted.HOLD)
                .map(AgentSettings::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The longest time that any agent wants a stop to wait for it, in milliseconds. */
    public long drainMs() {
        return agents.values().stream().mapToLong(AgentSettings::drainMs).max().orElse(defaults.drainMs());
    }

    private static <V> Map<String, V> inOrder(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
