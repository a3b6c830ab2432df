package dev.longstop.contract;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A proof of origin: one way in which a sender shows that a delivery is its own. */
public sealed interface Auth {

    /** What it is called where a contract has several. */
    String name();

    /** Whether the body must be read before it is known whose it is: only where a contract says that. */
    boolean readsBody();

    /** What the source must be configured with. */
    Needs needs();

    /** What a proof is checked against. */
    enum Needs {
        /** One shared secret at least. */
        SECRET,
        /** One public key of the sender at least. */
        PUBLIC_KEY,
        /** Nothing: whoever knows the address is believed. */
        NOTHING
    }

    /**
     * A signature.
     *
     * @param algorithm how it is computed
     * @param place where it stands and how it is written there
     * @param key how a configured secret is turned into key bytes
     * @param signed what is signed
     * @param idFrom what {@code {id}} stands for
     * @param stamp the time that is signed, where one is
     * @param anyPort whether {@code {url}} is tried with and without its port
     */
    record Signature(
            String name,
            Algorithm algorithm,
            Place place,
            KeyText key,
            Template signed,
            Optional<Locator> idFrom,
            Optional<Stamp> stamp,
            boolean anyPort)
            implements Auth {

        @Override
        public boolean readsBody() {
            return place.from().readsBody() || signed.readsBody();
        }

        @Override
        public Needs needs() {
            return algorithm.family() == Algorithm.Family.PUBLIC_KEY ? Needs.PUBLIC_KEY : Needs.SECRET;
        }
    }

    /**
     * Where signatures stand and how they are written.
     *
     * @param from the place
     * @param split what separates several items there; empty: it holds one
     * @param prefix what stands before a signature; items without it are no signatures of this kind
     * @param stampPrefix what stands before the timestamp, where it is an item there
     * @param encoding how the bytes are written
     */
    record Place(Locator from, String split, String prefix, Optional<String> stampPrefix, Encoding encoding) {}

    /**
     * How a secret's text is turned into key bytes.
     *
     * @param encoding what it is decoded from; empty: its UTF-8 bytes are the key
     * @param strip what may stand before it, the first that fits is taken off
     */
    record KeyText(Optional<Encoding> encoding, List<String> strip) {
        public KeyText {
            strip = List.copyOf(strip);
        }

        /** The key's bytes; empty if the text is not written as the contract says. */
        public Optional<byte[]> read(String secret) {
            var bare = strip.stream()
                    .filter(secret::startsWith)
                    .findFirst()
                    .map(prefix -> secret.substring(prefix.length()))
                    .orElse(secret);
            return encoding.isEmpty()
                    ? Optional.of(bare.getBytes(StandardCharsets.UTF_8))
                    : encoding.get().decode(bare).filter(bytes -> bytes.length > 0);
        }
    }

    /**
     * A secret that is sent as it is.
     *
     * @param from where it stands
     * @param prefix what stands before it
     */
    record Token(String name, Locator from, String prefix) implements Auth {
        @Override
        public boolean readsBody() {
            return from.readsBody();
        }

        @Override
        public Needs needs() {
            return Needs.SECRET;
        }
    }

    /** User and password of HTTP's Basic scheme; the secret is {@code user:password}. */
    record Basic(String name) implements Auth {
        @Override
        public boolean readsBody() {
            return false;
        }

        @Override
        public Needs needs() {
            return Needs.SECRET;
        }
    }

    /**
     * A JSON Web Token. Its algorithm is the contract's: the token's own word on it must say the same.
     *
     * @param from where it stands
     * @param prefix what stands before it
     * @param alg {@code RS256}, {@code ES256} or {@code HS256}
     * @param require what its claims must say: one of these texts each; none: what the source is configured with
     */
    record Jwt(String name, Locator from, String prefix, Alg alg, Map<String, List<String>> require) implements Auth {

        public Jwt {
            require = Map.copyOf(require);
        }

        /** The algorithms of RFC 7518 that are taken. */
        public enum Alg {
            /** RSASSA-PKCS1-v1_5 over SHA-256. */
            RS256("SHA256withRSA", "RSA"),
            /** ECDSA over P-256, the signature as two numbers. */
            ES256("SHA256withECDSAinP1363Format", "EC"),
            /** HMAC over SHA-256 with a shared secret. */
            HS256("HmacSHA256", "");

            private final String javaName;
            private final String keyType;

            Alg(String javaName, String keyType) {
                this.javaName = javaName;
                this.keyType = keyType;
            }

            /** What the Java platform calls it. */
            public String javaName() {
                return javaName;
            }

            /** What the Java platform calls the kind of its public keys; empty if it has a shared secret. */
            public String keyType() {
                return keyType;
            }
        }

        @Override
        public boolean readsBody() {
            return false;
        }

        @Override
        public Needs needs() {
            return alg == Alg.HS256 ? Needs.SECRET : Needs.PUBLIC_KEY;
        }
    }

    /** No proof at all. */
    record None(String name) implements Auth {
        @Override
        public boolean readsBody() {
            return false;
        }

        @Override
        public Needs needs() {
            return Needs.NOTHING;
        }
    }
}
