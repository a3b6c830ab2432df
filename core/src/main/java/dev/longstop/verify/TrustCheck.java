package dev.longstop.verify;

import dev.longstop.contract.Auth;
import dev.longstop.contract.Contract;
import dev.longstop.contract.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Compares what a contract needs with what a source is configured with. */
final class TrustCheck {

    private final List<Auth> proofs;
    private final Contract contract;
    private final Trust trust;
    private final List<String> problems = new ArrayList<>();

    private TrustCheck(Contract contract, Trust trust) {
        this.contract = contract;
        this.trust = trust;
        this.proofs = contract.auth().stream()
                .filter(auth -> trust.proofs().isEmpty() || trust.proofs().contains(auth.name()))
                .toList();
    }

    static List<String> problems(Contract contract, Trust trust) {
        var check = new TrustCheck(contract, trust);
        check.names();
        check.needs();
        check.keys();
        if (contract.signsUrl() && trust.url().isEmpty()) {
            check.problems.add(
                    "the contract " + contract.id() + " signs the address of the source; give public.url, or url here");
        }
        return List.copyOf(check.problems);
    }

    private void names() {
        var known = contract.auth().stream().map(Auth::name).toList();
        for (var name : trust.proofs()) {
            if (!known.contains(name)) {
                problems.add("the contract " + contract.id() + " has no proof called \"" + name + "\", only "
                        + String.join(", ", known));
            }
        }
    }

    /** Some proof must have what it is checked against. */
    private void needs() {
        boolean some = proofs.stream().anyMatch(auth -> switch (auth.needs()) {
            case SECRET -> !trust.secrets().isEmpty();
            case PUBLIC_KEY -> !trust.publicKeys().isEmpty();
            case NOTHING -> true;
        });
        if (!some && !proofs.isEmpty()) {
            var keys = proofs.stream()
                    .map(auth -> auth.needs() == Auth.Needs.SECRET ? "\"secrets\"" : "\"public_keys\"")
                    .distinct()
                    .collect(Collectors.joining(" or "));
            problems.add("the key " + keys + " is missing");
        }
    }

    /** Every secret and key must be of use to some proof. */
    private void keys() {
        for (var secret : trust.secrets()) {
            if (proofs.stream().noneMatch(auth -> readsSecret(auth, secret))) {
                problems.add("the secret " + secret.name() + " is not written as the contract " + contract.id()
                        + " says" + encoding());
            }
        }
        for (var key : trust.publicKeys()) {
            if (proofs.stream().noneMatch(auth -> readsKey(auth, key))) {
                problems.add(
                        "the public key " + key.name() + " is none that the contract " + contract.id() + " can use");
            }
        }
    }

    private String encoding() {
        return proofs.stream()
                .filter(Auth.Signature.class::isInstance)
                .flatMap(auth -> ((Auth.Signature) auth).key().encoding().stream())
                .findFirst()
                .map(encoding -> ": " + encoding.name().toLowerCase(Locale.ROOT))
                .orElse("");
    }

    private static boolean readsSecret(Auth auth, Secret secret) {
        if (auth.needs() != Auth.Needs.SECRET) {
            return false;
        }
        return !(auth instanceof Auth.Signature signature)
                || SignatureKey.of(signature, secret).isPresent();
    }

    private static boolean readsKey(Auth auth, Secret key) {
        if (auth instanceof Auth.Signature signature && auth.needs() == Auth.Needs.PUBLIC_KEY) {
            return SignatureKey.of(signature, key).isPresent();
        }
        return auth instanceof Auth.Jwt jwt
                && auth.needs() == Auth.Needs.PUBLIC_KEY
                && PublicKeys.read(key.value(), jwt.alg().keyType()).isPresent();
    }
}
