package dev.longstop.inbox;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Secret;
import dev.longstop.verify.Trust;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A configured endpoint {@code /in/{source}}: a contract, secrets, rules.
 *
 * @param name the endpoint's name: {@code [a-z0-9][a-z0-9_-]{0,62}}
 * @param contract how the sender signs and identifies
 * @param trust the secrets and keys that it believes
 * @param rules what starts what; an event that no rule names is ignored
 * @param ignore senders whose events never start anything, such as our own bot
 * @param feeds the platform whose completions come here, where that is so
 * @param bodyBytesMax the largest body that is taken
 * @param dedupWindowMs how long a body without an id of its own counts as the same
 * @param replays what becomes of a signed body that comes again under another id
 */
public record Source(
        String name,
        Contract contract,
        Trust trust,
        List<Rule> rules,
        List<String> ignore,
        Optional<String> feeds,
        int bodyBytesMax,
        long dedupWindowMs,
        Replays replays) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");

    public Source {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("\"" + name + "\" is not a source's name: " + NAME);
        }
        rules = List.copyOf(rules);
        ignore = List.copyOf(ignore);
    }

    /** A source that believes who signs with one of some secrets. */
    public Source(
            String name,
            Contract contract,
            List<Secret> secrets,
            List<Rule> rules,
            List<String> ignore,
            Optional<String> feeds,
            int bodyBytesMax,
            long dedupWindowMs,
            Replays replays) {
        this(name, contract, Trust.in(secrets), rules, ignore, feeds, bodyBytesMax, dedupWindowMs, replays);
    }

    /** The same that believes something else. */
    public Source trusting(Trust other) {
        return new Source(name, contract, other, rules, ignore, feeds, bodyBytesMax, dedupWindowMs, replays);
    }

    /** The secrets that may have signed. */
    public List<Secret> secrets() {
        return trust.secrets();
    }

    /** What becomes of a signed body that comes again under another, unsigned id. */
    public enum Replays {
        /** Its runs wait for a person. */
        HOLD,
        /** It is an event like any other. */
        RUN,
        /** It is the same event. */
        DUPLICATE
    }
}
