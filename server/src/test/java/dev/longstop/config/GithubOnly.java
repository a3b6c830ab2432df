package dev.longstop.config;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A lookup that knows one contract. */
public final class GithubOnly implements ContractLookup {

    private static final Contract GITHUB = new Contract(
            "github",
            new Contract.Hmac("HmacSHA256", "X-Hub-Signature-256", "sha256=", Contract.Encoding.HEX),
            true,
            List.of(new Contract.InHeader("X-GitHub-Delivery")),
            false,
            List.of(new Contract.InHeader("X-GitHub-Event")),
            List.of(new Contract.InJson(Path.parse("$.action"))),
            List.of(),
            List.of(new Contract.InJson(Path.parse("$.sender.login"))),
            Optional.of("payload"),
            new Contract.Answer(200),
            26_214_400,
            10_000,
            259_200_000,
            List.of("ping"));

    @Override
    public Optional<Contract> find(String name) {
        return name.equals("github") ? Optional.of(GITHUB) : Optional.empty();
    }

    @Override
    public Collection<String> names() {
        return List.of("github");
    }
}
