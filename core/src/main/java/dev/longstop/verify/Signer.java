package dev.longstop.verify;

import dev.longstop.contract.Auth;
import dev.longstop.contract.Contract;
import dev.longstop.contract.Encoding;
import dev.longstop.contract.Locator;
import dev.longstop.contract.Secret;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Signs a request as a contract's sender would, from nothing but the contract's data: for tries and tests. */
public final class Signer {

    private final Contract contract;
    private final Request request;
    private final Trust trust;
    private final String messageId;
    private final long sentAtMs;
    private final Map<String, String> headers = new LinkedHashMap<>();

    private Signer(Contract contract, Request request, Trust trust, String messageId, long sentAtMs) {
        this.contract = contract;
        this.request = request;
        this.trust = trust;
        this.messageId = messageId;
        this.sentAtMs = sentAtMs;
    }

    /**
     * What is to be added to a request.
     *
     * @param headers names and values
     * @param query a parameter for the URL, encoded; or empty
     */
    public record Signed(Map<String, String> headers, String query) {}

    /**
     * Signs a request.
     *
     * @param trust the secret to sign with, and the address that is signed
     * @param request what is to be sent, without its proof
     * @param messageId what goes where the contract finds {@code {id}}, unless the request has something there
     * @param sentAtMs the time that is signed, in epoch milliseconds
     * @return empty if no proof of the contract can be made so: the key is the sender's alone, or the proof stands in
     *     the body
     */
    public static Optional<Signed> sign(
            Contract contract, Trust trust, Request request, String messageId, long sentAtMs) {
        for (var auth : contract.auth()) {
            if (trust.proofs().isEmpty() || trust.proofs().contains(auth.name())) {
                var signed = new Signer(contract, request, trust, messageId, sentAtMs).sign(auth);
                if (signed.isPresent()) {
                    return signed;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Signed> sign(Auth auth) {
        if (auth instanceof Auth.None) {
            return Optional.of(new Signed(headers, ""));
        }
        return trust.secrets().stream().findFirst().flatMap(secret -> {
            if (auth instanceof Auth.Token token) {
                return token(token, secret);
            }
            if (auth instanceof Auth.Basic) {
                var encoded = Encoding.BASE64.encode(secret.value().getBytes(StandardCharsets.UTF_8));
                return Optional.of(new Signed(Map.of("Authorization", "Basic " + encoded), ""));
            }
            return auth instanceof Auth.Signature signature ? signature(signature, secret) : Optional.empty();
        });
    }

    private static Optional<Signed> token(Auth.Token token, Secret secret) {
        if (token.from() instanceof Locator.InHeader header) {
            return Optional.of(new Signed(Map.of(header.name(), token.prefix() + secret.value()), ""));
        }
        return token.from() instanceof Locator.InQuery query
                ? Optional.of(new Signed(
                        Map.of(),
                        query.name() + "="
                                + URLEncoder.encode(token.prefix() + secret.value(), StandardCharsets.UTF_8)))
                : Optional.empty();
    }

    private Optional<Signed> signature(Auth.Signature scheme, Secret secret) {
        if (!(scheme.place().from() instanceof Locator.InHeader place)) {
            return Optional.empty();
        }
        var stamp = scheme.stamp().map(it -> it.unit().write(sentAtMs)).orElse("");
        scheme.stamp()
                .flatMap(it -> it.from())
                .filter(Locator.InHeader.class::isInstance)
                .ifPresent(from -> headers.put(((Locator.InHeader) from).name(), stamp));
        scheme.idFrom()
                .filter(Locator.InHeader.class::isInstance)
                .map(from -> ((Locator.InHeader) from).name())
                .filter(name -> request.headers().all(name).isEmpty())
                .ifPresent(name -> headers.put(name, messageId));
        return digest(scheme, secret, stamp).map(digest -> {
            var item = scheme.place().prefix() + scheme.place().encoding().encode(digest);
            var value = scheme.place()
                    .stampPrefix()
                    .map(prefix -> prefix + stamp + scheme.place().split() + item)
                    .orElse(item);
            headers.put(place.name(), value);
            return new Signed(headers, "");
        });
    }

    private Optional<byte[]> digest(Auth.Signature scheme, Secret secret, String stamp) {
        Request.Lookup withOurs = name -> headers.containsKey(name)
                ? List.of(headers.get(name))
                : request.headers().all(name);
        var whole = new Request(request.method(), request.query(), withOurs, request.body());
        var text = new SignedText(scheme, whole, Proof.finder(whole, Document.of(contract, whole)), stamp);
        return text.pieces(trust.url().orElse(""), secret.value()).flatMap(pieces -> switch (scheme.algorithm()
                .family()) {
            case HMAC ->
                scheme.key()
                        .read(secret.value())
                        .map(key -> new KeyedDigest(scheme.algorithm().javaName(), key).of(pieces));
            case DIGEST -> Optional.of(SignatureKey.digest(scheme.algorithm(), pieces));
            case PUBLIC_KEY -> Optional.empty();
        });
    }
}
