package dev.longstop.verify;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Reads public keys as senders print them: PEM, a PEM certificate, the base64 of their DER form, and for Ed25519 the 32
 * bytes in hex or base64, with or without {@code whpk_}.
 */
final class PublicKeys {

    private static final String BEGIN = "-----BEGIN ";
    private static final byte[] ED25519_DER_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");
    private static final int ED25519_BYTES = 32;

    private PublicKeys() {}

    /** The key of a text; empty if it is none of that type. */
    static Optional<PublicKey> read(String text, String keyType) {
        var bare = text.strip();
        if (bare.startsWith(BEGIN + "CERTIFICATE")) {
            return certified(bare, keyType);
        }
        if (bare.startsWith(BEGIN)) {
            var base64 = bare.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
            return decoded(base64).flatMap(der -> ofDer(der, keyType));
        }
        var short25519 = bare.startsWith("whpk_") ? bare.substring("whpk_".length()) : bare;
        return (keyType.equals("Ed25519") && short25519.matches("[0-9a-fA-F]{64}")
                        ? Optional.of(HexFormat.of().parseHex(short25519))
                        : decoded(short25519.replace('-', '+').replace('_', '/')))
                .flatMap(bytes -> ofBytes(bytes, keyType));
    }

    private static Optional<PublicKey> ofBytes(byte[] bytes, String keyType) {
        if (!keyType.equals("Ed25519") || bytes.length != ED25519_BYTES) {
            return ofDer(bytes, keyType);
        }
        var der = new byte[ED25519_DER_HEAD.length + ED25519_BYTES];
        System.arraycopy(ED25519_DER_HEAD, 0, der, 0, ED25519_DER_HEAD.length);
        System.arraycopy(bytes, 0, der, ED25519_DER_HEAD.length, ED25519_BYTES);
        return ofDer(der, keyType);
    }

    private static Optional<PublicKey> ofDer(byte[] der, String keyType) {
        try {
            return Optional.of(KeyFactory.getInstance(keyType).generatePublic(new X509EncodedKeySpec(der)));
        } catch (InvalidKeySpecException notSuchKey) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java platform lacks " + keyType, e);
        }
    }

    private static Optional<PublicKey> certified(String pem, String keyType) {
        try {
            var key = CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))
                    .getPublicKey();
            return Optional.of(key).filter(it -> it.getAlgorithm().equals(keyType));
        } catch (CertificateException notCertificate) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> decoded(String base64) {
        try {
            return Optional.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }
}
