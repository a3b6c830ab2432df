package dev.longstop.verify;

import dev.longstop.contract.Encoding;
import dev.longstop.contract.Secret;
import dev.longstop.verify.Verdict.Reason;
import dev.longstop.verify.Verdict.Rejected;
import java.util.List;

/** User and password of HTTP's Basic scheme (RFC 7617); the secret is {@code user:password}. */
record BasicProof(List<Secret> secrets) implements Proof {

    private static final String SCHEME = "Basic ";
    private static final int LENGTH_MAX = 8_192;

    @Override
    public Verdict check(Request request, Document document, long wallMs) {
        var sent = request.headers().all("authorization");
        if (sent.size() > 1) {
            return new Rejected(Reason.REPEATED_SIGNATURE);
        }
        var header = sent.isEmpty() ? "" : Request.trim(sent.get(0));
        if (header.isEmpty()) {
            return new Rejected(Reason.NO_SIGNATURE);
        }
        if (header.length() > LENGTH_MAX || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return new Rejected(Reason.MALFORMED_SIGNATURE);
        }
        return Encoding.BASE64
                .decode(Request.trim(header.substring(SCHEME.length())))
                .map(given -> Match.any(secrets, secret -> secret, secret -> TokenProof.equal(secret, given), wallMs))
                .orElse(new Rejected(Reason.MALFORMED_SIGNATURE));
    }
}
