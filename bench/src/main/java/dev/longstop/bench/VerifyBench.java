package dev.longstop.bench;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Secret;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.measure.Deliveries;
import dev.longstop.verify.Document;
import dev.longstop.verify.Extraction.Events;
import dev.longstop.verify.Extractor;
import dev.longstop.verify.KeyedDigest;
import dev.longstop.verify.Request;
import dev.longstop.verify.Signer;
import dev.longstop.verify.Trust;
import dev.longstop.verify.Verdict.Verified;
import dev.longstop.verify.Verifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long one core takes to verify and read a delivery of 1 KiB, with the bare HMAC of the same bytes beside it.
 *
 * <p>Usage: {@code org.openjdk.jmh.Main VerifyBench}, with the options of JMH. <i>Units</i>: microseconds.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
public class VerifyBench {

    private static final long NOW_MS = 1_767_225_600_000L;
    private static final int BODY_BYTES = 1_024;
    private static final Secret SECRET = new Secret("bench", Deliveries.SECRET, Optional.empty());
    private static final Secret BASE64 =
            new Secret("bench", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", Optional.empty());

    /** A body and a prepared key. */
    @State(Scope.Thread)
    public static class Bare {

        private final List<byte[]> body = List.of(body());
        private final KeyedDigest digest =
                new KeyedDigest("HmacSHA256", Deliveries.SECRET.getBytes(StandardCharsets.UTF_8));
    }

    /** A signed delivery, and who verifies it. */
    @State(Scope.Thread)
    public static class Sent {

        /** The contract by which it is signed. */
        @Param({"github", "stripe", "slack", "standard-webhooks", "openai", "anthropic"})
        public String name = "github";

        private Contract contract = contract("github");
        private Request request = Request.of(Headers.none(), body());
        private Verifier verifier = Verifier.of(contract, List.of(SECRET));

        /** Signs it, once. */
        @Setup
        public void sign() {
            contract = contract(name);
            var trust = Trust.in(List.of(contract.auth().toString().contains("BASE64") ? BASE64 : SECRET));
            request = signed(contract, trust, body());
            verifier = Verifier.of(contract, trust);
        }
    }

    /** The HMAC alone, as the program computes it. */
    @Benchmark
    public byte[] bareHmac(Bare bare) {
        return bare.digest.of(bare.body);
    }

    /** All that stands between a whole body and the rules. */
    @Benchmark
    public Events verifyAndExtract(Sent sent) {
        var document = Document.of(sent.contract, sent.request);
        boolean verified = sent.verifier.verify(sent.request, document, NOW_MS) instanceof Verified;
        var hash = EventId.sha256(sent.request.body());
        if (verified && Extractor.extract(sent.contract, sent.request, document, hash) instanceof Events events) {
            return events;
        }
        throw new IllegalStateException("what is measured went wrong");
    }

    private static Contract contract(String name) {
        if (Contracts.builtIn(name) instanceof Contracts.Sound sound) {
            return sound.contract();
        }
        throw new IllegalStateException("there is no contract " + name);
    }

    private static Request signed(Contract contract, Trust trust, byte[] body) {
        var plain =
                Headers.of("Content-Type", "application/json", "X-GitHub-Delivery", "id-1", "X-GitHub-Event", "issues");
        var signed = Signer.sign(contract, trust, Request.of(plain, body), "msg-1", NOW_MS)
                .orElseThrow(() -> new IllegalStateException("cannot sign as " + contract.id()));
        var values = new TreeMap<>(plain.values());
        signed.headers().forEach((header, value) -> values.put(header, List.of(value)));
        return Request.of(new Headers(values), body);
    }

    private static byte[] body() {
        var start = """
                {"id":"evt_1","event_id":"Ev1","type":"issues","action":"opened",
                "data":{"id":"d","type":"session.status_idled"},"event":{"type":"message"},"filler":"\
                """;
        var body = new byte[BODY_BYTES];
        Arrays.fill(body, (byte) 'x');
        var head = start.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(head, 0, body, 0, head.length);
        body[BODY_BYTES - 2] = '"';
        body[BODY_BYTES - 1] = '}';
        return body;
    }
}
