package dev.longstop.verify;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contract.Hmac;
import dev.longstop.contract.Secret;
import dev.longstop.verify.Verdict.Reason;
import dev.longstop.verify.Verdict.Rejected;
import dev.longstop.verify.Verdict.Verified;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a delivery is the sender's, from its raw bytes alone.
 *
 * <p>Every secret is tried, whichever matched: how long it takes says nothing about which. <i>Threads</i>: safe; keys
 * are prepared once. <i>Promises</i>: R2, R3; a missing, malformed, repeated or absurd header is a rejection, never an
 * exception. <i>Source</i>: design section 3, "Verify".
 */
public final class Verifier {

    /** No signature is longer: 512 bytes in hex, with its prefix. */
    private static final int SIGNATURE_LENGTH_MAX = 1_100;

    /** A secret, and a digest that is prepared with it and waits to be used; none while somebody uses it. */
    private record Key(Secret secret, Mac prototype, AtomicReference<@Nullable Mac> idle) {}

    private final Hmac hmac;
    private final List<Key> keys;

    private Verifier(Hmac hmac, List<Secret> secrets) {
        this.hmac = hmac;
        this.keys = secrets.stream()
                .map(secret -> new Key(secret, prepare(hmac.algorithm(), secret), new AtomicReference<>()))
                .toList();
    }

    /** A verifier for one contract and the secrets that may have signed. */
    public static Verifier of(Contract contract, List<Secret> secrets) {
        return new Verifier((Hmac) contract.auth(), secrets);
    }

    /** The verdict on one request; see {@link #verify(Request, long)}. */
    public static Verdict verify(Contract contract, List<Secret> secrets, Request request, long wallMs) {
        return of(contract, secrets).verify(request, wallMs);
    }

    /**
     * The verdict on a request.
     *
     * @param wallMs the node's wall clock, for the windows of secrets
     */
    public Verdict verify(Request request, long wallMs) {
        var sent = request.headers().all(hmac.header());
        if (sent.size() > 1) {
            return new Rejected(Reason.REPEATED_SIGNATURE);
        }
        var header = sent.isEmpty() ? "" : Request.trim(sent.get(0));
        if (header.isEmpty()) {
            return new Rejected(Reason.NO_SIGNATURE);
        }
        if (header.length() > SIGNATURE_LENGTH_MAX || !header.startsWith(hmac.prefix())) {
            return new Rejected(Reason.MALFORMED_SIGNATURE);
        }
        var signature = hmac.encoding().decode(header.substring(hmac.prefix().length()));
        return signature
                .map(given -> match(given, request.body(), wallMs))
                .orElse(new Rejected(Reason.MALFORMED_SIGNATURE));
    }

    private Verdict match(byte[] given, byte[] body, long wallMs) {
        Verdict verdict = new Rejected(Reason.WRONG_SIGNATURE);
        for (var key : keys) {
            boolean equal = MessageDigest.isEqual(digest(key, body), given);
            if (equal && !(verdict instanceof Verified)) {
                verdict = key.secret.countsAt(wallMs)
                        ? new Verified(key.secret.name())
                        : new Rejected(Reason.EXPIRED_SECRET);
            }
        }
        return verdict;
    }

    private static Mac prepare(String algorithm, Secret secret) {
        try {
            var mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(secret.value().getBytes(StandardCharsets.UTF_8), algorithm));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java platform lacks " + algorithm, e);
        }
    }

    // The idle digest, or a copy of the prepared one while another thread uses it: either is cheaper than a new key.
    private static byte[] digest(Key key, byte[] body) {
        var idle = key.idle.getAndSet(null);
        var mac = idle == null ? copy(key.prototype) : idle;
        var digest = mac.doFinal(body);
        key.idle.set(mac);
        return digest;
    }

    private static Mac copy(Mac prototype) {
        try {
            return (Mac) prototype.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the Java platform's digests can be copied", e);
        }
    }
}
