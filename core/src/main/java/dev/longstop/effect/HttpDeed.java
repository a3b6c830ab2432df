package dev.longstop.effect;

import dev.longstop.contract.Secret;
import dev.longstop.event.Headers;
import dev.longstop.event.SafeText;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.http.StandardWebhooks;
import dev.longstop.time.Time;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Sends the frozen request: the same bytes under the same key on every attempt, signed anew (I8, R20).
 *
 * <p>What the answer means: 2xx done; 409 usually says that the first is still at work: later, unless the effect takes
 * it for done; 408, 425, 429, 5xx: later; 502 and 504 come from what stands between, and say nothing; every other
 * status is a refusal for good, 422 and redirects included.
 */
public final class HttpDeed implements Deed {

    private static final int ANSWER_BYTES_MAX = 64 * 1024;
    private static final int TEXT_CHARS_MAX = 2_000;
    private static final Set<Integer> LATER = Set.of(408, 409, 425, 429);
    private static final Set<Integer> UNKNOWN = Set.of(502, 504);

    private final HttpCaller http;
    private final Time time;
    private final Terms terms;
    private final Function<Answered, Optional<EffectEnding>> understood;

    /**
     * How it is sent.
     *
     * @param timeoutMs the bound of one exchange, in milliseconds
     * @param doneOn statuses besides 2xx that mean that it happened
     * @param signWith what it is signed with, where it is
     * @param login headers that hold a secret and are put in when it is sent
     * @param keyless whether the target knows no keys: then one attempt sends it once, on a connection of its own
     */
    public record Terms(
            long timeoutMs, Set<Integer> doneOn, Optional<Secret> signWith, Headers login, boolean keyless) {
        public Terms {
            doneOn = Set.copyOf(doneOn);
        }

        /** Never prints what may hold a secret. */
        @Override
        public String toString() {
            return "Terms[" + timeoutMs + " ms, done on " + doneOn + "]";
        }
    }

    /** A deed over a caller, whose answers mean what their status says. */
    public HttpDeed(HttpCaller http, Time time, Terms terms) {
        this(http, time, terms, answered -> Optional.empty());
    }

    /**
     * A deed over a caller.
     *
     * @param understood what an answer means whose status does not say it; empty where it does
     */
    public HttpDeed(HttpCaller http, Time time, Terms terms, Function<Answered, Optional<EffectEnding>> understood) {
        this.http = http;
        this.time = time;
        this.terms = terms;
        this.understood = understood;
    }

    @Override
    public EffectEnding perform(ClaimedEffect claimed) {
        var seed = claimed.effect().seed();
        var request = seed.request();
        if (request.url().isEmpty()) {
            return new EffectEnding.Dead(
                    new EffectEnding.Answer(0, "it has no address: what the event is about names none"));
        }
        boolean once = terms.keyless || seed.policy() == EffectPolicy.AT_MOST_ONCE;
        Request call;
        try {
            call = new Request(
                    request.method(),
                    URI.create(request.url()),
                    headers(seed),
                    request.body(),
                    terms.timeoutMs,
                    ANSWER_BYTES_MAX,
                    once);
        } catch (IllegalArgumentException noRequest) {
            return new EffectEnding.Dead(
                    new EffectEnding.Answer(0, "its request cannot be sent: " + noRequest.getMessage()));
        }
        return ending(http.call(call));
    }

    private Headers headers(EffectSeed seed) {
        var all =
                new LinkedHashMap<String, List<String>>(seed.request().headers().values());
        all.putAll(terms.login.values());
        all.put("idempotency-key", List.of(seed.idempotencyKey()));
        terms.signWith
                .map(secret -> StandardWebhooks.sign(
                        secret.value(),
                        seed.idempotencyKey(),
                        time.wallMs(),
                        seed.request().body()))
                .ifPresent(signature -> all.putAll(signature.values()));
        return new Headers(all);
    }

    private EffectEnding ending(HttpCaller.Answer answer) {
        if (answer instanceof Failed failed) {
            return failed.maybeSent()
                    ? new EffectEnding.Unanswered(failed.why())
                    : new EffectEnding.Unsent(failed.why());
        }
        var answered = (Answered) answer;
        return understood.apply(answered).orElseGet(() -> byStatus(answered));
    }

    private EffectEnding byStatus(Answered answered) {
        int status = answered.status();
        var said = new EffectEnding.Answer(status, text(answered));
        if (status / 100 == 2 || terms.doneOn.contains(status)) {
            return new EffectEnding.Done(said);
        }
        if (UNKNOWN.contains(status)) {
            return new EffectEnding.Unanswered("something between answered " + status);
        }
        return LATER.contains(status) || status >= 500
                ? new EffectEnding.Retry(said, answered.retryAfterMs(time.wallMs()))
                : new EffectEnding.Dead(said);
    }

    private static String text(Answered answered) {
        return SafeText.of(new String(answered.body(), StandardCharsets.UTF_8), TEXT_CHARS_MAX);
    }
}
