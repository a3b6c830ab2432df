package dev.longstop.contract;

/** How a signature is computed. */
public enum Algorithm {
    /** RFC 2104 over SHA-1: old, and still sound as a keyed digest. */
    HMAC_SHA1("hmac-sha1", "HmacSHA1", Family.HMAC),
    /** RFC 2104 over SHA-256. */
    HMAC_SHA256("hmac-sha256", "HmacSHA256", Family.HMAC),
    /** RFC 2104 over SHA-512. */
    HMAC_SHA512("hmac-sha512", "HmacSHA512", Family.HMAC),
    /** A digest of a text that holds the secret; open to length extension, so only where a sender has nothing else. */
    SHA1("sha1", "SHA-1", Family.DIGEST),
    /** A digest of a text that holds the secret. */
    SHA256("sha256", "SHA-256", Family.DIGEST),
    /** A digest of a text that holds the secret. */
    SHA512("sha512", "SHA-512", Family.DIGEST),
    /** RFC 8032. */
    ED25519("ed25519", "Ed25519", Family.PUBLIC_KEY),
    /** ECDSA over P-256, the signature in DER. */
    ECDSA_P256_SHA256("ecdsa-p256-sha256", "SHA256withECDSA", Family.PUBLIC_KEY),
    /** RSASSA-PKCS1-v1_5 over SHA-1: old. */
    RSA_SHA1("rsa-sha1", "SHA1withRSA", Family.PUBLIC_KEY),
    /** RSASSA-PKCS1-v1_5 over SHA-256. */
    RSA_SHA256("rsa-sha256", "SHA256withRSA", Family.PUBLIC_KEY);

    /** What kind of key it needs. */
    public enum Family {
        /** A secret that both sides know. */
        HMAC,
        /** A secret that stands in the text. */
        DIGEST,
        /** The sender's public key. */
        PUBLIC_KEY
    }

    private final String word;
    private final String javaName;
    private final Family family;

    Algorithm(String word, String javaName, Family family) {
        this.word = word;
        this.javaName = javaName;
        this.family = family;
    }

    /** The word in contract files. */
    public String word() {
        return word;
    }

    /** What the Java platform calls it. */
    public String javaName() {
        return javaName;
    }

    /** What kind of key it needs. */
    public Family family() {
        return family;
    }

    /** What the Java platform calls the kind of its public keys. */
    public String keyType() {
        return switch (this) {
            case ED25519 -> "Ed25519";
            case ECDSA_P256_SHA256 -> "EC";
            case RSA_SHA1, RSA_SHA256 -> "RSA";
            case HMAC_SHA1, HMAC_SHA256, HMAC_SHA512, SHA1, SHA256, SHA512 ->
                throw new IllegalStateException(word + " has no public key");
        };
    }
}
