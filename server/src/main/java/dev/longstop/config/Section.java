package dev.longstop.config;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The form of the configuration: every mapping in it with its keys, as data.
 *
 * <p>A key is acted on, or it has a sentence that says what to use until it is. The reference page is held against
 * this.
 * <i>Source</i>: design section 9.
 */
enum Section {
    /** The file itself. */
    ROOT(
            "",
            now("public"),
            now("admin"),
            now("store"),
            now("lease"),
            now("defaults"),
            now("sources"),
            now("agents"),
            now("platforms"),
            now("effects"),
            now("alerts")),
    PUBLIC(
            "public",
            now("listen"),
            now("url"),
            later("trusted_proxies", "the address of whoever connects is taken as it is; leave it out")),
    ADMIN("admin", now("listen"), now("token"), now("names")),
    STORE("store", now("url"), now("user"), now("password")),
    ALERTS("alerts", now("slack"), now("http"), now("heartbeat")),
    DEFAULTS("defaults", now("concurrency"), now("limit"), now("retry"), now("timeout"), now("drain")),
    RETRY("retry", now("attempts"), now("backoff")),
    SOURCE(
            "sources.NAME",
            now("contract"),
            now("secrets"),
            now("public_keys"),
            now("proofs"),
            now("claims"),
            now("verify_token"),
            now("url"),
            now("ignore"),
            now("rules"),
            now("feeds"),
            now("dedup_window"),
            now("replays"),
            now("max_body")),
    SECRET("sources.NAME.secrets[]", now("value"), now("from"), now("until")),
    RULE("sources.NAME.rules[]", now("event"), now("if"), now("start"), now("mode")),
    CONDITION("sources.NAME.rules[].if.PATH", now("is"), now("not"), now("in"), now("exists")),
    AGENT(
            "agents.NAME",
            now("command"),
            now("http"),
            now("platform"),
            now("env"),
            now("concurrency"),
            now("retry"),
            now("timeout"),
            now("drain"),
            now("with"),
            now("sign_with"),
            now("jobs"),
            now("limit"),
            now("busy"),
            now("interrupted"),
            now("relaunch"),
            now("then")),
    PLATFORM(
            "platforms.NAME",
            now("use"),
            now("base"),
            now("secrets"),
            now("with"),
            now("sla"),
            now("unknown_jobs"),
            now("lost_after"),
            now("rescue_grace"),
            now("then")),
    EFFECT(
            "effects.NAME",
            now("http"),
            now("github_comment"),
            now("slack_message"),
            now("body"),
            now("token"),
            now("base"),
            now("sign_with"),
            now("policy"),
            now("after"),
            now("done_on"),
            now("retry"),
            now("timeout"));

    /**
     * A key of a mapping.
     *
     * @param name as written in the file
     * @param instead what to do while it is not available yet; empty where it is acted on
     */
    record Key(String name, Optional<String> instead) {}

    private final String place;

    @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed; its type cannot say so.
    private final List<Key> keys;

    Section(String place, Key... keys) {
        this.place = place;
        this.keys = List.of(keys);
    }

    /** The name of the mapping in the reference page; empty for the file itself. */
    String place() {
        return place;
    }

    List<Key> keys() {
        return keys;
    }

    Set<String> names() {
        return keys.stream().map(Key::name).collect(Collectors.toSet());
    }

    Optional<Key> key(String name) {
        return keys.stream().filter(key -> key.name().equals(name)).findFirst();
    }

    /** The name of a key in the reference page: {@code sources.NAME.rules[].event}. */
    String full(Key key) {
        return Stream.of(place, key.name()).filter(part -> !part.isEmpty()).collect(Collectors.joining("."));
    }

    private static Key now(String name) {
        return new Key(name, Optional.empty());
    }

    private static Key later(String name, String instead) {
        return new Key(name, Optional.of(instead));
    }
}
