package dev.longstop.verify;

import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * An HMAC under one key, prepared once.
 *
 * <p><i>Threads</i>: safe.
 */
public final class KeyedDigest {

    private final Mac prototype;
    private final AtomicReference<@Nullable Mac> idle = new AtomicReference<>();

    /**
     * A digest under a key.
     *
     * @param algorithm what the Java platform calls it, such as {@code HmacSHA256}
     * @param key at least one byte
     */
    public KeyedDigest(String algorithm, byte[] key) {
        try {
            prototype = Mac.getInstance(algorithm);
            prototype.init(new SecretKeySpec(key, algorithm));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java platform lacks " + algorithm, e);
        }
    }

    // The idle digest, or a copy of the prepared one while another thread uses it: either is cheaper than a new key.
    /** The digest of a text in pieces. */
    public byte[] of(List<byte[]> pieces) {
        var free = idle.getAndSet(null);
        var mac = free == null ? copy() : free;
        for (var piece : pieces) {
            mac.update(piece);
        }
        var digest = mac.doFinal();
        idle.set(mac);
        return digest;
    }

    private Mac copy() {
        try {
            return (Mac) prototype.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the Java platform's digests can be copied", e);
        }
    }
}
