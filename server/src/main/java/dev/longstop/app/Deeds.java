package dev.longstop.app;

import dev.longstop.config.EffectSettings;
import dev.longstop.config.EffectSettings.GithubComment;
import dev.longstop.config.EffectSettings.Http;
import dev.longstop.config.EffectSettings.SlackMessage;
import dev.longstop.contract.Secret;
import dev.longstop.effect.Deed;
import dev.longstop.effect.EffectForm;
import dev.longstop.effect.EffectPolicy;
import dev.longstop.effect.GithubSearch;
import dev.longstop.effect.HttpDeed;
import dev.longstop.effect.MarkedDeed;
import dev.longstop.effect.Place;
import dev.longstop.effect.SlackSearch;
import dev.longstop.effect.Task;
import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.time.Time;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the configured effects say, and how they are performed. */
final class Deeds {

    /** Attempts of one effect at once. */
    static final int AT_ONCE = 4;

    private final HttpCaller http;
    private final Time time;

    Deeds(HttpCaller http, Time time) {
        this.http = http;
        this.time = time;
    }

    /** What an effect says, and where. */
    static EffectForm form(EffectSettings effect) {
        return new EffectForm(
                effect.name(),
                kind(effect.kind()),
                EffectPolicy.of(effect.policy().name()),
                effect.after().stream()
                        .map(outcome -> outcome.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet()),
                place(effect.kind()),
                effect.body());
    }

    private static String kind(EffectSettings.Kind kind) {
        if (kind instanceof GithubComment) {
            return "github_comment";
        }
        return kind instanceof SlackMessage ? "slack_message" : "http";
    }

    private static Place place(EffectSettings.Kind kind) {
        if (kind instanceof GithubComment comment) {
            return new Place.Issue(base(comment.base()));
        }
        if (kind instanceof SlackMessage message) {
            var channel = Optional.of(message.place()).filter(where -> !where.equals("subject"));
            return new Place.Channel(base(message.base()), channel);
        }
        return new Place.Address(((Http) kind).url().toString());
    }

    private static String base(URI uri) {
        return uri.toString().replaceAll("/+$", "");
    }

    /** How an effect is performed. */
    Task task(EffectSettings effect) {
        // What has to be looked for before it is said again is two calls long.
        long timeoutMs = (keyless(effect) ? 2 : 1) * effect.timeoutMs();
        return new Task(effect.name(), AT_ONCE, timeoutMs, effect.retry(), deed(effect));
    }

    private Deed deed(EffectSettings effect) {
        if (effect.kind() instanceof GithubComment comment) {
            var login = login(comment.token());
            return new MarkedDeed(
                    new HttpDeed(http, time, terms(effect, Optional.empty(), login)),
                    new GithubSearch(http, login, effect.timeoutMs()),
                    time,
                    effect.timeoutMs());
        }
        if (effect.kind() instanceof SlackMessage message) {
            var login = login(message.token());
            return new MarkedDeed(
                    new HttpDeed(http, time, terms(effect, Optional.empty(), login), SlackSearch::understood),
                    new SlackSearch(http, base(message.base()), login, effect.timeoutMs()),
                    time,
                    effect.timeoutMs());
        }
        return new HttpDeed(http, time, terms(effect, ((Http) effect.kind()).signWith(), Headers.none()));
    }

    private static HttpDeed.Terms terms(EffectSettings effect, Optional<Secret> signWith, Headers login) {
        return new HttpDeed.Terms(effect.timeoutMs(), effect.doneOn(), signWith, login, keyless(effect));
    }

    private static boolean keyless(EffectSettings effect) {
        return !(effect.kind() instanceof Http);
    }

    private static Headers login(Secret token) {
        return Headers.of("authorization", "Bearer " + token.value());
    }
}
