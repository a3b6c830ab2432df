package dev.longstop.verify;

import dev.longstop.contract.Algorithm;
import dev.longstop.contract.Auth;
import dev.longstop.contract.Secret;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.List;
import java.util.Optional;

/** A key that is ready to check signatures. <i>Threads</i>: safe. */
sealed interface SignatureKey {

    /** The length of an Ed25519 signature. */
    int ED25519_BYTES = 64;

    /** Whether one of some signatures is this key's over a text in pieces. All of them are tried. */
    boolean signed(List<byte[]> pieces, List<byte[]> signatures);

    /** The key of a configured secret; empty if its text is not what the scheme needs. */
    static Optional<SignatureKey> of(Auth.Signature scheme, Secret secret) {
        return switch (scheme.algorithm().family()) {
            case HMAC ->
                scheme.key()
                        .read(secret.value())
                        .map(bytes ->
                                new Keyed(new KeyedDigest(scheme.algorithm().javaName(), bytes)));
            case DIGEST -> Optional.of(new Plain(scheme.algorithm()));
            case PUBLIC_KEY ->
                PublicKeys.read(secret.value(), scheme.algorithm().keyType())
                        .map(key -> new Public(scheme.algorithm(), key));
        };
    }

    /** A secret that both sides know. */
    record Keyed(KeyedDigest digest) implements SignatureKey {
        @Override
        public boolean signed(List<byte[]> pieces, List<byte[]> signatures) {
            return anyEqual(digest.of(pieces), signatures);
        }
    }

    /** A digest of a text that holds the secret. */
    record Plain(Algorithm algorithm) implements SignatureKey {
        @Override
        public boolean signed(List<byte[]> pieces, List<byte[]> signatures) {
            return anyEqual(digest(algorithm, pieces), signatures);
        }
    }

    /** The sender's public key. */
    record Public(Algorithm algorithm, PublicKey key) implements SignatureKey {
        @Override
        public boolean signed(List<byte[]> pieces, List<byte[]> signatures) {
            boolean signed = false;
            for (var signature : signatures) {
                signed |= signed(pieces, signature);
            }
            return signed;
        }

        private boolean signed(List<byte[]> pieces, byte[] signature) {
            // Java up to 17 at least takes a longer one and does not look at its end.
            boolean fits = algorithm != Algorithm.ED25519 || signature.length == ED25519_BYTES;
            return fits && verifies(algorithm.javaName(), key, pieces, signature);
        }
    }

    /** Whether a public key's owner signed a text in pieces. */
    static boolean verifies(String algorithm, PublicKey key, List<byte[]> pieces, byte[] signature) {
        try {
            var verifier = Signature.getInstance(algorithm);
            verifier.initVerify(key);
            for (var piece : pieces) {
                verifier.update(piece);
            }
            return verifier.verify(signature);
        } catch (SignatureException notWrittenAsSignatureOfThisKind) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the Java platform lacks " + algorithm + " or cannot use the key", e);
        }
    }

    /** The plain digest of a text in pieces. */
    static byte[] digest(Algorithm algorithm, List<byte[]> pieces) {
        try {
            var digest = MessageDigest.getInstance(algorithm.javaName());
            pieces.forEach(digest::update);
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("the Java platform lacks " + algorithm.javaName(), e);
        }
    }

    private static boolean anyEqual(byte[] digest, List<byte[]> signatures) {
        boolean equal = false;
        for (var signature : signatures) {
            equal |= MessageDigest.isEqual(digest, signature);
        }
        return equal;
    }
}
