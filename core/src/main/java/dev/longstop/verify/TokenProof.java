package dev.longstop.verify;

import dev.longstop.contract.Auth;
import dev.longstop.contract.Secret;
import dev.longstop.verify.Verdict.Reason;
import dev.longstop.verify.Verdict.Rejected;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/** A secret that is sent as it is. */
record TokenProof(Auth.Token token, List<Secret> secrets) implements Proof {

    private static final int LENGTH_MAX = 8_192;

    @Override
    public Verdict check(Request request, Document document, long wallMs) {
        var finder = Proof.finder(request, document);
        var sent = finder.find(token.from());
        if (finder.repeated()) {
            return new Rejected(Reason.REPEATED_SIGNATURE);
        }
        if (sent.isEmpty()) {
            return new Rejected(Reason.NO_SIGNATURE);
        }
        if (sent.length() > LENGTH_MAX || !sent.startsWith(token.prefix())) {
            return new Rejected(Reason.MALFORMED_SIGNATURE);
        }
        var given = Finder.bytes(token.from(), sent.substring(token.prefix().length()));
        return Match.any(secrets, secret -> secret, secret -> equal(secret, given), wallMs);
    }

    static boolean equal(Secret secret, byte[] given) {
        return MessageDigest.isEqual(secret.value().getBytes(StandardCharsets.UTF_8), given);
    }
}
