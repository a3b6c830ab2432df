package dev.longstop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.verify.Recording.Case;
import dev.longstop.verify.Verdict.Verified;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Recorded deliveries of every sender, mutated: always a verdict and never an exception, and never the sender's unless
 * what it signed is as it was (R2, R3). The seed is printed with a failure.
 */
class HostileDeliveriesProperty {

    private static final List<String> STRANGE = List.of(
            "",
            " ",
            ",",
            "=",
            "v1,",
            "v1=,v1=",
            "t=1,t=2,v1=00",
            "\u0000",
            "\u00ff\u00fe",
            "\ud800",
            "9".repeat(5_000),
            "v1," + "A".repeat(20_000),
            "Bearer",
            "Bearer a.b.c",
            "Basic !!!",
            "e30.e30.",
            "-1",
            "1e9",
            "0x10",
            "NaN");

    /** A recorded delivery with everything that is needed to try it again and again. */
    private record Prepared(Case recorded, Contract contract, Verifier verifier, Request request) {}

    @Test
    void mutatedDeliveriesAreDecidedAndNeverTakenForWhatTheyAreNot() {
        mutate(20_261_202, 30_000);
    }

    @Test
    @Tag("long")
    @Timeout(1_800)
    void aMillionMutatedDeliveriesAreDecided() {
        mutate(20_261_203, 1_000_000);
    }

    private static void mutate(long seed, int rounds) {
        var random = new Random(seed);
        var all = prepared();
        for (int round = 0; round < rounds; round++) {
            var one = all.get(random.nextInt(all.size()));
            var mutated = mutated(one.request, one.recorded, random);
            var document = Document.of(one.contract, mutated);
            var verdict = one.verifier.verify(mutated, document, one.recorded.wallMs());
            if (verdict instanceof Verified) {
                boolean asSigned = Arrays.equals(mutated.body(), one.request.body());
                assertThat(asSigned || !one.contract.bodyAuthenticated())
                        .as("seed %d, round %d: %s", seed, round, one.recorded)
                        .isTrue();
            }
            // Whoever it is from: what cannot be read is a value, never an exception.
            assertThat(Extractor.extract(one.contract, mutated, document, EventId.sha256(mutated.body())))
                    .isNotNull();
            assertThat(Handshakes.signed(one.contract, mutated, document, Optional.empty()))
                    .isNotNull();
        }
    }

    private static List<Prepared> prepared() {
        var all = new ArrayList<Prepared>();
        for (var recording : SenderVectors.all()) {
            var contract = ((Contracts.Sound) Contracts.builtIn(recording.sender())).contract();
            for (var recorded : recording.cases()) {
                if (recorded.accepted()) {
                    all.add(new Prepared(
                            recorded, contract, Verifier.of(contract, recorded.trust()), recorded.request()));
                }
            }
        }
        return all;
    }

    private static Request mutated(Request request, Case recorded, Random random) {
        Map<String, List<String>> headers = new TreeMap<>(recorded.headers().values());
        var body = request.body();
        var query = request.query();
        for (int change = random.nextInt(3); change >= 0; change--) {
            switch (random.nextInt(6)) {
                case 0, 1 -> body = changed(body, random);
                case 2, 3 -> headers = changed(headers, random);
                case 4 -> query = random.nextBoolean() ? query + "&" + query : query.replace('e', '%');
                default -> headers.put("content-type", List.of("application/x-www-form-urlencoded"));
            }
        }
        return new Request(random.nextInt(9) == 0 ? "PUT" : request.method(), query, new Headers(headers)::all, body);
    }

    private static byte[] changed(byte[] body, Random random) {
        if (body.length == 0 || random.nextInt(8) == 0) {
            return new byte[] {(byte) random.nextInt(256)};
        }
        return switch (random.nextInt(3)) {
            case 0 -> Arrays.copyOf(body, random.nextInt(body.length));
            case 1 -> Arrays.copyOf(body, body.length + 1 + random.nextInt(5));
            default -> {
                var other = body.clone();
                other[random.nextInt(body.length)] ^= (byte) (1 + random.nextInt(255));
                yield other;
            }
        };
    }

    private static Map<String, List<String>> changed(Map<String, List<String>> headers, Random random) {
        var changed = new TreeMap<>(headers);
        var names = new ArrayList<>(headers.keySet());
        if (names.isEmpty()) {
            return changed;
        }
        var name = names.get(random.nextInt(names.size()));
        var values = headers.getOrDefault(name, List.of());
        var value = values.isEmpty() ? "" : values.get(0);
        switch (random.nextInt(5)) {
            case 0 -> changed.remove(name);
            case 1 -> changed.put(name, List.of(value, value));
            case 2 -> changed.put(name, List.of(STRANGE.get(random.nextInt(STRANGE.size()))));
            case 3 -> changed.put(name, List.of(value + "," + value + " " + value));
            default -> changed.put(name, List.of(flipped(value, random)));
        }
        return changed;
    }

    private static String flipped(String value, Random random) {
        if (value.isEmpty()) {
            return "x";
        }
        var text = new StringBuilder(value);
        text.setCharAt(random.nextInt(value.length()), (char) random.nextInt(0x180));
        return text.toString();
    }
}
