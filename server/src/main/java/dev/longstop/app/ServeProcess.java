package dev.longstop.app;

import dev.longstop.config.Configuration;
import dev.longstop.config.ConfigurationFile.Checked;
import dev.longstop.loop.HangUp;
import dev.longstop.loop.StopSignal;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.ErrorCode;
import dev.longstop.telemetry.LogKeys;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@code serve} runs: a server for as long as the process is not asked to stop. */
public final class ServeProcess implements Serving {

    private static final long STOP_SPARE_MS = 60_000;
    private static final Logger LOG = LoggerFactory.getLogger(ServeProcess.class);

    @Override
    public Ended serve(Configuration configuration, Supplier<Checked> again) {
        var signal = StopSignal.listen(configuration.drainMs() + STOP_SPARE_MS);
        try (var server = Server.start(configuration, again)) {
            HangUp.listen(server::reload);
            LOG.atInfo()
                    .addKeyValue(LogKeys.PUBLIC, server.publicUrl())
                    .addKeyValue(LogKeys.ADMIN, server.adminUrl())
                    .log("ready");
            signal.await();
            LOG.info("stopping: no new deliveries; attempts in progress may drain");
        } catch (StoreFailure failure) {
            signal.stopped(1);
            return new Refused(failure.code(), Objects.requireNonNullElse(failure.getMessage(), "the store failed"));
        } catch (ListenFailure failure) {
            signal.stopped(1);
            return new Refused(ErrorCode.LISTEN_FAILED, String.valueOf(failure.getMessage()));
        } catch (UncheckedIOException failure) {
            signal.stopped(1);
            return new Refused(
                    ErrorCode.STORE_UNAVAILABLE,
                    failure.getMessage() + ": "
                            + Objects.requireNonNull(failure.getCause()).getMessage());
        }
        LOG.info("stopped");
        signal.stopped(0);
        return new Stopped();
    }
}
