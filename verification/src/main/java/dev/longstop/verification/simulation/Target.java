package dev.longstop.verification.simulation;

import dev.longstop.effect.ClaimedEffect;
import dev.longstop.effect.EffectEnding;
import dev.longstop.effect.EffectEnding.Answer;
import dev.longstop.effect.EffectPolicy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Where effects go to: it notes every request under its key, and answers as the seed likes. */
final class Target {

    private final Swarm faults;
    private final Journal journal;
    private final Map<String, String> requests = new HashMap<>();
    private final Set<String> happened = new HashSet<>();

    Target(Swarm faults, Journal journal) {
        this.faults = faults;
        this.journal = journal;
    }

    /** A request arrives; gives what the one who sent it hears. */
    EffectEnding receive(ClaimedEffect claimed) {
        var seed = claimed.effect().seed();
        var key = seed.idempotencyKey();
        var request = seed.request();
        var text = request.method() + " " + request.url() + " " + request.headers() + " "
                + HexFormat.of().formatHex(request.body());
        journal.count("effect sent");
        var first = requests.putIfAbsent(key, text);
        if (first != null && !first.equals(text)) {
            journal.complain(Invariant.I8, "two requests under one key " + key + ": " + first + ", " + text);
        }
        if (faults.strikes(Fault.EFFECT_REFUSED, 0.5)) {
            return new EffectEnding.Retry(new Answer(503, "later"), Optional.empty());
        }
        if (!happened.add(key) && seed.policy() == EffectPolicy.AT_MOST_ONCE) {
            journal.complain(Invariant.I7, "happened twice, and was to happen at most once: " + claimed);
        }
        if (faults.strikes(Fault.EFFECT_UNANSWERED, 0.5)) {
            return new EffectEnding.Unanswered("no answer");
        }
        return new EffectEnding.Done(new Answer(200, "ok"));
    }
}
