package dev.longstop.platform;

import dev.longstop.contract.Path;
import dev.longstop.event.EventId;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One service that jobs run on, as data: how to launch, ask, cancel and understand them.
 *
 * @param id its name
 * @param base the address of its API, a template
 * @param auth the headers of its login
 * @param launch how a job is started, where it can be
 * @param status how one job is asked for
 * @param list how jobs are found without their ids, where they can be
 * @param detail a second read, where the first does not say everything
 * @param cancel how a job is asked to end, where it can be
 * @param read where things stand in what it answers
 * @param states what its words mean; the first rule that holds counts
 * @param webhook what it sends by itself, where it does
 * @param cadence how often to ask
 * @param callsPerMinuteMax how many calls besides launches it takes in a minute; empty where nobody says
 * @param launchesPerMinuteMax how many launches it takes in a minute; empty where nobody says
 * @param graceMs for how long after its start a job may be unknown to its platform
 */
public record Platform(
        String id,
        String base,
        List<Call.AuthHeader> auth,
        Optional<Launch> launch,
        Call status,
        Optional<Listing> list,
        Optional<Detail> detail,
        Optional<Call> cancel,
        Read read,
        List<Rule> states,
        Optional<Webhook> webhook,
        Cadence cadence,
        Optional<Integer> callsPerMinuteMax,
        Optional<Integer> launchesPerMinuteMax,
        long graceMs) {

    public Platform {
        auth = List.copyOf(auth);
        states = List.copyOf(states);
    }

    /**
     * How a job is started.
     *
     * @param call the request
     * @param id where its id stands in the answer; or {@code @const:} and a template, where we choose it
     * @param parent where the id of what it belongs to stands
     * @param correlation where our key comes back in what is read of the job
     * @param keyHeader the header that takes our key, where the platform knows a repetition by one
     * @param repeatable whether a repetition under the same key starts nothing more
     */
    record Launch(
            Call call,
            String id,
            Optional<Path> parent,
            Optional<Path> correlation,
            Optional<String> keyHeader,
            boolean repeatable) {}

    /**
     * A second read.
     *
     * @param when what the first must say
     * @param call the request
     * @param into the member of the first document that takes the second
     * @param http the member that takes its HTTP status, where that says something
     */
    record Detail(Condition when, Call call, String into, Optional<String> http) {}

    /**
     * Where things stand in a status document.
     *
     * @param raw the platform's own words
     * @param order what orders documents, the greatest that is there; its kind; empty where nothing does
     * @param finishedAt when it ended: the first that is there
     * @param generation which generation a document speaks of
     * @param pollAfterMs when the platform wants to be asked again
     * @param result what the work left; empty for the whole document
     */
    record Read(
            List<Path> raw,
            Optional<Order> order,
            List<Path> finishedAt,
            Optional<Generations> generation,
            Optional<Path> pollAfterMs,
            Optional<Path> result) {
        Read {
            raw = List.copyOf(raw);
            finishedAt = List.copyOf(finishedAt);
        }
    }

    /** What orders documents of one job: values of one kind, of which the greatest counts. */
    record Order(String kind, List<Path> of) {
        Order {
            of = List.copyOf(of);
        }
    }

    /** The platform's name of a generation, and what orders generations. */
    record Generations(Path key, Optional<Path> order) {}

    /** What a document means that meets a condition. */
    record Rule(Condition when, Meaning to, Set<String> flags, Optional<String> attention) {
        Rule {
            flags = Set.copyOf(flags);
        }
    }

    /**
     * What the platform sends by itself.
     *
     * @param trust how much of it is believed
     * @param type where its type stands
     * @param unwrap where the object stands in the body: the first that is there
     * @param ignoreIf places of which one there means that the body is about no job
     * @param jobId where the job's id stands, in the object or the body
     * @param occurredAt when it happened
     * @param events what types mean; other types are nudges
     * @param noEventFor words of endings that nothing is sent for
     */
    public record Webhook(
            Trust trust,
            Optional<Path> type,
            List<Path> unwrap,
            List<Path> ignoreIf,
            List<Path> jobId,
            Optional<Path> occurredAt,
            Map<String, Announcement> events,
            Set<String> noEventFor) {
        public Webhook {
            unwrap = List.copyOf(unwrap);
            ignoreIf = List.copyOf(ignoreIf);
            jobId = List.copyOf(jobId);
            events = Map.copyOf(events);
            noEventFor = Set.copyOf(noEventFor);
        }

        /** The outcomes that are announced, for rescues: by trust and types. */
        public Set<Meaning> announced() {
            return Announced.by(this);
        }
    }

    /** How much of what a platform sends is believed. */
    public enum Trust {
        /** It only says "look now". */
        NUDGE,
        /** Its type fixes the outcome. */
        STATE,
        /** It is the object, as a read would give it. */
        SNAPSHOT
    }

    /** What a type of event says: a state, or nothing but "look now". */
    record Announcement(Optional<Meaning> to, Set<String> flags, boolean last) {
        Announcement {
            flags = Set.copyOf(flags);
        }

        static final Announcement NUDGE = new Announcement(Optional.empty(), Set.of(), false);
    }

    /**
     * How often to ask; all in milliseconds.
     *
     * @param firstMs after the first ask
     * @param minMs the least afterwards
     * @param maxMs the most
     * @param retentionMs how long an outcome can be read after the end; empty where it stays
     * @param nudgeMs waits between looks after a nudge that found nothing new
     * @param stuckMs from which age on a job that is not over is stuck
     */
    public record Cadence(
            long firstMs, long minMs, long maxMs, Optional<Long> retentionMs, List<Long> nudgeMs, long stuckMs) {

        /** No job goes unasked for longer: five minutes. */
        public static final long CAP_MS = 300_000;

        public Cadence {
            nudgeMs = List.copyOf(nudgeMs);
        }

        /** The longest wait between two asks: the platform's, five minutes, a third of what results are kept for. */
        public long longestMs() {
            long third = retentionMs.map(ms -> Math.max(1_000, ms / 3)).orElse(CAP_MS);
            return Math.min(Math.min(maxMs, CAP_MS), third);
        }
    }

    /** Whether a job may need a second read. */
    public boolean readsTwice() {
        return detail.isPresent();
    }

    /** Whether our key can be planted in its jobs, and read back. */
    public boolean plants() {
        return launch.flatMap(Launch::correlation).isPresent();
    }

    /** The same at another address. */
    public Platform at(String address) {
        return new Platform(
                id,
                address,
                auth,
                launch,
                status,
                list,
                detail,
                cancel,
                read,
                states,
                webhook,
                cadence,
                callsPerMinuteMax,
                launchesPerMinuteMax,
                graceMs);
    }

    /** The names of the variables that every call needs: those of the address and of the login. */
    public Set<String> needs() {
        var names = new TreeSet<>(Template.names(base));
        auth.stream()
                .filter(header -> !header.optional())
                .forEach(header -> names.addAll(Template.names(header.value())));
        return Set.copyOf(names);
    }

    /** Whether its jobs can be launched. */
    public boolean launches() {
        return launch.isPresent();
    }

    /** The names of the values that a launch needs besides our key, and that are not there. */
    public Set<String> launchLacks(Variables given) {
        var all = given.and(Map.of("jobKey", ""));
        return launch.stream()
                .flatMap(one -> one.call().names().stream())
                .filter(name -> !all.has(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether a launch that was repeated under the same key starts nothing more. */
    public boolean repeatsLaunches() {
        return launch.filter(Launch::repeatable).isPresent();
    }

    /**
     * The request that launches a job; empty where this platform's jobs cannot be launched.
     *
     * @param key our key, which also is the variable {@code jobKey}
     */
    public Optional<Call.Filled> launching(Variables variables, String key) {
        return launch.map(one -> {
            var headers = new TreeMap<>(one.call().headers());
            one.keyHeader().ifPresent(name -> headers.put(name, key));
            var call = new Call(
                    one.call().method(), one.call().path(), headers, one.call().body());
            return call.fill(base, auth, variables.and(Map.of("jobKey", key)));
        });
    }

    /** Whether the data say how a job is asked to end. */
    public boolean cancels() {
        return cancel.isPresent();
    }

    /** The request that asks for a job's end; empty where the data do not say how. */
    public Optional<Call.Filled> cancelling(Variables variables) {
        return cancel.map(call -> call.fill(base, auth, variables));
    }

    /** What a list of its jobs holds; empty where it gives none. */
    public Optional<Listing.Mode> lists() {
        return list.map(Listing::mode);
    }

    /** The request for the first page of the jobs that the platform knows; empty where it gives no list. */
    public Optional<Call.Filled> listing(Variables variables) {
        return list.map(one -> one.call().fill(base, auth, variables));
    }

    /** What tells one login from another: calls under one are limited together. A digest, of nothing but that. */
    public String login(Variables variables) {
        var words = new StringBuilder(base);
        for (var header : auth) {
            boolean known = Template.names(header.value()).stream().allMatch(variables::has);
            words.append('\0').append(known ? header.fill(variables).orElse("") : "");
        }
        return HexFormat.of().formatHex(EventId.sha256(words.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /** The request that asks for one job. */
    public Call.Filled asking(Variables variables) {
        return status.fill(base, auth, variables);
    }
}
