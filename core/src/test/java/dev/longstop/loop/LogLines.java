package dev.longstop.loop;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The lines that a class logs while a test runs; they go nowhere else. */
public final class LogLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger;
    private final List<ILoggingEvent> lines = new ArrayList<>();

    private LogLines(Logger logger) {
        this.logger = logger;
    }

    /** Starts listening. */
    public static LogLines of(Class<?> type) {
        var lines = new LogLines((Logger) LoggerFactory.getLogger(type));
        lines.logger.setLevel(Level.DEBUG);
        lines.logger.setAdditive(false);
        lines.start();
        lines.logger.addAppender(lines);
        return lines;
    }

    @Override
    protected synchronized void append(ILoggingEvent line) {
        lines.add(line);
    }

    /** What was logged so far. */
    public synchronized List<ILoggingEvent> all() {
        return List.copyOf(lines);
    }

    /** What was logged so far at a level: the message and its fields. */
    public List<String> at(Level level) {
        return all().stream()
                .filter(line -> line.getLevel().equals(level))
                .map(line -> line.getFormattedMessage() + " "
                        + (line.getKeyValuePairs() == null ? List.of() : line.getKeyValuePairs()))
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setAdditive(true);
        logger.setLevel(null);
        stop();
    }
}
