package dev.longstop.event;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What identifies an event within its source, made safe to store.
 *
 * <p><i>Shape</i>: {@code text} is 1 to 255 printable ASCII bytes. An id of the sender that is so already stands as it
 * is; any other becomes {@code sha256:} and the hex of its exact bytes, and the original is kept in {@code raw}:
 * replacing bad characters would make two ids collide. <i>Source</i>: design section 3, "Identity".
 *
 * @param text what stands in the inbox's unique index
 * @param raw the original bytes, where {@code text} is a digest of them
 * @param origin who said it
 */
public record EventId(String text, Optional<byte[]> raw, Origin origin) {

    /** The most bytes that an id may have to stand as it is. */
    public static final int BYTES_MAX = 255;

    /** Copied for every digest, which costs less than to look for an implementation, and never used itself. */
    private static final MessageDigest SHA_256 = unused();

    /** Who gave the id. */
    public enum Origin {
        /** The sender named it. */
        SENDER,
        /** Nobody did: it is the digest of the body, and deduplicates only within the source's window. */
        BODY_HASH,
        /** A person or program started the work by a key. */
        OPERATOR
    }

    public EventId {
        if (text.isEmpty() || text.length() > BYTES_MAX || !printable(text)) {
            throw new IllegalArgumentException("an event id is 1 to 255 printable ASCII bytes");
        }
    }

    /** The identity that a sender's bytes stand for. An empty id is no id: {@code bytes} has at least one byte. */
    public static EventId ofSender(byte[] bytes) {
        return of(bytes, Origin.SENDER);
    }

    /** The identity of a start by key. */
    public static EventId ofOperator(String key) {
        return of(key.getBytes(StandardCharsets.UTF_8), Origin.OPERATOR);
    }

    /** The identity of an event that its sender did not identify. */
    public static EventId ofBody(byte[] sha256) {
        return new EventId("hash:" + HexFormat.of().formatHex(sha256), Optional.empty(), Origin.BODY_HASH);
    }

    private static EventId of(byte[] bytes, Origin origin) {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("an empty id is no id");
        }
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        // An id that looks like one of our digests is digested too, or a sender could name another event's digest.
        if (bytes.length <= BYTES_MAX && printable(text) && !text.startsWith("sha256:") && !text.startsWith("hash:")) {
            return new EventId(text, Optional.empty(), origin);
        }
        return new EventId("sha256:" + HexFormat.of().formatHex(sha256(bytes)), Optional.of(bytes.clone()), origin);
    }

    private static boolean printable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c > 0x7e) {
                return false;
            }
        }
        return true;
    }

    /** The SHA-256 digest of some bytes: 32 bytes. */
    public static byte[] sha256(byte[] bytes) {
        try {
            return ((MessageDigest) SHA_256.clone()).digest(bytes);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the Java platform's digests can be copied", e);
        }
    }

    private static MessageDigest unused() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
