package dev.longstop.contract;

import dev.longstop.contract.Auth.Jwt.Alg;
import dev.longstop.contract.Auth.KeyText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads how a sender proves where a delivery comes from: the key {@code auth} of a contract. */
final class AuthForm {

    private static final int VARIANTS_MAX = 8;
    private static final int TOLERANCE_S_MAX = 7 * 86_400;

    static final List<String> KEYS = List.of(
            "name",
            "kind",
            "algorithm",
            "signature",
            "encoding",
            "secret_encoding",
            "secret_strip",
            "signed",
            "id_from",
            "timestamp",
            "key_from",
            "url_ports",
            "from",
            "prefix",
            "alg",
            "require",
            "jwks");

    private final FormNode form;
    private final String name;

    private AuthForm(FormNode form) {
        this.form = form;
        this.name = form.text("name").orElse("default");
    }

    /** All variants; what is wrong with one is a problem of the contract, and the variant is left out. */
    static List<Auth> read(FormNode contract) {
        var variants = contract.objects("auth");
        if (variants.isEmpty() || variants.size() > VARIANTS_MAX) {
            contract.problem("auth", variants.isEmpty() ? "is missing" : "has more than " + VARIANTS_MAX + " variants");
            return List.of();
        }
        var names = new HashSet<String>();
        var auth = new ArrayList<Auth>();
        for (var variant : variants) {
            var reader = new AuthForm(variant);
            if (!names.add(reader.name)) {
                variant.problem("name", "two variants are called \"" + reader.name + "\"");
            }
            reader.variant().ifPresent(auth::add);
        }
        return auth;
    }

    private Optional<Auth> variant() {
        form.onlyKeys(KEYS);
        form.notAvailableYet("key_from", "jwks");
        var kinds = new LinkedHashMap<String, Function<AuthForm, Optional<Auth>>>();
        kinds.put("signature", AuthForm::signature);
        kinds.put("token", AuthForm::token);
        kinds.put("jwt", AuthForm::jwt);
        kinds.put("basic", it -> Optional.of(new Auth.Basic(it.name)));
        kinds.put("none", it -> Optional.of(new Auth.None(it.name)));
        form.requiredText("kind");
        return form.oneOf("kind", kinds).flatMap(read -> read.apply(this));
    }

    private Optional<Auth> signature() {
        form.requiredText("algorithm");
        form.requiredText("encoding");
        var algorithm = form.oneOf("algorithm", words(Algorithm.values(), Algorithm::word));
        var encoding = form.oneOf("encoding", encodings());
        var place = form.object("signature");
        place.onlyKeys(List.of("from", "split", "prefix", "ts_prefix"));
        place.requiredText("from");
        var from = Places.one(place, "from");
        var signed = template();
        if (algorithm.isEmpty() || encoding.isEmpty() || from.isEmpty() || signed.isEmpty()) {
            return Optional.empty();
        }
        var stampPrefix = place.text("ts_prefix");
        var signature = new Auth.Signature(
                name,
                algorithm.get(),
                new Auth.Place(
                        from.get(),
                        place.text("split").orElse(""),
                        place.text("prefix").orElse(""),
                        stampPrefix,
                        encoding.get()),
                keyText(),
                signed.get(),
                Places.one(form, "id_from"),
                stamp(stampPrefix),
                form.oneOf("url_ports", Map.of("both", true)).orElse(false));
        check(signature);
        return Optional.of(signature);
    }

    private void check(Auth.Signature signature) {
        var signed = signature.signed();
        if (signed.has(Template.Word.TIMESTAMP) && signature.stamp().isEmpty()) {
            form.problem("signed", "{timestamp} needs the key \"timestamp\"");
        }
        if (signed.has(Template.Word.ID) && signature.idFrom().isEmpty()) {
            form.problem("signed", "{id} needs the key \"id_from\"");
        }
        boolean digest = signature.algorithm().family() == Algorithm.Family.DIGEST;
        if (digest != signed.has(Template.Word.SECRET)) {
            form.problem(
                    "signed",
                    digest
                            ? "anybody can compute " + signature.algorithm().word() + " unless {secret} is in it"
                            : "{secret} belongs to plain digests only");
        }
    }

    private Optional<Template> template() {
        try {
            return Optional.of(Template.parse(form.text("signed").orElse("{body}")));
        } catch (IllegalArgumentException notTemplate) {
            form.problem("signed", String.valueOf(notTemplate.getMessage()));
            return Optional.empty();
        }
    }

    private KeyText keyText() {
        var encodings = new LinkedHashMap<String, Optional<Encoding>>();
        encodings.put("utf8", Optional.empty());
        encodings().forEach((word, encoding) -> encodings.put(word, Optional.of(encoding)));
        return new KeyText(
                form.oneOf("secret_encoding", encodings).orElse(Optional.empty()), form.texts("secret_strip"));
    }

    private Optional<Stamp> stamp(Optional<String> stampPrefix) {
        if (!form.has("timestamp")) {
            return Optional.empty();
        }
        var stamp = form.object("timestamp");
        stamp.onlyKeys(List.of("from", "unit", "tolerance_s", "future_s"));
        var text = stamp.requiredText("from");
        boolean inSignature = text.equals("sig");
        if (inSignature && stampPrefix.isEmpty()) {
            stamp.problem("from", "\"sig\" needs signature.ts_prefix");
        }
        var from = inSignature || text.isEmpty() ? Optional.<Locator>empty() : Places.one(stamp, "from");
        int tolerance = stamp.integer("tolerance_s", 0, 1, TOLERANCE_S_MAX);
        var unit =
                stamp.oneOf("unit", words(Stamp.Unit.values(), it -> it.name().toLowerCase(Locale.ROOT)));
        return Optional.of(new Stamp(
                from,
                unit.orElse(Stamp.Unit.S),
                tolerance == 0 ? Optional.empty() : Optional.of(tolerance * 1_000L),
                stamp.integer("future_s", Math.max(1, tolerance), 1, TOLERANCE_S_MAX) * 1_000L));
    }

    private Optional<Auth> token() {
        form.requiredText("from");
        return Places.one(form, "from")
                .map(from -> new Auth.Token(name, from, form.text("prefix").orElse("")));
    }

    private Optional<Auth> jwt() {
        form.requiredText("from");
        form.requiredText("alg");
        var from = Places.one(form, "from");
        var alg = form.oneOf("alg", words(Alg.values(), Alg::name));
        if (from.isEmpty() || alg.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Auth.Jwt(name, from.get(), form.text("prefix").orElse(""), alg.get(), required()));
    }

    private Map<String, List<String>> required() {
        var required = new LinkedHashMap<String, List<String>>();
        var claims = form.object("require");
        for (var claim : form.tree("require").propertyNames()) {
            var texts = claims.tree(claim).isArray()
                    ? claims.texts(claim)
                    : claims.text(claim).map(List::of).orElse(List.of());
            required.put(claim, texts.equals(List.of("<configured>")) ? List.of() : texts);
        }
        return required;
    }

    private static Map<String, Encoding> encodings() {
        var encodings = new LinkedHashMap<String, Encoding>();
        encodings.put("hex", Encoding.HEX);
        encodings.put("base64", Encoding.BASE64);
        encodings.put("base64url", Encoding.BASE64URL);
        return encodings;
    }

    private static <T> Map<String, T> words(T[] values, Function<T, String> word) {
        var words = new LinkedHashMap<String, T>();
        Arrays.stream(values).forEach(value -> words.put(word.apply(value), value));
        return words;
    }
}
