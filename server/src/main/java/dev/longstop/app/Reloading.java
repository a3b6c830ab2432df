package dev.longstop.app;

import dev.longstop.config.Configuration;
import dev.longstop.config.ConfigurationFile.Checked;
import dev.longstop.config.Problem;
import dev.longstop.inbox.Source;
import dev.longstop.telemetry.LogKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the configuration again when a file of it has changed, and when the operator asks for it: all of it or nothing.
 *
 * <p>What is sound is taken over at once for the sources: secrets, contracts, rules. With any error in it nothing is,
 * and the last good secrets serve until their end. What else differs takes effect at the next start. <i>Threads</i>:
 * {@link #turn} is called by one thread; {@link #want} by any.
 */
final class Reloading {

    private static final Logger LOG = LoggerFactory.getLogger(Reloading.class);

    private final Supplier<Checked> again;
    private final Consumer<Map<String, Source>> apply;
    private final AtomicBoolean wanted = new AtomicBoolean();
    private Configuration running;
    private Set<Path> files = Set.of();
    private Map<Path, String> seen = new TreeMap<>();
    private boolean begun;

    /** A reader of one configuration, which runs now. */
    Reloading(Configuration running, Supplier<Checked> again, Consumer<Map<String, Source>> apply) {
        this.running = running;
        this.again = again;
        this.apply = apply;
    }

    /** Asks for a reading, whether anything has changed or not. */
    void want() {
        wanted.set(true);
    }

    /** Reads again if that is asked for, or if a file is not as it was when it was read. */
    void turn() {
        if (!begun) {
            // A file may have changed between the start's reading and the first look at it.
            begun = true;
            read().configuration().ifPresent(checked -> apply.accept(checked.sources()));
        } else if (wanted.getAndSet(false) || !seen.equals(look(files))) {
            take(read());
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

    private void take(Checked checked) {
        if (checked.configuration().isEmpty()) {
            LOG.atError()
                    .addKeyValue(
                            LogKeys.WHY,
                            checked.problems().stream()
                                    .filter(Problem::isError)
                                    .map(Problem::toString)
                                    .collect(Collectors.joining("; ")))
                    .log("the configuration is not read again, since it has errors; what ran goes on");
            return;
        }
        var next = checked.configuration().get();
        apply.accept(next.sources());
        boolean more = !next.agents().keySet().equals(running.agents().keySet())
                || !next.door().equals(running.door())
                || !next.admin().listen().equals(running.admin().listen());
        running = next;
        LOG.atInfo()
                .addKeyValue(LogKeys.COUNT, next.sources().size())
                .log("the configuration was read again; its sources count from now on");
        if (more) {
            LOG.warn("the configuration differs in more than sources; the rest counts from the next start on");
        }
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
