package dev.longstop.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which process tree an attempt is: enough to find it again after a crash, and never another one in its place.
 *
 * <p><i>Shape</i>: {@code pid=4711 start=123456 machine=<boot id>/<process namespace>}, at most 200 characters.
 *
 * @param pid the first process's number; also its session where it began one
 * @param start when it started, in ticks since the machine did; 0 where the machine does not say
 * @param machine this boot of this machine, and the namespace in which the number means something
 */
record ProcessMark(long pid, long start, String machine) {

    private static final Pattern SHAPE = Pattern.compile("pid=(\\d{1,18}) start=(\\d{1,18}) machine=(\\S{1,100})");

    /** The mark of a process of this machine. */
    static ProcessMark of(long pid) {
        return new ProcessMark(
                pid, SeenProcess.of(pid).map(SeenProcess::startTicks).orElse(0L), here());
    }

    /** The mark that a text stands for; empty if it is none. */
    static Optional<ProcessMark> parse(String text) {
        var mark = SHAPE.matcher(text);
        return mark.matches()
                ? Optional.of(
                        new ProcessMark(Long.parseLong(mark.group(1)), Long.parseLong(mark.group(2)), mark.group(3)))
                : Optional.empty();
    }

    /** Whether its numbers mean anything here and now. */
    boolean isOfHere() {
        return machine.equals(here());
    }

    /** This boot of this machine, and the namespace of its processes. */
    private static String here() {
        try {
            var boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), StandardCharsets.US_ASCII)
                    .strip();
            var namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return boot + "/" + namespace.replaceAll("\\D", "");
        } catch (IOException e) {
            return "unknown";
        }
    }

    @Override
    public String toString() {
        return "pid=" + pid + " start=" + start + " machine=" + machine;
    }
}
