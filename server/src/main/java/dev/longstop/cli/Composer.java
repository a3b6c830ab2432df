package dev.longstop.cli;

import dev.longstop.inbox.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.Optional;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Composes letters: from samples, the contract's places, and what the command line says. */
final class Composer {

    private static final int BODY_BYTES_MAX = 64 * 1024 * 1024;

    private final Surroundings surroundings;
    private final Source source;

    Composer(Surroundings surroundings, Source source) {
        this.surroundings = surroundings;
        this.source = source;
    }

    /** The letter that a command line describes. */
    Letter letter(ParseResult given, long sentAtMs) {
        var samples = new Samples(
                source.contract().id(),
                surroundings.randomness(),
                surroundings.time().wallMs());
        var event = Options.value(given, "--type").orElseGet(() -> usualEvent(samples));
        boolean whole =
                Options.has(given, "--type") || source.contract().action().isEmpty();
        int dot = whole ? -1 : event.indexOf('.');
        var type = dot < 0 ? event : event.substring(0, dot);
        var action = Options.value(given, "--action").orElse(dot < 0 ? "" : event.substring(dot + 1));
        if (type.isEmpty() || !type.chars().allMatch(c -> c >= 0x20 && c < 0x7f)) {
            throw new Send.Misused(Exit.USAGE, "--type is printable ASCII");
        }
        var id = Options.value(given, "--id").orElseGet(this::newId);
        if (!id.chars().allMatch(c -> c >= 0x20 && c < 0x7f)) {
            throw new Send.Misused(Exit.USAGE, "--id is printable ASCII");
        }
        var file = Options.value(given, "--body");
        if (file.isPresent() && Options.has(given, "--action")) {
            throw new Send.Misused(Exit.USAGE, "--action changes samples; a body that is given is sent as it is");
        }
        if (file.isPresent()) {
            return new Letter(source, id, type, body(file.get()), sentAtMs);
        }
        var payload = samples.names().isEmpty() ? Optional.of(plain()) : samples.payload(type, action);
        return payload.map(it -> Letter.of(source, new Letter.Naming(id, type, action), sentAtMs, it))
                .orElseThrow(() -> new Send.Misused(
                        Exit.USAGE,
                        "there is no sample of " + type + ", only of " + String.join(", ", samples.names())
                                + "; give the payload with --body FILE"));
    }

    /** What the first rule names and there is a sample of, so that something is started. */
    private String usualEvent(Samples samples) {
        var names = samples.names();
        return source.rules().stream()
                .flatMap(rule -> rule.events().stream())
                .flatMap(event -> names.stream().filter(name -> name.equals(event) || name.startsWith(event + ".")))
                .findFirst()
                .orElseGet(() -> names.isEmpty() ? ruled() : names.get(0));
    }

    /** Where there are no samples, what the first rule names. */
    private String ruled() {
        return source.rules().stream()
                .flatMap(rule -> rule.events().stream())
                .filter(event -> !event.equals("*"))
                .findFirst()
                .orElse("test");
    }

    /** A payload of nothing but a number that is new each time; the contract's places are filled in. */
    private JsonNode plain() {
        return JsonMapper.shared()
                .createObjectNode()
                .put("sample", surroundings.randomness().token(8));
    }

    private String newId() {
        var hex = surroundings.randomness().token(16);
        return hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
    }

    private byte[] body(String file) {
        try (var in = file.equals("-")
                ? surroundings.input()
                : Files.newInputStream(surroundings.folder().resolve(file))) {
            var body = in.readNBytes(BODY_BYTES_MAX + 1);
            if (body.length > BODY_BYTES_MAX) {
                throw new Send.Misused(Exit.FAILED, file + " is larger than 64 MiB");
            }
            return body;
        } catch (IOException | InvalidPathException e) {
            throw new Send.Misused(
                    Exit.FAILED, "cannot read " + file + " (" + e.getClass().getSimpleName() + ")");
        }
    }
}
