package dev.longstop.verification.simulation;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Rule;
import dev.longstop.inbox.Source;
import dev.longstop.queue.Busy;
import dev.longstop.queue.Interrupted;
import dev.longstop.queue.Limit;
import dev.longstop.queue.Policy;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What all actors of one scenario share.
 *
 * @param scenario what is played
 * @param timeline what happens when
 * @param faults what goes wrong
 * @param journal what is known outside of the store
 * @param leases which leases were given
 * @param outage when the store is away
 * @param store the store, watched
 * @param target where effects go to
 * @param blocking how code that blocks waits
 */
record World(
        Scenario scenario,
        Timeline timeline,
        Swarm faults,
        Journal journal,
        Leases leases,
        Outage outage,
        WatchedStore store,
        Target target,
        Blocking blocking) {

    /** How long a lease lasts here, in milliseconds. */
    static final long LEASE_MS = 10_000;

    /** The secrets that the sender signs with. */
    static final List<Secret> SECRETS = List.of(
            new Secret("new", "a new secret", Optional.empty()), new Secret("old", "an old secret", Optional.empty()));

    /** An agent: how many attempts at once, how it is tried again, and what governs its runs. */
    record Settings(String name, int concurrency, RetrySettings retry, Policy policy, Interrupted interrupted) {}

    /** The limit of the one agent that has one. */
    static final Limit LIMIT = new Limit(2, 20_000, Limit.Scope.AGENT);

    /**
     * The agents: one does a single attempt at a time, one is tried once; one waits its turn and is limited, one takes
     * the older's place, one skips and must not be repeated.
     */
    static final List<Settings> AGENTS = List.of(
            new Settings("triage", 2, new RetrySettings(4, 200, 5_000), limited(), Interrupted.RETRY),
            new Settings("review", 1, new RetrySettings(3, 100, 2_000), busy(Busy.SUPERSEDE), Interrupted.RETRY),
            new Settings("security", 3, new RetrySettings(1, 100, 100), busy(Busy.SKIP), Interrupted.HOLD),
            new Settings("ask", 1, new RetrySettings(2, 100, 100), Policy.FREE, Interrupted.RETRY));

    private static Policy limited() {
        return new Policy(Busy.QUEUE, List.of(LIMIT));
    }

    private static Policy busy(Busy busy) {
        return new Policy(busy, List.of());
    }

    private static Optional<Settings> agent(String name) {
        return AGENTS.stream().filter(settings -> settings.name().equals(name)).findFirst();
    }

    /** What governs an agent's runs. */
    static Policy policy(String agent) {
        return agent(agent).map(Settings::policy).orElse(Policy.FREE);
    }

    /** How an agent is tried again. */
    static RetrySettings retry(String agent) {
        return agent(agent).map(Settings::retry).orElse(RetrySettings.DEFAULT);
    }

    /** The agents whose interrupted runs are held. */
    static Set<String> holding() {
        return AGENTS.stream()
                .filter(settings -> settings.interrupted() == Interrupted.HOLD)
                .map(Settings::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The most attempts of an agent. */
    static int attemptsMax(String agent) {
        return agent(agent).map(settings -> settings.retry().attemptsMax()).orElse(0);
    }

    /** The source that everything comes to. */
    static final Source SOURCE = new Source(
            "github",
            github(),
            SECRETS,
            List.of(
                    rule("issues", RunMode.LIVE, "triage"),
                    rule("pull_request.opened", RunMode.LIVE, "review", "security"),
                    rule("issue_comment.created", RunMode.SHADOW, "ask"),
                    rule("issue_comment.created", RunMode.LIVE, "triage")),
            List.of("acme-agent"),
            Optional.empty(),
            1 << 20,
            259_200_000,
            Source.Replays.HOLD);

    /** The source when somebody has found that a rule was missing: what people replay by. */
    static final Source MENDED = new Source(
            SOURCE.name(),
            SOURCE.contract(),
            SECRETS,
            Stream.concat(SOURCE.rules().stream(), Stream.of(rule("*", RunMode.LIVE, "ask")))
                    .toList(),
            SOURCE.ignore(),
            Optional.empty(),
            SOURCE.bodyBytesMax(),
            SOURCE.dedupWindowMs(),
            SOURCE.replays());

    private static Rule rule(String event, RunMode mode, String... agents) {
        return new Rule(List.of(event), Map.of(), List.of(agents), mode);
    }

    private static Contract github() {
        if (Contracts.builtIn("github") instanceof Contracts.Sound sound) {
            return sound.contract();
        }
        throw new IllegalStateException("the built-in contract is sound");
    }
}
