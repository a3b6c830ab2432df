package dev.longstop.verify;

import dev.longstop.contract.Auth;
import dev.longstop.contract.Contract;
import dev.longstop.contract.Path;
import dev.longstop.contract.Secret;
import dev.longstop.verify.Verdict.Reason;
import dev.longstop.verify.Verdict.Rejected;
import dev.longstop.verify.Verdict.Verified;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether a delivery is the sender's, from its raw bytes.
 *
 * <p>Every secret is tried, whichever matched: how long it takes says nothing about which. <i>Threads</i>: safe; keys
 * are prepared once. <i>Promises</i>: R2, R3; a missing, malformed, repeated or absurd header is a rejection, never an
 * exception; the body is parsed before only where the contract puts the proof into it (C3). <i>Source</i>: design
 * section 3, "Verify".
 */
public final class Verifier {

    private final Contract contract;
    private final List<Proof> proofs;
    private final Optional<Path> verifyEach;

    private Verifier(Contract contract, List<Proof> proofs) {
        this.contract = contract;
        this.proofs = List.copyOf(proofs);
        this.verifyEach = contract.batch().flatMap(batch -> batch.verifyEach());
    }

    /** A verifier for one contract and what the source believes. */
    public static Verifier of(Contract contract, Trust trust) {
        var proofs = new ArrayList<Proof>();
        for (var auth : contract.auth()) {
            if (trust.proofs().isEmpty() || trust.proofs().contains(auth.name())) {
                proofs.add(proof(auth, trust));
            }
        }
        return new Verifier(contract, proofs);
    }

    /** A verifier for one contract and shared secrets. */
    public static Verifier of(Contract contract, List<Secret> secrets) {
        return of(contract, Trust.in(secrets));
    }

    /** The verdict on one request; see {@link #verify(Request, Document, long)}. */
    public static Verdict verify(Contract contract, List<Secret> secrets, Request request, long wallMs) {
        return of(contract, secrets).verify(request, wallMs);
    }

    /**
     * Why a source could never verify a delivery, or not with all that it is configured with.
     *
     * @return sentences that name secrets, never their values; empty if all is well
     */
    public static List<String> problems(Contract contract, Trust trust) {
        return TrustCheck.problems(contract, trust);
    }

    private static Proof proof(Auth auth, Trust trust) {
        if (auth instanceof Auth.Signature signature) {
            return SignatureProof.of(signature, trust);
        }
        if (auth instanceof Auth.Token token) {
            return new TokenProof(token, trust.secrets());
        }
        if (auth instanceof Auth.Jwt jwt) {
            return JwtProof.of(jwt, trust);
        }
        return auth instanceof Auth.Basic
                ? new BasicProof(trust.secrets())
                : (request, document, wallMs) -> new Verified(Optional.empty());
    }

    /** The verdict on a request whose body nobody else has read. */
    public Verdict verify(Request request, long wallMs) {
        return verify(request, Document.of(contract, request), wallMs);
    }

    /**
     * The verdict on a request.
     *
     * @param document what the body says, for those contracts that put the proof there
     * @param wallMs the node's wall clock, for windows of secrets and times that are signed
     */
    public Verdict verify(Request request, Document document, long wallMs) {
        Verdict nearest = new Rejected(Reason.NO_SIGNATURE);
        for (var proof : proofs) {
            var verdict = proof.check(request, document, wallMs);
            if (verdict instanceof Verified verified) {
                return verifyEach.isEmpty() ? verified : each(verified, document, verifyEach.get());
            }
            nearest = nearer((Rejected) nearest, (Rejected) verdict);
        }
        return nearest;
    }

    private static Rejected nearer(Rejected one, Rejected other) {
        return other.reason().compareTo(one.reason()) > 0 ? other : one;
    }

    /** Every event of a batch must bring the secret that the first one brought. */
    private Verdict each(Verified verified, Document document, Path member) {
        var secret = verified.secret()
                .map(it -> it.value().getBytes(StandardCharsets.UTF_8))
                .orElse(new byte[0]);
        if (!(document.content() instanceof Document.Tree tree)) {
            return verified;
        }
        var items = contract.batch().flatMap(batch -> batch.items().find(tree.root()));
        boolean all = true;
        for (var item : items.orElse(tree.root())) {
            var brought = member.find(item).filter(it -> it.isString()).map(it -> ExactBytes.of(it.stringValue()));
            all &= MessageDigest.isEqual(secret, brought.orElse(new byte[0]));
        }
        return all ? verified : new Rejected(Reason.WRONG_SIGNATURE);
    }
}
