package dev.longstop.verify;

import dev.longstop.contract.Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a source believes: the other half of its contract, from the configuration.
 *
 * @param secrets shared with the sender
 * @param publicKeys the sender's; never used as shared secrets, since everybody knows them
 * @param url the address under which the sender knows the source, where it signs that
 * @param claims what a token must say besides what the contract requires: one of these texts each
 * @param proofs the names of the contract's proofs that count; none: all of them
 * @param verifyToken what an unsigned question must bring
 */
public record Trust(
        List<Secret> secrets,
        List<Secret> publicKeys,
        Optional<String> url,
        Map<String, List<String>> claims,
        List<String> proofs,
        Optional<Secret> verifyToken) {

    public Trust {
        secrets = List.copyOf(secrets);
        publicKeys = List.copyOf(publicKeys);
        claims = Map.copyOf(claims);
        proofs = List.copyOf(proofs);
    }

    /** Trust in shared secrets alone. */
    public static Trust in(List<Secret> secrets) {
        return new Trust(secrets, List.of(), Optional.empty(), Map.of(), List.of(), Optional.empty());
    }

    /** The same with other secrets and public keys. */
    public Trust with(List<Secret> otherSecrets, List<Secret> otherKeys) {
        return new Trust(otherSecrets, otherKeys, url, claims, proofs, verifyToken);
    }
}
