package dev.longstop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Encoding;
import dev.longstop.contract.Secret;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.verify.Verdict.Reason;
import dev.longstop.verify.Verdict.Rejected;
import dev.longstop.verify.Verdict.Verified;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ways of proving an origin of which there are no recorded deliveries: tokens, passwords, addresses, plain digests. */
class ProofsTest {

    private static final long NOW = 1_767_225_600_000L;
    private static final long NOW_S = NOW / 1_000;
    private static final byte[] BODY = bytes("{\"id\":\"1\"}");
    private static final Secret SECRET = new Secret("s", "the shared secret", Optional.empty());

    private static final String JWT = """
            {"id": "t", "auth": {"kind": "jwt", "from": "header:Authorization", "prefix": "Bearer ", "alg": "%s",
             "require": {"iss": ["https://a", "https://b"], "aud": "<configured>"}}}""";

    /** RFC 8725: the algorithm is the contract's, and neither "none" nor a public key as a secret is of any use. */
    @Test
    void aTokenIsOfTheContractsAlgorithmAndNoOther() throws GeneralSecurityException {
        var pair = keys("RSA");
        var contract = contract(JWT.formatted("RS256"));
        var trust = trust(List.of(), List.of(publicKey(pair)), Map.of("aud", List.of("us")));
        var claims = claims("https://b", "us", NOW_S + 60);

        assertThat(jwt(contract, trust, signed(pair, "SHA256withRSA", "RS256", claims)))
                .isInstanceOf(Verified.class);
        assertThat(jwt(contract, trust, part("{\"alg\":\"none\"}") + "." + part(claims) + "."))
                .isEqualTo(new Rejected(Reason.MALFORMED_SIGNATURE));
        var text = part("{\"alg\":\"HS256\"}") + "." + part(claims);
        var confused = new KeyedDigest("HmacSHA256", pair.getPublic().getEncoded()).of(List.of(bytes(text)));
        assertThat(jwt(contract, trust, text + "." + Encoding.BASE64URL.encode(confused)))
                .isEqualTo(new Rejected(Reason.MALFORMED_SIGNATURE));
        assertThat(jwt(contract, trust, signed(keys("RSA"), "SHA256withRSA", "RS256", claims)))
                .isEqualTo(new Rejected(Reason.WRONG_SIGNATURE));
        for (var nonsense : List.of("", "a", "a.b", "a.b.c", "a.b.c.d", "e30.e30.AAAA", "....", "x".repeat(9_000))) {
            assertThat(jwt(contract, trust, nonsense)).as(nonsense).isInstanceOf(Rejected.class);
        }
    }

    @Test
    void aTokenMustBeForUsAndOfNow() throws GeneralSecurityException {
        var pair = keys("RSA");
        var contract = contract(JWT.formatted("RS256"));
        var trust = trust(List.of(), List.of(publicKey(pair)), Map.of("aud", List.of("us")));

        assertThat(reason(contract, trust, pair, claims("https://a", "us", NOW_S - 61)))
                .contains(Reason.STALE);
        assertThat(reason(contract, trust, pair, claims("https://c", "us", NOW_S + 1)))
                .contains(Reason.WRONG_CLAIMS);
        assertThat(reason(contract, trust, pair, claims("https://a", "them", NOW_S + 1)))
                .contains(Reason.WRONG_CLAIMS);
        assertThat(reason(contract, trust, pair, "{\"iss\":\"https://a\",\"aud\":\"us\"}"))
                .contains(Reason.STALE);
        var later = claims("https://a", "us", NOW_S + 1).replace("{", "{\"iat\":" + (NOW_S + 61) + ",");
        assertThat(reason(contract, trust, pair, later)).contains(Reason.FROM_THE_FUTURE);
        var several = "{\"iss\":\"https://a\",\"aud\":[\"x\",\"us\"],\"exp\":" + NOW_S + "}";
        assertThat(reason(contract, trust, pair, several)).isEmpty();
        var unconfigured = trust(List.of(), List.of(publicKey(pair)), Map.of());
        assertThat(reason(contract, unconfigured, pair, claims("https://a", "us", NOW_S + 1)))
                .as("what has to be configured and is not matches nothing")
                .contains(Reason.WRONG_CLAIMS);
    }

    @Test
    void tokensOfTheOtherAlgorithmsAreReadToo() throws GeneralSecurityException {
        var claims = claims("https://a", "us", NOW_S + 60);
        var pair = keys("EC");
        var elliptic = trust(List.of(), List.of(publicKey(pair)), Map.of("aud", List.of("us")));
        assertThat(jwt(
                        contract(JWT.formatted("ES256")),
                        elliptic,
                        signed(pair, "SHA256withECDSAinP1363Format", "ES256", claims)))
                .isInstanceOf(Verified.class);
        var text = part("{\"alg\":\"HS256\"}") + "." + part(claims);
        var digest = new KeyedDigest("HmacSHA256", bytes(SECRET.value())).of(List.of(bytes(text)));
        assertThat(jwt(
                        contract(JWT.formatted("HS256")),
                        trust(List.of(SECRET), List.of(), Map.of("aud", List.of("us"))),
                        text + "." + Encoding.BASE64URL.encode(digest)))
                .isInstanceOf(Verified.class);
    }

    @Test
    void aPasswordIsComparedAsAWhole() {
        var contract = contract("{\"id\": \"t\", \"auth\": {\"kind\": \"basic\"}}");
        var trust = Trust.in(List.of(new Secret("s", "user:pass", Optional.empty())));

        assertThat(basic(contract, trust, "Basic dXNlcjpwYXNz")).isInstanceOf(Verified.class);
        assertThat(basic(contract, trust, "basic  dXNlcjpwYXNz")).isInstanceOf(Verified.class);
        for (var wrong : List.of("Basic dXNlcjpwYXN6", "Basic !", "Basic", "Bearer dXNlcjpwYXNz", "dXNlcjpwYXNz")) {
            assertThat(basic(contract, trust, wrong)).as(wrong).isInstanceOf(Rejected.class);
        }
    }

    private static Verdict basic(Contract contract, Trust trust, String header) {
        return Verifier.of(contract, trust).verify(Request.of(Headers.of("Authorization", header), BODY), NOW);
    }

    /** No proof at all has to be said, and then everybody is believed; the delivery says that no secret showed it. */
    @Test
    void noProofIsSaidExplicitly() {
        var contract = contract("{\"id\": \"t\", \"auth\": {\"kind\": \"none\"}}");

        assertThat(Verifier.of(contract, Trust.in(List.of())).verify(Request.of(Headers.none(), BODY), NOW))
                .isEqualTo(new Verified(Optional.empty()));
        assertThat(contract.bodyAuthenticated()).isFalse();
    }

    /** Two schemes under one header: a digest of secret and body, and the same with method and address. */
    @Test
    void aPlainDigestHoldsTheSecret() {
        var contract = built("hubspot");
        var trust = new Trust(
                List.of(SECRET), List.of(), Optional.of("https://us/in/h"), Map.of(), List.of(), Optional.empty());
        var one = Encoding.HEX.encode(EventId.sha256(bytes(SECRET.value() + "{\"id\":\"1\"}")));
        var two = Encoding.HEX.encode(EventId.sha256(bytes(SECRET.value() + "POSThttps://us/in/h{\"id\":\"1\"}")));

        for (var signature : List.of(one, two)) {
            assertThat(verify(contract, trust, "X-HubSpot-Signature", signature))
                    .isInstanceOf(Verified.class);
        }
        var pinned = new Trust(List.of(SECRET), List.of(), trust.url(), Map.of(), List.of("v3"), Optional.empty());
        assertThat(verify(contract, pinned, "X-HubSpot-Signature", one))
                .as("a proof that the source does not count")
                .isInstanceOf(Rejected.class);
        assertThat(verify(contract, trust, "X-HubSpot-Signature", one.replace(one.charAt(0), 'z')))
                .isInstanceOf(Rejected.class);
    }

    /** The address is signed as the sender knows it, with its port or without; the form's fields are sorted. */
    @Test
    void anAddressIsSignedWithItsPortOrWithout() {
        var contract = built("twilio");
        var form = bytes("To=%2B2&From=%2B1&Body=a+b");
        for (var url : List.of("https://us.example/in/t", "https://us.example:443/in/t")) {
            var trust = new Trust(List.of(SECRET), List.of(), Optional.of(url), Map.of(), List.of(), Optional.empty());
            for (var known : List.of("https://us.example/in/t", "https://us.example:443/in/t")) {
                var digest = new KeyedDigest("HmacSHA1", bytes(SECRET.value()))
                        .of(List.of(bytes(known + "Bodya bFrom+1To+2")));
                var headers = Headers.of("X-Twilio-Signature", Encoding.BASE64.encode(digest));
                assertThat(Verifier.of(contract, trust).verify(Request.of(headers, form), NOW))
                        .as(url + " " + known)
                        .isInstanceOf(Verified.class);
                assertThat(Verifier.of(contract, trust).verify(Request.of(headers, bytes("To=%2B2")), NOW))
                        .isInstanceOf(Rejected.class);
            }
        }
    }

    /** What every item has to bring is compared in every item, not in the first alone. */
    @Test
    void everyItemOfABatchBringsTheSecret() {
        var contract = built("ms-graph");
        var right = "{\"clientState\":\"the shared secret\",\"id\":\"1\"}";
        var trust = Trust.in(List.of(SECRET));

        assertThat(graph(contract, trust, right + "," + right)).isInstanceOf(Verified.class);
        for (var other : List.of("{\"clientState\":\"another\"}", "{}", "{\"clientState\":7}", "7")) {
            assertThat(graph(contract, trust, right + "," + other))
                    .as(other)
                    .isEqualTo(new Rejected(Reason.WRONG_SIGNATURE));
        }
    }

    private static Verdict graph(Contract contract, Trust trust, String items) {
        return Verifier.of(contract, trust)
                .verify(Request.of(Headers.none(), bytes("{\"value\":[" + items + "]}")), NOW);
    }

    /** A key that everybody knows is never a secret, whatever the contract's other proofs are. */
    @Test
    void aPublicKeyIsNoSharedSecret() throws GeneralSecurityException {
        var contract = built("standard-webhooks");
        var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        var base64 = Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
        var asSecret = Trust.in(List.of(new Secret("k", base64, Optional.empty())));
        var signed = Signer.sign(contract, asSecret, Request.of(Headers.none(), BODY), "m", NOW)
                .orElseThrow();
        var headers = Headers.of(signed.headers().entrySet().stream()
                .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
                .toArray(String[]::new));
        var trust = trust(List.of(), List.of(publicKey(pair)), Map.of());

        assertThat(Verifier.of(contract, asSecret).verify(Request.of(headers, BODY), NOW))
                .isInstanceOf(Verified.class);
        assertThat(Verifier.of(contract, trust).verify(Request.of(headers, BODY), NOW))
                .isInstanceOf(Rejected.class);
    }

    /** What a source lacks, or cannot use, is said before the first delivery. */
    @Test
    void whatASourceLacksIsSaid() throws GeneralSecurityException {
        var none = trust(List.of(), List.of(), Map.of());
        assertThat(Verifier.problems(built("stripe"), none)).containsExactly("the key \"secrets\" is missing");
        assertThat(Verifier.problems(built("discord"), none)).containsExactly("the key \"public_keys\" is missing");
        assertThat(Verifier.problems(built("standard-webhooks"), none))
                .containsExactly("the key \"secrets\" or \"public_keys\" is missing");
        assertThat(Verifier.problems(built("openai"), Trust.in(List.of(SECRET))))
                .containsExactly("the secret s is not written as the contract openai says: base64");
        assertThat(Verifier.problems(built("discord"), trust(List.of(), List.of(SECRET), Map.of())))
                .containsExactly("the public key s is none that the contract discord can use");
        assertThat(Verifier.problems(built("square"), Trust.in(List.of(SECRET))))
                .singleElement()
                .asString()
                .contains("signs the address");
        var pinned = new Trust(List.of(SECRET), List.of(), Optional.empty(), Map.of(), List.of("v9"), Optional.empty());
        assertThat(Verifier.problems(built("gitlab"), pinned))
                .first()
                .asString()
                .contains("no proof called \"v9\"");
        assertThat(Verifier.problems(built("stripe"), Trust.in(List.of(SECRET))))
                .isEmpty();
        var key = publicKey(KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
        assertThat(Verifier.problems(built("discord"), trust(List.of(), List.of(key), Map.of())))
                .isEmpty();
    }

    private static Verdict verify(Contract contract, Trust trust, String header, String value) {
        return Verifier.of(contract, trust).verify(Request.of(Headers.of(header, value), BODY), NOW);
    }

    private static Optional<Reason> reason(Contract contract, Trust trust, KeyPair pair, String claims)
            throws GeneralSecurityException {
        return jwt(contract, trust, signed(pair, "SHA256withRSA", "RS256", claims)) instanceof Rejected rejected
                ? Optional.of(rejected.reason())
                : Optional.empty();
    }

    private static Verdict jwt(Contract contract, Trust trust, String token) {
        return verify(contract, trust, "Authorization", "Bearer " + token);
    }

    private static String claims(String issuer, String audience, long expires) {
        return "{\"iss\":\"" + issuer + "\",\"aud\":\"" + audience + "\",\"exp\":" + expires + "}";
    }

    private static String signed(KeyPair pair, String algorithm, String alg, String claims)
            throws GeneralSecurityException {
        var text = part("{\"alg\":\"" + alg + "\",\"kid\":\"k\"}") + "." + part(claims);
        var signature = Signature.getInstance(algorithm);
        signature.initSign(pair.getPrivate());
        signature.update(bytes(text));
        return text + "." + Encoding.BASE64URL.encode(signature.sign());
    }

    private static String part(String json) {
        return Encoding.BASE64URL.encode(bytes(json));
    }

    private static KeyPair keys(String type) throws GeneralSecurityException {
        var generator = KeyPairGenerator.getInstance(type);
        if (type.equals("EC")) {
            generator.initialize(new ECGenParameterSpec("secp256r1"));
        } else {
            generator.initialize(2_048);
        }
        return generator.generateKeyPair();
    }

    private static Secret publicKey(KeyPair pair) {
        var base64 = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(pair.getPublic().getEncoded());
        var pem = "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----\n";
        return new Secret("k", pem, Optional.empty());
    }

    private static Trust trust(List<Secret> secrets, List<Secret> keys, Map<String, List<String>> claims) {
        return new Trust(secrets, keys, Optional.empty(), claims, List.of(), Optional.empty());
    }

    private static Contract built(String name) {
        return ((Contracts.Sound) Contracts.builtIn(name)).contract();
    }

    private static Contract contract(String json) {
        return ((Contracts.Sound) Contracts.read(bytes(json))).contract();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
