package dev.longstop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.contract.Auth;
import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.contract.Locator;
import dev.longstop.contract.Stamp;
import dev.longstop.contract.Template;
import dev.longstop.event.Headers;
import dev.longstop.verify.Recording.Case;
import dev.longstop.verify.Verdict.Rejected;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is signed cannot be changed, and what nobody signed is not read, whichever sender it pretends to come from. */
class SignedBytesProperty {

    private static final int FLIPS = 40;

    static Stream<Recording> recordings() {
        return SenderVectors.all().stream();
    }

    /** Flipping any bit of a body that a signature covers makes it nobody's. */
    @ParameterizedTest
    @MethodSource("recordings")
    void aFlippedBitOfTheBodyIsRefused(Recording recording) {
        var contract = contract(recording);
        var random = new Random(20_261_201);
        for (var recorded : accepted(recording, contract)) {
            var body = recorded.body();
            var verifier = Verifier.of(contract, recorded.trust());
            for (int flip = 0; contract.bodyAuthenticated() && body.length > 0 && flip < FLIPS; flip++) {
                int bit = random.nextInt(body.length * 8);
                var flipped = body.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                var request = recorded.request();
                var changed = new Request(request.method(), request.query(), request.headers(), flipped);
                assertThat(verifier.verify(changed, recorded.wallMs()))
                        .as("%s: %s, bit %d", recording.sender(), recorded, bit)
                        .isInstanceOf(Rejected.class);
            }
        }
    }

    /** Nor can a character of a header that is part of the proof or of what is signed be exchanged or left out. */
    @ParameterizedTest
    @MethodSource("recordings")
    void aChangedHeaderOfTheProofIsRefused(Recording recording) {
        var contract = contract(recording);
        for (var recorded : accepted(recording, contract)) {
            for (var auth : contract.auth()) {
                boolean itsOwn = recorded.trust().proofs().isEmpty()
                        || recorded.trust().proofs().contains(auth.name());
                if (itsOwn && auth instanceof Auth.Signature signature) {
                    headers(signature).forEach(name -> changed(contract, recorded, name));
                }
            }
        }
    }

    private static Stream<String> headers(Auth.Signature signature) {
        var signed = signature.signed().parts().stream()
                .filter(Template.At.class::isInstance)
                .map(part -> ((Template.At) part).place());
        var stamp = signature.stamp().flatMap(it -> it.from()).stream();
        return Stream.of(signature.idFrom().stream(), stamp, signed)
                .flatMap(places -> places)
                .flatMap(Locator::headers)
                .distinct();
    }

    private static void changed(Contract contract, Case recorded, String name) {
        var sent = recorded.headers().only(name);
        if (sent.isEmpty()) {
            return;
        }
        var verifier = Verifier.of(contract, recorded.trust());
        for (int at = 0; at < sent.get().length(); at++) {
            char other = sent.get().charAt(at) == '7' ? '8' : '7';
            var exchanged = new StringBuilder(sent.get());
            exchanged.setCharAt(at, other);
            var shortened = new StringBuilder(sent.get()).deleteCharAt(at);
            for (var value : List.of(exchanged.toString(), shortened.toString())) {
                var values = new TreeMap<>(recorded.headers().values());
                values.put(name, List.of(value));
                var request = recorded.request();
                var changed = new Request(request.method(), request.query(), new Headers(values)::all, request.body());
                assertThat(verifier.verify(changed, recorded.wallMs()))
                        .as("%s: %s", recorded, value)
                        .isInstanceOf(Rejected.class);
            }
        }
    }

    /**
     * R2: whoever does not put the proof into the body has it read only once its bytes are known to be his own. The
     * body that is handed in here must not be asked for.
     */
    @ParameterizedTest
    @MethodSource("recordings")
    void aBodyIsNotReadBeforeItIsVerified(Recording recording) {
        var contract = contract(recording);
        if (contract.auth().stream().anyMatch(Auth::readsBody)) {
            return;
        }
        for (var recorded : recording.cases()) {
            boolean[] read = {false};
            Document watched = () -> {
                read[0] = true;
                return Document.of(contract, recorded.request()).content();
            };
            var withoutLook =
                    Verifier.of(contract, recorded.trust()).verify(recorded.request(), watched, recorded.wallMs());
            boolean ofTheSigner = !(withoutLook instanceof Rejected rejected)
                    || List.of(Verdict.Reason.STALE, Verdict.Reason.FROM_THE_FUTURE, Verdict.Reason.MALFORMED_TIMESTAMP)
                            .contains(rejected.reason());
            assertThat(read[0] && !(timeInBody(contract) && ofTheSigner))
                    .as("%s: %s", recording.sender(), recorded)
                    .isFalse();
        }
    }

    private static boolean timeInBody(Contract contract) {
        return contract.auth().stream()
                .anyMatch(auth -> auth instanceof Auth.Signature signature
                        && signature.stamp().map(Stamp::inBody).orElse(false));
    }

    private static List<Case> accepted(Recording recording, Contract contract) {
        return recording.cases().stream()
                .filter(Case::accepted)
                .filter(recorded -> recorded.difference(contract).isEmpty())
                .toList();
    }

    private static Contract contract(Recording recording) {
        return ((Contracts.Sound) Contracts.builtIn(recording.sender())).contract();
    }
}
