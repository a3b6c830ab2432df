package dev.longstop.config;

import dev.longstop.contract.Secret;
import java.nio.file.Path;
import java.util.Optional;

/** Follows a secret's reference that a person gave outside the configuration. */
public final class SecretReference {

    private SecretReference() {}

    /** What came of it. */
    public sealed interface Found {}

    /** The secret. */
    public record Value(Secret secret) implements Found {}

    /** There is none, and why. */
    public record Missing(String why) implements Found {}

    /** Follows {@code env:NAME} or {@code file:PATH}; anything else is refused, since others could read it. */
    public static Found follow(String reference, Path folder, Environment environment) {
        if (!References.isReference(reference)) {
            return new Missing("secrets only as env:NAME or file:PATH, never on a command line");
        }
        var found = new References(folder, environment).look(reference);
        if (found instanceof References.Missing missing) {
            return new Missing(missing.why());
        }
        if (((References.Value) found).text().isBlank()) {
            return new Missing(Shown.text(reference) + " holds nothing but white space");
        }
        return new Value(new Secret(reference, ((References.Value) found).text(), Optional.empty()));
    }
}
