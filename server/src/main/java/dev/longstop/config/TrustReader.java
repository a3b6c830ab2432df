package dev.longstop.config;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Secret;
import dev.longstop.verify.Trust;
import dev.longstop.verify.Verifier;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what a source believes: secrets, public keys, and what else its contract leaves to the operator. */
final class TrustReader {

    private static final int SECRET_LENGTH_SAFE = 16;

    private final Reading reading;
    private final Optional<URI> publicUrl;
    private final Revoked revoked;

    /** A reader; the address is the one under which senders know the installation. */
    TrustReader(Reading reading, Optional<URI> publicUrl, Revoked revoked) {
        this.reading = reading;
        this.publicUrl = publicUrl;
        this.revoked = revoked;
    }

    /** What a source believes; where that does not fit its contract, it is among the problems. */
    Trust read(String source, Table table, Optional<Contract> contract) {
        var trust = new Trust(
                secrets(table, "secrets", true),
                secrets(table, "public_keys", false),
                url(source, table),
                claims(table),
                texts(table.list("proofs"), "the name of one of the contract's proofs"),
                table.get("verify_token").flatMap(Field::secret));
        var none = table.get("secrets").filter(it -> it.list().isEmpty());
        none.ifPresent(it -> it.wrong("at least one secret is needed"));
        boolean readable = none.isEmpty()
                && table.list("secrets").size() == trust.secrets().size()
                && table.list("public_keys").size() == trust.publicKeys().size();
        if (readable) {
            contract.ifPresent(it -> Verifier.problems(it, trust)
                    .forEach(problem -> table.get("secrets")
                            .or(() -> table.get("public_keys"))
                            .orElse(table.self())
                            .wrong(problem)));
        }
        contract.filter(Contract::believesAnybody)
                .ifPresent(it -> table.self()
                        .doubtful("the contract " + it.id()
                                + " asks for no proof: whoever knows the address can start the agents"));
        var all = table.get("secrets");
        if (!trust.secrets().isEmpty()
                && trust.secrets().stream().noneMatch(secret -> secret.countsAt(reading.wallMs()))) {
            all.ifPresent(it -> it.doubtful("no secret counts any more: every delivery is refused"));
        }
        return trust.with(
                counting(source, trust.secrets(), all.orElse(table.self())),
                counting(source, trust.publicKeys(), table.self()));
    }

    private List<Secret> counting(String source, List<Secret> secrets, Field field) {
        var counting = new ArrayList<Secret>();
        for (var secret : secrets) {
            if (revoked.has(source, secret)) {
                field.doubtful("the secret " + secret.name() + " is revoked and counts no more; take it out");
            } else {
                counting.add(secret);
            }
        }
        return counting;
    }

    private Optional<String> url(String source, Table table) {
        return table.get("url")
                .flatMap(Field::url)
                .map(URI::toString)
                .or(() -> publicUrl.map(url -> url + "/in/" + source));
    }

    private List<Secret> secrets(Table table, String key, boolean secret) {
        var secrets = new ArrayList<Secret>();
        for (var field : table.list(key)) {
            var read = field.isMapping()
                    ? field.table(Section.SECRET).flatMap(it -> windowed(it, secret))
                    : one(field, secret);
            read.ifPresent(it -> {
                if (secret && it.value().length() < SECRET_LENGTH_SAFE) {
                    field.doubtful(
                            "the secret has fewer than " + SECRET_LENGTH_SAFE + " characters and can be guessed");
                }
                if (secrets.stream().anyMatch(other -> other.value().equals(it.value()))) {
                    field.doubtful("the same " + (secret ? "secret" : "key") + " stands here twice");
                }
                secrets.add(it);
            });
        }
        return secrets;
    }

    /** A public key is no secret, and may stand in the file itself. */
    private static Optional<Secret> one(Field field, boolean secret) {
        return secret
                ? field.secret()
                : field.text("a public key").map(text -> new Secret("key:" + field.path(), text, Optional.empty()));
    }

    private Optional<Secret> windowed(Table table, boolean secret) {
        var value = table.required("value").flatMap(it -> one(it, secret));
        var from = table.get("from").flatMap(it -> it.parsed(Quantities.START, Quantities::start));
        var until = table.get("until").flatMap(it -> it.parsed(Quantities.INSTANT, Quantities::instant));
        until.filter(at -> at <= reading.wallMs())
                .flatMap(at -> table.get("until"))
                .ifPresent(it -> it.doubtful("this time is over: the secret no longer counts and can be removed"));
        if (from.isPresent() && until.isPresent() && from.get() >= until.get()) {
            table.get("until").ifPresent(it -> it.wrong("it ends before it begins"));
        }
        return value.map(it -> new Secret(it.name(), it.value(), from, until));
    }

    private static Map<String, List<String>> claims(Table table) {
        var claims = new LinkedHashMap<String, List<String>>();
        table.get("claims")
                .map(it -> it.free("a mapping of claims"))
                .orElse(Map.of())
                .forEach((claim, field) -> claims.put(claim, texts(field.list(), "what the claim must say")));
        return claims;
    }

    private static List<String> texts(List<Field> fields, String expected) {
        return fields.stream().flatMap(it -> it.text(expected).stream()).toList();
    }
}
