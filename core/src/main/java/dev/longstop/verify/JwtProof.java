package dev.longstop.verify;

import dev.longstop.contract.Auth;
import dev.longstop.contract.Encoding;
import dev.longstop.contract.Secret;
import dev.longstop.verify.Verdict.Reason;
import dev.longstop.verify.Verdict.Rejected;
import dev.longstop.verify.Verdict.Verified;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A JSON Web Token (RFC 7519) of the contract's own algorithm.
 *
 * <p>Its claims are read only once its signature is known to be right.
 */
final class JwtProof implements Proof {

    private static final int LENGTH_MAX = 8_192;
    private static final long LEEWAY_S = 60;

    /** A configured key, made ready: one of the two. */
    private record Key(Secret secret, Optional<KeyedDigest> shared, Optional<PublicKey> open) {}

    private final Auth.Jwt scheme;
    private final List<Key> keys;
    private final Map<String, List<String>> claims;

    private JwtProof(Auth.Jwt scheme, List<Key> keys, Map<String, List<String>> claims) {
        this.scheme = scheme;
        this.keys = List.copyOf(keys);
        this.claims = Map.copyOf(claims);
    }

    static JwtProof of(Auth.Jwt scheme, Trust trust) {
        var keys = new ArrayList<Key>();
        if (scheme.needs() == Auth.Needs.SECRET) {
            for (var secret : trust.secrets()) {
                var digest =
                        new KeyedDigest(scheme.alg().javaName(), secret.value().getBytes(StandardCharsets.UTF_8));
                keys.add(new Key(secret, Optional.of(digest), Optional.empty()));
            }
        } else {
            for (var secret : trust.publicKeys()) {
                PublicKeys.read(secret.value(), scheme.alg().keyType())
                        .ifPresent(open -> keys.add(new Key(secret, Optional.empty(), Optional.of(open))));
            }
        }
        var claims = new TreeMap<>(scheme.require());
        claims.putAll(trust.claims());
        return new JwtProof(scheme, keys, claims);
    }

    @Override
    public Verdict check(Request request, Document document, long wallMs) {
        var finder = Proof.finder(request, document);
        var sent = finder.find(scheme.from());
        if (finder.repeated()) {
            return new Rejected(Reason.REPEATED_SIGNATURE);
        }
        if (sent.isEmpty()) {
            return new Rejected(Reason.NO_SIGNATURE);
        }
        var parts = sent.length() > LENGTH_MAX || !sent.startsWith(scheme.prefix())
                ? new String[0]
                : sent.substring(scheme.prefix().length()).split("\\.", -1);
        var signature = parts.length == 3 ? Encoding.BASE64URL.decode(parts[2]) : Optional.<byte[]>empty();
        if (signature.isEmpty()
                || !json(parts[0])
                        .map(head -> says(head, "alg", scheme.alg().name()))
                        .orElse(false)) {
            return new Rejected(Reason.MALFORMED_SIGNATURE);
        }
        var text = List.of((parts[0] + "." + parts[1]).getBytes(StandardCharsets.ISO_8859_1));
        var verdict = Match.any(keys, Key::secret, key -> signed(key, text, signature.get()), wallMs);
        return verdict instanceof Verified
                ? json(parts[1])
                        .flatMap(body -> wrong(body, wallMs / 1_000))
                        .<Verdict>map(Rejected::new)
                        .orElse(verdict)
                : verdict;
    }

    private boolean signed(Key key, List<byte[]> text, byte[] signature) {
        return key.shared
                        .map(digest -> MessageDigest.isEqual(digest.of(text), signature))
                        .orElse(false)
                || key.open
                        .map(open -> SignatureKey.verifies(scheme.alg().javaName(), open, text, signature))
                        .orElse(false);
    }

    private Optional<Reason> wrong(JsonNode body, long nowS) {
        var expires = body.path("exp");
        if (!expires.isNumber() || nowS > expires.asLong() + LEEWAY_S) {
            return Optional.of(Reason.STALE);
        }
        for (var from : List.of("iat", "nbf")) {
            if (body.path(from).isNumber() && nowS < body.path(from).asLong() - LEEWAY_S) {
                return Optional.of(Reason.FROM_THE_FUTURE);
            }
        }
        boolean all = claims.entrySet().stream()
                .allMatch(claim -> claim.getValue().stream().anyMatch(text -> says(body, claim.getKey(), text)));
        return all ? Optional.empty() : Optional.of(Reason.WRONG_CLAIMS);
    }

    private static boolean says(JsonNode object, String member, String text) {
        var value = object.path(member);
        if (value.isArray()) {
            return value.values().stream()
                    .anyMatch(one -> one.isValueNode() && one.asString().equals(text));
        }
        return value.isValueNode() && !value.isNull() && value.asString().equals(text);
    }

    private static Optional<JsonNode> json(String base64) {
        return Encoding.BASE64URL.decode(base64).flatMap(bytes -> {
            try {
                return Optional.of(JsonMapper.shared().readTree(bytes)).filter(JsonNode::isObject);
            } catch (JacksonException notJson) {
                return Optional.empty();
            }
        });
    }
}
