package dev.longstop.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a process has used, as its operating system says; empty where that says nothing.
 *
 * @param cpu processor time since its start
 * @param residentBytesMax the most memory that it had at once
 */
record Usage(Optional<Duration> cpu, Optional<Long> residentBytesMax) {

    private static final String PEAK = "VmHWM:";
    private static final long KIB = 1_024;

    /** That of a process until now. */
    static Usage of(long pid) {
        return new Usage(
                ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration()),
                resident(Path.of("/proc", Long.toString(pid), "status")));
    }

    private static Optional<Long> resident(Path status) {
        try {
            return residentIn(Files.readAllLines(status));
        } catch (IOException noSuchFile) {
            return Optional.empty();
        }
    }

    /** The most memory, by the lines of Linux's {@code /proc/.../status}. */
    static Optional<Long> residentIn(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(PEAK))
                .map(line -> line.replaceAll("\\D", ""))
                .filter(digits -> !digits.isEmpty())
                .map(digits -> Long.parseLong(digits) * KIB)
                .findFirst();
    }

    /** How many processors were busy on average since an earlier look. */
    Optional<Double> processorsSince(Usage earlier, double seconds) {
        return cpu.flatMap(now -> earlier.cpu.map(then -> now.minus(then).toNanos() / 1e9 / seconds));
    }
}
