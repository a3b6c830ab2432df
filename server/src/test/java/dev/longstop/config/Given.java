package dev.longstop.config;

import dev.longstop.verification.FakeTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A folder, an environment and a time in which configuration files are read. */
final class Given {

    /** A file that uses everything that is acted on; every reference in it can be followed. */
    static final String SOUND = """
            public: { listen: 0.0.0.0:9080, url: https://hooks.example.org/longstop }
            admin: { listen: 127.0.0.1:9081, token: env:ADMIN_TOKEN, names: Longstop }
            store: sqlite:state/longstop.db
            lease: 20s
            defaults: { concurrency: 3, retry: { attempts: 5, backoff: 2s..10m }, timeout: 5m, drain: 1m }
            sources:
              github:
                secrets: [env:GH_SECRET, { value: file:secrets/gh_old, until: 2026-12-31 }]
                ignore: [acme-agent]
                rules:
                  - { event: [issues.opened, issues.labeled], start: triage }
                  - { event: pull_request.opened, if: { $.pull_request.draft: false }, start: [triage, review] }
                  - { event: "*", start: ask, mode: shadow }
            agents:
              triage: { command: [sh, -c, "cat > /dev/null"] }
              review:
                command: [review, --deep]
                env: { API_KEY: env:API_KEY, MODE: fast }
                concurrency: 2
                timeout: 20m
                drain: 30m
                retry: { attempts: 2, backoff: 1s }
              ask: { command: [ask] }
            """;

    final Map<String, String> environment = new HashMap<>(Map.of(
            "GH_SECRET", "marker-of-the-github-secret",
            "ADMIN_TOKEN", "marker-of-the-admin-token",
            "API_KEY", "marker-of-the-api-key"));
    final FakeTime time = FakeTime.create();
    private final Path folder;

    Given(Path folder) {
        this.folder = folder;
        file("secrets/gh_old", "marker-of-the-old-secret\n", "rw-------");
    }

    Path folder() {
        return folder;
    }

    /** Puts a file beside the configuration. */
    Given file(String name, String text, String permissions) {
        try {
            var path = folder.resolve(name);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ConfigurationFile reader(Reading.Scope scope) {
        return new ConfigurationFile(
                name -> Optional.ofNullable(environment.get(name)), ContractLookup.builtIn(), time, scope);
    }

    ConfigurationFile.Checked read(String yaml) {
        return reader(Reading.Scope.ACTING).read(folder.resolve("longstop.yaml"), yaml);
    }

    /** Reads text in which keys may be used that nothing acts on yet. */
    ConfigurationFile.Checked readWholeForm(String yaml) {
        return reader(Reading.Scope.WHOLE_FORM).read(folder.resolve("longstop.yaml"), yaml);
    }

    /** What is said of a file, one line per problem, without the folder. */
    List<String> said(String yaml) {
        return lines(read(yaml));
    }

    /** The problems of a report, one line each, without the folder. */
    List<String> lines(ConfigurationFile.Checked checked) {
        return checked.problems().stream()
                .map(Problem::toString)
                .map(line -> line.replace(folder + "/", ""))
                .collect(Collectors.toList());
    }
}
