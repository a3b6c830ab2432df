package dev.longstop.bench;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Secret;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * How long one core takes to verify and read a delivery of 1 KiB, with the bare HMAC of the same bytes beside it.
 *
 * <p>Usage: {@code VerifyBench [rounds] [milliseconds per round]}. Every round measures every contract once, after a
 * round that does not count.
 */
public final class VerifyBench {

    private static final long NOW_MS = 1_767_225_600_000L;
    private static final int BODY_BYTES = 1_024;
    private static final Secret SECRET = new Secret("bench", Deliveries.SECRET, Optional.empty());
    private static final Secret BASE64 =
            new Secret("bench", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", Optional.empty());

    private VerifyBench() {}

    /** Measures, and prints the table. */
    public static void main(String[] arguments) {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        long roundMs = arguments.length > 1 ? Long.parseLong(arguments[1]) : 500;
        System.out.printf(Locale.ROOT, "%-24s %14s %14s%n", "1 KiB, microseconds", "median", "best");
        var body = body();
        var digest = new KeyedDigest("HmacSHA256", Deliveries.SECRET.getBytes(StandardCharsets.UTF_8));
        print("bare HMAC-SHA256", rounds, roundMs, () -> digest.of(List.of(body)).length == 32);
        for (var name : List.of("github", "stripe", "slack", "standard-webhooks", "openai", "anthropic")) {
            print(name, rounds, roundMs, delivery(name, body));
        }
    }

    private static void print(String name, int rounds, long roundMs, BooleanSupplier once) {
        var micros = new ArrayList<Double>();
        for (int round = 0; round <= rounds; round++) {
            double took = micros(once, roundMs);
            if (round > 0) {
                micros.add(took);
            }
        }
        var sorted = micros.stream().sorted().toList();
        System.out.printf(Locale.ROOT, "%-24s %14.2f %14.2f%n", name, sorted.get(sorted.size() / 2), sorted.get(0));
    }

    private static double micros(BooleanSupplier once, long roundMs) {
        long began = System.nanoTime(); // tidy: a measurement reads the clock itself
        long end = began + roundMs * 1_000_000;
        long count = 0;
        long now = began;
        while (now < end) {
            for (int i = 0; i < 200; i++) {
                if (!once.getAsBoolean()) {
                    throw new IllegalStateException("what is measured went wrong");
                }
            }
            count += 200;
            now = System.nanoTime(); // tidy: a measurement reads the clock itself
        }
        return (now - began) / 1_000.0 / count;
    }

    private static BooleanSupplier delivery(String name, byte[] body) {
        if (!(Contracts.builtIn(name) instanceof Contracts.Sound sound)) {
            throw new IllegalStateException("there is no contract " + name);
        }
        var contract = sound.contract();
        var trust = Trust.in(List.of(contract.auth().toString().contains("BASE64") ? BASE64 : SECRET));
        var request = signed(contract, trust, body);
        var verifier = Verifier.of(contract, trust);
        return () -> {
            var document = Document.of(contract, request);
            boolean verified = verifier.verify(request, document, NOW_MS) instanceof Verified;
            return verified
                    && Extractor.extract(contract, request, document, EventId.sha256(request.body())) instanceof Events;
        };
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
