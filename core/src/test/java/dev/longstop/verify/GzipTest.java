package dev.longstop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.verify.Extraction.Defect;
import dev.longstop.verify.Extraction.Events;
import dev.longstop.verify.Extraction.Unusable;
import dev.longstop.verify.Recording.Case;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compressed bodies: the contract says which bytes are signed, and nothing is unpacked beyond its bound (C7). */
class GzipTest {

    private static final byte[] ISSUE = "{\"action\":\"opened\"}".getBytes(StandardCharsets.UTF_8);
    private static final Contract GITHUB = ((Contracts.Sound) Contracts.builtIn("github")).contract();

    static Stream<Case> recorded() throws IOException {
        return Recording.read(Files.readAllBytes(Path.of("src/test/resources/packed.json"))).cases().stream();
    }

    private static byte[] packed(byte[] plain) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static Extraction extract(byte[] body, String encoding, int bytesMax) {
        var request = Request.of(Headers.of("X-GitHub-Delivery", "id-1", "Content-Encoding", encoding), body);
        return Extractor.extract(GITHUB, request, Document.of(GITHUB, request, bytesMax), EventId.sha256(body));
    }

    /** A contract by which the unpacked bytes are signed. */
    @ParameterizedTest
    @MethodSource("recorded")
    void everyRecordedDeliveryIsDecidedAsItSays(Case recorded) throws IOException {
        var file = Recording.read(Files.readAllBytes(Path.of("src/test/resources/packed.json")));
        var contract = ((Contracts.Sound) Contracts.read(file.contract().orElseThrow())).contract();
        assertThat(recorded.difference(contract)).isEmpty();
    }

    @Test
    void whatIsSignedAsItWasSentIsUnpackedToBeRead() {
        var extraction = extract(packed(ISSUE), "gzip", 1_000);
        assertThat(((Events) extraction).events().get(0).action()).isEqualTo("opened");
        assertThat(extract(ISSUE, "identity", 1_000)).isInstanceOf(Events.class);
        assertThat(extract(packed(new byte[0]), "gzip", 1_000)).isEqualTo(new Unusable(Defect.EMPTY_BODY));
    }

    @Test
    void whatCannotBeUnpackedIsUnusable() {
        var whole = packed(ISSUE);
        assertThat(extract(ISSUE, "gzip", 1_000)).isEqualTo(new Unusable(Defect.BROKEN_BODY));
        assertThat(extract(Arrays.copyOf(whole, whole.length - 1), "gzip", 1_000))
                .isEqualTo(new Unusable(Defect.BROKEN_BODY));
        assertThat(extract(whole, "br", 1_000)).isEqualTo(new Unusable(Defect.ENCODED_BODY));
        assertThat(extract(whole, "gzip, gzip", 1_000)).isEqualTo(new Unusable(Defect.ENCODED_BODY));
    }

    /** The last byte that is allowed is taken, the next one is not; and a bomb is not unpacked to its end. */
    @Test
    void nothingIsUnpackedBeyondTheBound() {
        assertThat(extract(packed(ISSUE), "gzip", ISSUE.length)).isInstanceOf(Events.class);
        assertThat(extract(packed(ISSUE), "gzip", ISSUE.length - 1)).isEqualTo(new Unusable(Defect.LARGE_BODY));
        var bomb = packed(new byte[64 * 1024 * 1024]);
        assertThat(bomb).hasSizeLessThan(100_000);
        // A damaged end is not found, since it is never reached.
        bomb[bomb.length - 1] ^= 1;
        assertThat(Gzip.unpack(bomb, 1_000)).isEqualTo(new Gzip.Packed(Defect.LARGE_BODY));
    }

    /** What an agent is handed is what the sender meant, whichever way it is kept. */
    @Test
    void thePayloadOfAnAgentIsUnpacked() {
        var payload = new Payload(Optional.empty(), Optional.empty());
        assertThat(payload.bytes(packed(ISSUE), "application/json", 0)).isEqualTo(ISSUE);
        var form = packed("a=1".getBytes(StandardCharsets.UTF_8));
        assertThat(payload.bytes(form, "application/x-www-form-urlencoded", 0))
                .asString()
                .isEqualTo("{\"a\":\"1\"}");
        var damaged = Arrays.copyOf(form, form.length - 1);
        assertThat(payload.bytes(damaged, "application/json", 0)).isSameAs(damaged);
    }

    @Test
    void damagedBytesAreAValueAndNeverAnException() {
        var random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            var bytes = packed(ISSUE);
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                bytes[2 + random.nextInt(bytes.length - 2)] ^= (byte) (1 << random.nextInt(8));
            }
            assertThat(Gzip.unpack(Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)), 1_000))
                    .isNotNull();
        }
    }
}
