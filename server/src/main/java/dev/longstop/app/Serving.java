package dev.longstop.app;

import dev.longstop.config.Configuration;
import dev.longstop.config.ConfigurationFile.Checked;
import dev.longstop.telemetry.ErrorCode;
import java.util.function.Supplier;

/** What {@code serve} runs: the program itself. */
@FunctionalInterface
public interface Serving {

    /**
     * Serves until the process is asked to stop, or says at once why it cannot.
     *
     * @param again reads the configuration once more, when its files have changed
     */
    Ended serve(Configuration configuration, Supplier<Checked> again);

    /** How it ended. */
    sealed interface Ended {}

    /** It was asked to stop, and did. */
    record Stopped() implements Ended {}

    /**
     * It could not start.
     *
     * @param code the failure, which has a page
     * @param message what, where and what to do, in one line without secrets
     */
    record Refused(ErrorCode code, String message) implements Ended {}
}
