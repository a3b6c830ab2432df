package dev.longstop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Encoding;
import dev.longstop.contract.Secret;
import dev.longstop.event.Headers;
import dev.longstop.verify.Verdict.Reason;
import dev.longstop.verify.Verdict.Rejected;
import dev.longstop.verify.Verdict.Verified;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** A delivery is the sender's or it is refused; hostile input is never an exception (R2, R3). */
class VerifierTest {

    private static final long NOW = 1_750_861_210_000L;
    private static final String HEADER = "X-Hub-Signature-256";
    private static final byte[] BODY = "{\"zen\":\"…\"}".getBytes(StandardCharsets.UTF_8);
    private static final Secret OLD = new Secret("old", "first", Optional.of(NOW));
    private static final Secret NEW = new Secret("new", "second", Optional.empty());

    @Test
    void theSecretThatSignedIsNamed() {
        assertThat(signer(verdict(List.of(OLD, NEW), NOW - 1, sign("first", BODY))))
                .contains("old");
        assertThat(signer(verdict(List.of(OLD, NEW), NOW - 1, sign("second", BODY))))
                .contains("new");
        assertThat(signer(verdict(List.of(NEW, OLD), NOW - 1, sign("first", BODY))))
                .contains("old");
    }

    /** E1: a window is half open: at its end the secret no longer counts, and only the operator learns why. */
    @Test
    void aSecretWhoseTimeIsOverIsRefused() {
        assertThat(verdict(List.of(OLD, NEW), NOW, sign("first", BODY))).isEqualTo(new Rejected(Reason.EXPIRED_SECRET));
        assertThat(signer(verdict(List.of(OLD, NEW), NOW, sign("second", BODY))))
                .contains("new");
    }

    @Test
    void aSecretThatIsThereTwiceCountsWhileOneOfThemDoes() {
        var again = new Secret("again", "first", Optional.empty());

        assertThat(signer(verdict(List.of(OLD, again), NOW, sign("first", BODY))))
                .contains("again");
    }

    @Test
    void withoutSecretsNothingMatches() {
        assertThat(verdict(List.of(), NOW, sign("first", BODY))).isEqualTo(new Rejected(Reason.WRONG_SIGNATURE));
    }

    @Test
    void anyFlippedBitOfTheBodyIsRefused() {
        var signature = sign("second", BODY);
        for (int bit = 0; bit < BODY.length * 8; bit++) {
            var flipped = BODY.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(verify(List.of(NEW), NOW, flipped, signature)).isEqualTo(new Rejected(Reason.WRONG_SIGNATURE));
        }
    }

    @Test
    void whatIsNotWrittenAsAgreedIsMalformed() {
        var hex = sign("second", BODY).substring("sha256=".length());
        for (var header : new String[] {
            hex,
            "sha256=" + hex + "0",
            "sha256=" + hex.substring(1),
            "sha256= " + hex,
            "sha256=" + hex.replace(hex.charAt(0), '\u0660'), // an Arabic zero is a digit to some decoders
            "sha256=" + "0".repeat(100_000),
            "SHA256=" + hex,
            "sha256=\u0000" + hex
        }) {
            assertThat(verdict(List.of(NEW), NOW, header))
                    .as(header.substring(0, Math.min(header.length(), 90)))
                    .isEqualTo(new Rejected(Reason.MALFORMED_SIGNATURE));
        }
    }

    @Test
    void aDigestOfTheWrongLengthIsRefused() {
        assertThat(verdict(List.of(NEW), NOW, "sha256=")).isEqualTo(new Rejected(Reason.WRONG_SIGNATURE));
        assertThat(verdict(List.of(NEW), NOW, sign("second", BODY) + "00"))
                .isEqualTo(new Rejected(Reason.WRONG_SIGNATURE));
    }

    @Test
    void aMissingOrEmptyHeaderIsRefused() {
        assertThat(Verifier.verify(github(), List.of(NEW), Request.of(Headers.none(), BODY), NOW))
                .isEqualTo(new Rejected(Reason.NO_SIGNATURE));
        assertThat(verdict(List.of(NEW), NOW, " \t ")).isEqualTo(new Rejected(Reason.NO_SIGNATURE));
    }

    @Test
    void aHeaderThatWasSentTwiceIsRefusedEvenIfBothAreRight() {
        var signature = sign("second", BODY);
        var headers = Headers.of(HEADER, signature, HEADER, signature);

        assertThat(Verifier.verify(github(), List.of(NEW), Request.of(headers, BODY), NOW))
                .isEqualTo(new Rejected(Reason.REPEATED_SIGNATURE));
    }

    /** Random headers and bodies: always a verdict, never a match. The seed is fixed; a failure prints the header. */
    @Test
    void noiseIsNeverAnExceptionAndNeverVerified() {
        var random = new Random(20_261_130);
        var verifier = Verifier.of(github(), List.of(OLD, NEW));
        for (int i = 0; i < 20_000; i++) {
            var noise = new StringBuilder(random.nextBoolean() ? "sha256=" : "");
            random.ints(random.nextInt(80), 0, random.nextBoolean() ? 0x80 : 0x10000)
                    .forEach(c -> noise.append((char) c));
            var body = new byte[random.nextInt(64)];
            random.nextBytes(body);
            assertThat(verifier.verify(Request.of(Headers.of(HEADER, noise.toString()), body), NOW))
                    .as(noise.toString())
                    .isInstanceOf(Rejected.class);
        }
    }

    @Test
    void base64IsTakenOnlyAsAnEncoderWritesIt() {
        var encoding = Encoding.BASE64;
        var right = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3, 4});

        assertThat(encoding.decode(right))
                .hasValueSatisfying(bytes -> assertThat(bytes).containsExactly(1, 2, 3, 4));
        assertThat(encoding.decode(right.replace("=", ""))).isPresent();
        for (var wrong : new String[] {
            right.replace("==", "="),
            right + "=",
            "=" + right,
            right.substring(1),
            right.replace("A", "A\n"),
            "AQIDBB==",
            "AQ_DBA==",
            "\u00c4QIDBA=="
        }) {
            assertThat(encoding.decode(wrong)).as(wrong).isEmpty();
        }
    }

    private static Optional<String> signer(Verdict verdict) {
        return verdict instanceof Verified verified ? verified.secret().map(Secret::name) : Optional.empty();
    }

    private static Verdict verdict(List<Secret> secrets, long wallMs, String signature) {
        return verify(secrets, wallMs, BODY, signature);
    }

    private static Verdict verify(List<Secret> secrets, long wallMs, byte[] body, String signature) {
        return Verifier.verify(github(), secrets, Request.of(Headers.of(HEADER, signature), body), wallMs);
    }

    private static String sign(String secret, byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Contract github() {
        return ((Contracts.Sound) Contracts.builtIn("github")).contract();
    }
}
