package dev.longstop.config;

import dev.longstop.config.EffectSettings.Kind;
import dev.longstop.config.EffectSettings.Outcome;
import dev.longstop.config.EffectSettings.Policy;
import dev.longstop.queue.RetrySettings;
import java.net.URI;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads effects. */
final class EffectReader {

    private static final List<String> KINDS = List.of("http", "github_comment", "slack_message");
    private static final String RESULT = "${result.text}";
    private static final URI GITHUB = URI.create("https://api.github.com");
    private static final URI SLACK = URI.create("https://slack.com/api");

    private EffectReader() {}

    /** One effect; empty if it is of no kind, which is then among the problems. */
    static Optional<EffectSettings> effect(String name, Field field) {
        return field.table(Section.EFFECT).flatMap(table -> {
            var body = table.get("body")
                    .flatMap(it -> it.text("what to say").filter(text -> {
                        var fault = Template.fault(text);
                        fault.ifPresent(it::wrong);
                        return fault.isEmpty();
                    }));
            var policy = table.choice("policy", Policy.AT_LEAST_ONCE);
            var after = outcomes(table);
            var doneOn = statuses(table);
            var retry = ConfigurationReader.retry(table, RetrySettings.DEFAULT);
            long timeoutMs = table.duration("timeout", 30_000, 100, 600_000);
            return kind(table)
                    .map(kind -> new EffectSettings(
                            name,
                            kind,
                            kind instanceof EffectSettings.Http ? body : body.or(() -> Optional.of(RESULT)),
                            policy,
                            after,
                            doneOn,
                            retry,
                            timeoutMs));
        });
    }

    private static Optional<Kind> kind(Table table) {
        var kinds = table.present(KINDS);
        if (kinds.size() != 1) {
            table.self().wrong("an effect has exactly one of http, github_comment, slack_message");
            return Optional.empty();
        }
        var kind = kinds.get(0);
        boolean http = kind.equals("http");
        table.get(http ? "token" : "sign_with")
                .ifPresent(it ->
                        it.wrong(http ? "an http effect has sign_with instead" : "only http effects have this key"));
        if (http) {
            table.get("base").ifPresent(it -> it.wrong("an http effect has its whole address under http"));
            var signWith = table.get("sign_with").flatMap(Field::secret);
            return table.get(kind).flatMap(Field::url).map(url -> new EffectSettings.Http(url, signWith));
        }
        var token = table.required("token").flatMap(Field::secret);
        var base = table.get("base").flatMap(Field::url);
        var place = table.get(kind)
                .flatMap(it -> kind.equals("github_comment") ? subject(it) : it.text("a channel, or subject"));
        return place.flatMap(where -> token.map(it -> kind.equals("github_comment")
                ? new EffectSettings.GithubComment(where, it, base.orElse(GITHUB))
                : new EffectSettings.SlackMessage(where, it, base.orElse(SLACK))));
    }

    private static Optional<String> subject(Field field) {
        return field.parsed("subject", text -> text.equals("subject") ? Optional.of(text) : Optional.empty());
    }

    private static Set<Outcome> outcomes(Table table) {
        var outcomes = EnumSet.noneOf(Outcome.class);
        table.list("after").forEach(it -> it.choice(Outcome.class).ifPresent(outcomes::add));
        return table.get("after").isEmpty() ? EnumSet.of(Outcome.SUCCEEDED) : outcomes;
    }

    private static Set<Integer> statuses(Table table) {
        var statuses = new HashSet<Integer>();
        table.list("done_on").forEach(it -> it.whole(300, 599).ifPresent(statuses::add));
        return statuses;
    }
}
