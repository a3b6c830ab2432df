package dev.longstop.verify;

import dev.longstop.contract.Auth;
import dev.longstop.contract.Secret;
import dev.longstop.contract.Stamp;
import dev.longstop.contract.Template.Word;
import dev.longstop.verify.Verdict.Reason;
import dev.longstop.verify.Verdict.Rejected;
import dev.longstop.verify.Verdict.Verified;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A signature over what the contract's template says. */
final class SignatureProof implements Proof {

    /** A configured key, made ready. */
    private record Key(Secret secret, SignatureKey ready) {}

    private final Auth.Signature scheme;
    private final List<Key> keys;
    private final List<String> urls;

    private SignatureProof(Auth.Signature scheme, List<Key> keys, List<String> urls) {
        this.scheme = scheme;
        this.keys = List.copyOf(keys);
        this.urls = List.copyOf(urls);
    }

    /** The proof with the keys that can be used for it; one that cannot never matches. */
    static SignatureProof of(Auth.Signature scheme, Trust trust) {
        var configured = scheme.needs() == Auth.Needs.PUBLIC_KEY ? trust.publicKeys() : trust.secrets();
        var keys = new ArrayList<Key>();
        for (var secret : configured) {
            SignatureKey.of(scheme, secret).ifPresent(ready -> keys.add(new Key(secret, ready)));
        }
        var url = trust.url().orElse("");
        return new SignatureProof(scheme, keys, scheme.anyPort() ? Urls.withAndWithoutPort(url) : List.of(url));
    }

    @Override
    public Verdict check(Request request, Document document, long wallMs) {
        var finder = Proof.finder(request, document);
        var sent = finder.find(scheme.place().from());
        if (finder.repeated()) {
            return new Rejected(Reason.REPEATED_SIGNATURE);
        }
        if (sent.isEmpty()) {
            return new Rejected(Reason.NO_SIGNATURE);
        }
        var candidates = Candidates.read(scheme.place(), sent);
        if (candidates.wrong().isPresent()) {
            return new Rejected(candidates.wrong().get());
        }
        boolean stampInBody = scheme.stamp().map(Stamp::inBody).orElse(false);
        boolean stampFirst = !stampInBody || scheme.readsBody();
        var stamp = stampFirst ? stamp(finder, candidates, wallMs) : new SignedAt("", Optional.empty());
        if (stamp.wrong().isPresent()) {
            return new Rejected(stamp.wrong().get());
        }
        var verdict = match(new SignedText(scheme, request, finder, stamp.text()), candidates.signatures(), wallMs);
        // What stands in the body is read only once it is known who wrote it.
        return verdict instanceof Verified && !stampFirst
                ? stamp(finder, candidates, wallMs)
                        .wrong()
                        .<Verdict>map(Rejected::new)
                        .orElse(verdict)
                : verdict;
    }

    /** The time that is signed, and what is wrong with it. */
    private record SignedAt(String text, Optional<Reason> wrong) {}

    private SignedAt stamp(Finder finder, Candidates candidates, long wallMs) {
        if (scheme.stamp().isEmpty()) {
            return new SignedAt("", Optional.empty());
        }
        var stamp = scheme.stamp().get();
        var text = stamp.from().map(finder::find).orElse("");
        if (text.isEmpty()) {
            text = candidates.stamp();
        }
        var at = stamp.unit().read(text);
        if (finder.repeated() || at.isEmpty()) {
            return new SignedAt(text, Optional.of(Reason.MALFORMED_TIMESTAMP));
        }
        long ageMs = wallMs - at.getAsLong();
        boolean compared = stamp.toleranceMs().isPresent();
        if (compared && ageMs > stamp.toleranceMs().get()) {
            return new SignedAt(text, Optional.of(Reason.STALE));
        }
        return new SignedAt(
                text, compared && -ageMs > stamp.futureMs() ? Optional.of(Reason.FROM_THE_FUTURE) : Optional.empty());
    }

    private Verdict match(SignedText text, List<byte[]> given, long wallMs) {
        var messages = new ArrayList<List<byte[]>>();
        if (!scheme.signed().has(Word.SECRET)) {
            for (var url : urls) {
                text.pieces(url, "").ifPresent(messages::add);
            }
            if (messages.isEmpty()) {
                return new Rejected(Reason.INCOMPLETE);
            }
        }
        return Match.any(keys, Key::secret, key -> fits(key, text, messages, given), wallMs);
    }

    private boolean fits(Key key, SignedText text, List<List<byte[]>> messages, List<byte[]> given) {
        boolean fits = false;
        for (int i = 0; i < urls.size(); i++) {
            var pieces =
                    messages.isEmpty() ? text.pieces(urls.get(i), key.secret.value()) : Optional.of(messages.get(i));
            fits |= pieces.isPresent() && key.ready.signed(pieces.get(), given);
        }
        return fits;
    }
}
