package dev.longstop.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads places: {@code header: json: query: join: hash: const:}. */
final class Places {

    private static final String KINDS = "header:, json:, query:, join:, hash:, const:";

    private static final List<String> EXCEPTING = List.of("header:", "query:", "json:");
    private static final String UNLESS = "!=";

    private Places() {}

    /** The places of a key that holds one or several. */
    static List<Locator> of(FormNode form, String key) {
        var places = new ArrayList<Locator>();
        for (var text : form.texts(key)) {
            read(form, key, text).ifPresent(places::add);
        }
        return places;
    }

    /** The places of a key of a batch: a bare name is a member of the item. */
    static List<Locator> inItem(FormNode form, String key) {
        var places = new ArrayList<Locator>();
        for (var text : form.texts(key)) {
            read(form, key, bare(text)).ifPresent(places::add);
        }
        return places;
    }

    /** A bare name as the place that it stands for. */
    static String bare(String text) {
        return text.indexOf(':') < 0 ? "json:" + text : text;
    }

    /** The place of a key that holds one. */
    static Optional<Locator> one(FormNode form, String key) {
        return form.text(key).flatMap(text -> read(form, key, text));
    }

    /** The place that a text names; a problem of the key if it names none. */
    static Optional<Locator> read(FormNode form, String key, String text) {
        var kind = text.substring(0, text.indexOf(':') + 1);
        int unless = EXCEPTING.contains(kind) ? text.indexOf(UNLESS) : -1;
        if (unless >= 0) {
            var word = text.substring(unless + UNLESS.length());
            return named(form, key, text, word)
                    .flatMap(it -> read(form, key, text.substring(0, unless)))
                    .map(place -> new Locator.Unless(place, word));
        }
        var rest = text.substring(kind.length());
        return switch (kind) {
            case "header:" ->
                named(form, key, text, rest).map(name -> new Locator.InHeader(name.toLowerCase(Locale.ROOT)));
            case "query:" -> named(form, key, text, rest).map(Locator.InQuery::new);
            case "json:" -> path(form, key, text).map(Locator.InJson::new);
            case "const:" -> named(form, key, text, rest).map(Locator.Constant::new);
            case "hash:" -> Optional.of(new Locator.BodyHash());
            case "join:" -> joined(form, key, rest);
            default -> {
                form.problem(key, "\"" + text + "\" is not a place; places begin with " + KINDS);
                yield Optional.empty();
            }
        };
    }

    private static Optional<String> named(FormNode form, String key, String text, String name) {
        if (name.isEmpty()) {
            form.problem(key, "\"" + text + "\" lacks a name");
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    private static Optional<Locator> joined(FormNode form, String key, String rest) {
        var parts = new ArrayList<Locator>();
        for (var part : rest.split("\\+", -1)) {
            read(form, key, part).ifPresent(parts::add);
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(new Locator.Joined(parts));
    }

    /** The path of a text such as {@code json:a.b}; a problem of the key if it is none. */
    static Optional<Path> path(FormNode form, String key, String text) {
        try {
            return Optional.of(Path.parse(text));
        } catch (IllegalArgumentException notPath) {
            form.problem(key, String.valueOf(notPath.getMessage()));
            return Optional.empty();
        }
    }
}
