package dev.longstop.config;

import dev.longstop.config.PlatformSettings.UnknownJobs;
import dev.longstop.contract.Secret;
import dev.longstop.platform.Platform;
import dev.longstop.platform.Platforms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads platforms. */
final class PlatformReader {

    private static final long DAY_MS = 86_400_000;
    private static final long FILE_BYTES_MAX = 1024 * 1024;
    private static final String SECRET = "secret:";

    private final Path folder;
    private final Collection<String> effects;

    /**
     * A reader of platforms.
     *
     * @param folder where own platform data are, as {@code NAME.json}
     * @param effects the names of the effects that there are
     */
    PlatformReader(Path folder, Collection<String> effects) {
        this.folder = folder;
        this.effects = effects;
    }

    /** One platform; empty without data, which is then among the problems. */
    Optional<PlatformSettings> read(String name, Field field) {
        return field.table(Section.PLATFORM).flatMap(table -> {
            var secrets = secrets(table);
            var with = AgentReader.values(table);
            long slaMs = table.duration("sla", 300_000, 1_000, 30 * DAY_MS);
            var unknown = table.get("unknown_jobs").flatMap(it -> it.choice(UnknownJobs.class));
            long lostAfterMs = table.duration("lost_after", 7 * DAY_MS, 3_600_000, 365 * DAY_MS);
            long graceMs = table.duration("rescue_grace", 120_000, 1_000, 3_600_000);
            var then = table.list("then").stream()
                    .flatMap(it -> it.known("an effect", effects).stream())
                    .distinct()
                    .toList();
            var base = table.get("base").flatMap(Field::url);
            return data(name, table)
                    .map(data -> base.map(url -> data.at(url.toString())).orElse(data))
                    .map(data -> {
                        whatIsMissing(data, secrets, with, table);
                        return new PlatformSettings(
                                name,
                                data,
                                secrets,
                                with,
                                slaMs,
                                unknown.orElse(data.plants() ? UnknownJobs.PLANTED : UnknownJobs.TRACK),
                                lostAfterMs,
                                graceMs,
                                then);
                    });
        });
    }

    private static Map<String, Secret> secrets(Table table) {
        var secrets = new LinkedHashMap<String, Secret>();
        table.get("secrets")
                .map(it -> it.free("a mapping of secrets"))
                .orElse(Map.of())
                .forEach((key, value) -> value.secret().ifPresent(secret -> secrets.put(key, secret)));
        return secrets;
    }

    private Optional<Platform> data(String name, Table table) {
        var use = table.get("use");
        var wanted = use.isPresent() ? use.flatMap(it -> it.text("the name of platform data")) : Optional.of(name);
        var place = use.orElse(table.self());
        return wanted.flatMap(data -> {
            var own = folder.resolve(data + ".json");
            boolean ownFile = data.matches("[A-Za-z0-9._-]+") && Files.exists(own);
            if (!ownFile && !Platforms.names().contains(data)) {
                place.wrong("there are no platform data called " + Shown.quoted(data)
                        + KnownWords.hint(data, Platforms.names(), "built in are")
                        + (use.isPresent() ? "" : "; a platform says which data by the key \"use\""));
                return Optional.empty();
            }
            var reading = ownFile ? read(own) : Platforms.builtIn(data);
            if (reading instanceof Platforms.Sound sound) {
                return Optional.of(sound.platform());
            }
            ((Platforms.Wrong) reading).problems().forEach(problem -> place.wrong(Shown.text(problem)));
            return Optional.empty();
        });
    }

    private static Platforms.Reading read(Path file) {
        try {
            if (Files.size(file) > FILE_BYTES_MAX) {
                return new Platforms.Wrong(java.util.List.of("the platform data are larger than 1 MiB"));
            }
            return Platforms.read(Files.readAllBytes(file));
        } catch (IOException e) {
            return new Platforms.Wrong(java.util.List.of("the platform data cannot be read"));
        }
    }

    /** What every call of the platform needs and the configuration does not give. */
    private static void whatIsMissing(
            Platform data, Map<String, Secret> secrets, Map<String, Object> with, Table table) {
        for (var name : data.needs()) {
            if (name.startsWith(SECRET) && !secrets.containsKey(name.substring(SECRET.length()))) {
                table.get("secrets")
                        .orElse(table.self())
                        .wrong("the platform's login needs the secret \"" + name.substring(SECRET.length()) + "\"");
            } else if (!name.startsWith(SECRET) && !with.containsKey(name)) {
                table.self()
                        .wrong("the platform's address needs \"" + name
                                + "\" under `with`, or the whole of it as `base`");
            }
        }
    }
}
