package dev.longstop.app;

import dev.longstop.config.Changes;
import dev.longstop.config.Configuration;
import dev.longstop.config.ConfigurationFile.Checked;
import dev.longstop.config.Problem;
import dev.longstop.config.Reload;
import dev.longstop.config.Revoked;
import dev.longstop.inbox.Source;
import dev.longstop.telemetry.LogKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the configuration again when a file of it has changed, and when the operator asks for it: all of it or nothing.
 *
 * <p>What is sound is taken over at once for the sources: secrets, contracts, rules. With any error in it nothing is,
 * and the last good secrets serve until their end or until they are revoked. What else differs takes effect at the next
 * start. <i>Threads</i>: {@link #turn} is called by one thread; {@link #want} by any.
 */
final class Reloading {

    private static final Logger LOG = LoggerFactory.getLogger(Reloading.class);

    private final Supplier<Checked> again;
    private final Consumer<Map<String, Source>> apply;
    private final AtomicReference<@Nullable CompletableFuture<Reload>> wanted = new AtomicReference<>();
    private final Configuration started;
    private Configuration applied;
    private Set<Path> files = Set.of();
    private Map<Path, String> seen = new TreeMap<>();
    private boolean begun;

    /** A reader of one configuration, with which the program has started. */
    Reloading(Configuration started, Supplier<Checked> again, Consumer<Map<String, Source>> apply) {
        this.started = started;
        this.applied = started;
        this.again = () -> watchingRevoked(again.get());
        this.apply = apply;
    }

    // Wherever a broken configuration says that the data are: a leaked secret is taken out of use all the same.
    private Checked watchingRevoked(Checked checked) {
        var files = new TreeSet<>(checked.files());
        files.add(Revoked.file(started.dataFolder()));
        return new Checked(checked.draft(), checked.problems(), files);
    }

    /**
     * Asks for a reading, whether anything has changed or not.
     *
     * @return completes with what came of it; fails if that ended in a bug, which is in the log
     */
    CompletionStage<Reload> want() {
        var mine = new CompletableFuture<Reload>();
        var other = wanted.compareAndExchange(null, mine);
        return (other == null ? mine : other).minimalCompletionStage();
    }

    /** Reads again if that is asked for, or if a file is not as it was when it was read. */
    void turn() {
        var asked = wanted.getAndSet(null);
        if (asked != null) {
            begun = true;
            answer(asked);
        } else if (!begun) {
            // A file may have changed between the start's reading and the first look at it.
            begun = true;
            begin(read());
        } else if (!seen.equals(look(files))) {
            take(read());
        }
    }

    /** Takes the first reading over; what is as it was at the start is not worth a word. */
    private void begin(Checked checked) {
        boolean same = checked.configuration()
                .map(next -> Changes.between(applied, started, next).isEmpty())
                .orElse(false);
        if (same) {
            checked.configuration().ifPresent(this::apply);
        } else {
            take(checked);
        }
    }

    private void answer(CompletableFuture<Reload> asked) {
        try {
            asked.complete(take(read()));
        } finally {
            asked.completeExceptionally(new IllegalStateException("the reading ended in a bug"));
        }
    }

    // Every file is looked at before it is read, so that what changes meanwhile is seen at the next turn; a file that
    // the last reading did not know was not, so there is another reading.
    private Checked read() {
        while (true) {
            var before = look(files);
            var checked = again.get();
            files = checked.files();
            if (before.keySet().containsAll(files)) {
                before.keySet().retainAll(files);
                seen = before;
                return checked;
            }
        }
    }

    private Reload take(Checked checked) {
        if (checked.configuration().isEmpty()) {
            LOG.atError()
                    .addKeyValue(
                            LogKeys.WHY,
                            checked.problems().stream()
                                    .filter(Problem::isError)
                                    .map(Problem::toString)
                                    .collect(Collectors.joining("; ")))
                    .log("the configuration is not read again, since it has errors; what ran goes on");
            revoke();
            return new Reload(checked.problems(), Optional.empty());
        }
        var next = checked.configuration().get();
        var changes = Changes.between(applied, started, next);
        apply(next);
        LOG.atInfo()
                .addKeyValue(LogKeys.COUNT, next.sources().size())
                .addKeyValue(LogKeys.CHANGED, String.join(", ", changes.now()))
                .log("the configuration was read again; its sources count from now on");
        if (!changes.later().isEmpty()) {
            LOG.atWarn()
                    .addKeyValue(LogKeys.CHANGED, String.join(", ", changes.later()))
                    .log("the configuration differs in more than sources; the rest counts from the next start on");
        }
        return new Reload(checked.problems(), Optional.of(changes));
    }

    /** What is revoked counts no more, whatever else is wrong. */
    private void revoke() {
        try {
            apply.accept(Revoked.without(started.dataFolder(), applied.sources()));
        } catch (IOException e) {
            LOG.atError()
                    .addKeyValue(LogKeys.WHY, e.getClass().getSimpleName())
                    .log("it cannot be read which secrets are revoked; those that counted count on");
        }
    }

    private void apply(Configuration next) {
        apply.accept(next.sources());
        applied = next;
    }

    private static Map<Path, String> look(Set<Path> files) {
        var seen = new TreeMap<Path, String>();
        for (var file : files) {
            seen.put(file, stamp(file));
        }
        return seen;
    }

    private static String stamp(Path file) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
        } catch (IOException absent) {
            return "absent";
        }
    }
}
