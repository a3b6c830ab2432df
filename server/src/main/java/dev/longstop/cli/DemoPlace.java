package dev.longstop.cli;

import dev.longstop.app.Program;
import dev.longstop.config.Configuration;
import dev.longstop.contract.Secret;
import dev.longstop.time.Time;
import dev.longstop.verification.platform.FakePlatform;
import dev.longstop.verification.platform.FakeWebhooks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the demo plays: a folder with a configuration, a secret and a ledger that the agents write into, and the
 * program that serves from it.
 */
final class DemoPlace implements AutoCloseable {

    /** What the first attempt at a review takes, in seconds: long enough to be killed in the middle. */
    private static final int SLOW_SECONDS = 45;

    /** The name of the platform, and of the source that feeds it. */
    static final String PLATFORM = "platform";

    /** The form in which it is spoken to, and how that says that a job is over. */
    private static final String FORM = "agent-callback";

    private static final String OVER = "succeeded";

    private static final String CONFIGURATION = """
            public: { listen: "127.0.0.1:0" }
            admin:  { listen: "127.0.0.1:0" }
            store:  sqlite:data/longstop.db

            sources:
              github:
                secrets: [file:secrets/github]
                rules:
                  - { event: issues.opened, start: triage }
                  - { event: pull_request.opened, start: review }
                  - { event: issue_comment.created, start: answer }
              platform: { contract: standard-webhooks, secrets: [file:secrets/platform], feeds: platform }

            agents:
              triage: { command: [./triage.sh] }
              review: { command: [./review.sh], timeout: 2m }
              answer: { platform: platform, with: { task: "Answer the comment" }, then: [announce] }

            platforms:
              platform:
                use: @form@
                base: "@platform@"
                with: { callbackUrl: "@platform@" }
                rescue_grace: 1s

            effects:
              announce: { http: "@target@", body: "${result.text}", retry: { attempts: 5, backoff: 200ms..1s } }
            """;

    private static final String TRIAGE = """
            cat > payload.json
            echo "triage $LONGSTOP_EVENT_ID done $LONGSTOP_IDEMPOTENCY_KEY" >> "@ledger@"
            echo "read an issue of $(wc -c < payload.json) bytes; looks like a bug"
            """;

    private static final String REVIEW = """
            cat > payload.json
            echo "review $LONGSTOP_EVENT_ID begun $LONGSTOP_IDEMPOTENCY_KEY" >> "@ledger@"
            if [ "$LONGSTOP_ATTEMPT" = 1 ]; then sleep @slow@; fi
            echo "review $LONGSTOP_EVENT_ID done $LONGSTOP_IDEMPOTENCY_KEY" >> "@ledger@"
            echo "reviewed at attempt $LONGSTOP_ATTEMPT"
            """;

    private final Path folder;
    private final Configuration configuration;
    private final Played played;

    private DemoPlace(Path folder, Configuration configuration, Played played) {
        this.folder = folder;
        this.configuration = configuration;
        this.played = played;
    }

    /** What is played and not real: a platform whose jobs end when they are told to, and a target of effects. */
    private record Played(FakePlatform platform, DemoTarget target) {

        static Played begin(Time time) {
            var platform = new FakePlatform(FORM, time);
            platform.launchAs("running");
            platform.resultAs("read the comment, and it is about the right thing");
            return new Played(platform, new DemoTarget());
        }

        void end() {
            platform.close();
            target.close();
        }
    }

    /** Makes the folder and everything in it. */
    static DemoPlace make(Surroundings surroundings) {
        var played = Played.begin(surroundings.time());
        try {
            var folder = Files.createTempDirectory("longstop-demo-").toRealPath();
            Files.createDirectory(folder.resolve("secrets"));
            secret(folder, "github", surroundings.randomness().token(24));
            secret(
                    folder,
                    PLATFORM,
                    "whsec_" + encoded(surroundings.randomness().token(24)));
            var ledger = folder.resolve("ledger.txt");
            Files.createFile(ledger);
            write(folder, ledger, "triage.sh", TRIAGE);
            write(folder, ledger, "review.sh", REVIEW);
            var text = CONFIGURATION
                    .replace("@form@", FORM)
                    .replace("@platform@", played.platform.url().toString())
                    .replace("@target@", played.target.url().toString());
            Files.writeString(folder.resolve(Configured.FILE), text);
            var checked = surroundings.read(folder.resolve(Configured.FILE).toString());
            var configuration = checked.configuration()
                    .orElseThrow(() ->
                            new IllegalStateException("the demo's configuration is wrong: " + checked.problems()));
            return new DemoPlace(folder, configuration, played);
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's folder cannot be made", e);
        }
    }

    private static String encoded(String secret) {
        return Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
    }

    private static void secret(Path folder, String name, String value) throws IOException {
        var file = Files.writeString(folder.resolve("secrets").resolve(name), value);
        if (!(file.toFile().setReadable(false, false) && file.toFile().setReadable(true, true))) {
            throw new IOException("cannot keep " + file + " to its owner");
        }
    }

    private static void write(Path folder, Path ledger, String name, String script) throws IOException {
        var text = script.replace("@ledger@", ledger.toString()).replace("@slow@", String.valueOf(SLOW_SECONDS));
        var file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
    }

    /** Starts the program that this code belongs to, as a process of its own. */
    Program serve() {
        return Program.serve(Program.Launch.of(jar(), folder.resolve(Configured.FILE)));
    }

    /** The API of a started program. */
    Admin admin(Program program) {
        try {
            var token = Files.readString(configuration.adminTokenFile()).strip();
            return Admin.at(program.adminUrl(), new Secret("admin-token", token, Optional.empty()));
        } catch (IOException e) {
            throw new UncheckedIOException("the program left no token", e);
        }
    }

    /** The lines that agents left, of one event. */
    List<String> ledger(String eventId) {
        try {
            return Files.readAllLines(folder.resolve("ledger.txt"), StandardCharsets.UTF_8).stream()
                    .filter(line -> line.contains(" " + eventId + " "))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Configuration configuration() {
        return configuration;
    }

    /** The platform that is played. */
    FakePlatform platform() {
        return played.platform;
    }

    /** Every job is over from now on. */
    void finishJobs() {
        platform().launchAs(OVER);
        platform().jobs().forEach(job -> platform().answer(job.id(), OVER));
    }

    /** The webhook of the platform that says that a job is over. */
    FakeWebhooks.Delivery webhook(String jobId, long wallMs) {
        var source = Objects.requireNonNull(configuration.sources().get(PLATFORM));
        return new FakeWebhooks(platform(), source.secrets().get(0).value())
                .announce(OVER, jobId, wallMs)
                .take()
                .get(0);
    }

    /** The target of effects that is played. */
    DemoTarget target() {
        return played.target;
    }

    /** Where the token of the admin API is. */
    Path tokenFile() {
        return configuration.adminTokenFile();
    }

    Path folder() {
        return folder;
    }

    /** The program that this code belongs to. */
    static Path jar() {
        return Program.ownJar()
                .orElseThrow(() -> new IllegalStateException("the demo runs from the packaged program only"));
    }

    /** Removes the folder, and ends what was played. */
    @Override
    public void close() {
        played.end();
        try (var all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException("the demo's folder could not be removed: " + folder, e);
        }
    }
}
