package dev.longstop.cli;

import dev.longstop.time.Randomness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Payloads as a contract's sender writes them, kept as resources {@code samples/CONTRACT/TYPE[.ACTION].json}.
 *
 * <p>Numbers, instants and digests in them are new each time, since the same signed body under another id is suspected
 * to be a replay.
 */
final class Samples {

    private final String contract;
    private final Randomness randomness;
    private final Instant now;

    Samples(String contract, Randomness randomness, long nowMs) {
        this.contract = contract;
        this.randomness = randomness;
        this.now = Instant.ofEpochMilli(nowMs).truncatedTo(ChronoUnit.SECONDS);
    }

    /** The events there are samples of: {@code type.action} or {@code type}. */
    List<String> names() {
        return text("index.txt").map(text -> text.lines().toList()).orElse(List.of());
    }

    /** A payload of an event; where there is no sample of it, one of its type with the action changed. */
    Optional<JsonNode> payload(String type, String action) {
        var exact = action.isEmpty() ? type : type + "." + action;
        return names().stream()
                .filter(name -> name.equals(exact))
                .findFirst()
                .or(() -> names().stream()
                        .filter(name -> name.startsWith(type + "."))
                        .findFirst())
                .flatMap(name -> text(name + ".json"))
                .map(text -> JsonMapper.shared().readTree(filled(text)));
    }

    private String filled(String text) {
        return text.replace("\"@seconds@\"", String.valueOf(now.getEpochSecond()))
                .replace("@token@", randomness.token(12))
                .replace("\"@number@\"", String.valueOf(1 + randomness.below(99_999)))
                .replace("\"@id@\"", String.valueOf(1_000_000_000L + randomness.below(9_000_000_000L)))
                .replace("@before@", randomness.token(20))
                .replace("@after@", randomness.token(20))
                .replace("@now@", now.toString());
    }

    private Optional<String> text(String name) {
        try (var in = Samples.class.getResourceAsStream("/samples/" + contract + "/" + name)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
