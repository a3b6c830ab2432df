package dev.longstop.blackbox;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads what {@code strace -f -y} wrote: which answers left before what they answer for was on the disk.
 *
 * <p>A line is {@code <thread> <call>(<file>...) = <result>}; a call that others overtook is two lines, the first with
 * {@code <unfinished ...>}, the second with {@code <... call resumed>}.
 */
final class SystemCalls {

    private static final Pattern LOG_WRITTEN = Pattern.compile("(\\d+) +pwrite64\\(\\d+<[^>]*-wal>.*");
    private static final Pattern SYNC_BEGUN = Pattern.compile("(\\d+) +f(?:data)?sync\\(\\d+<[^>]*-wal> .*");
    private static final Pattern SYNCED = Pattern.compile("(\\d+) +f(?:data)?sync\\(\\d+<[^>]*-wal>\\) += 0.*");
    private static final Pattern RESUMED = Pattern.compile("(\\d+) +<\\.\\.\\. f(?:data)?sync resumed>\\) += 0.*");
    private static final Pattern ANSWER =
            Pattern.compile("\\d+ +(?:write|writev|sendto|sendmsg)\\(.*HTTP/1\\.1 200 .*");

    private final List<String> sincePrevious = new ArrayList<>();
    private final List<String> early = new ArrayList<>();
    private final Set<String> syncing = new HashSet<>();
    private boolean written;
    private boolean synced;
    private int answers;

    private SystemCalls() {}

    /** Reads a trace in which one delivery after the other was answered. */
    static SystemCalls of(List<String> lines) {
        var calls = new SystemCalls();
        lines.forEach(calls::read);
        return calls;
    }

    private void read(String line) {
        sincePrevious.add(line);
        var written = LOG_WRITTEN.matcher(line);
        var begun = SYNC_BEGUN.matcher(line);
        var resumed = RESUMED.matcher(line);
        if (written.matches()) {
            this.written = true;
            synced = false;
        } else if (SYNCED.matcher(line).matches()) {
            synced = true;
        } else if (begun.matches()) {
            syncing.add(begun.group(1));
        } else if (resumed.matches() && syncing.remove(resumed.group(1))) {
            synced = true;
        } else if (ANSWER.matcher(line).matches()) {
            answer();
        }
    }

    private void answer() {
        answers++;
        if (!written || !synced) {
            early.add((written ? "written and not synced" : "not even written") + ":\n  "
                    + String.join("\n  ", sincePrevious));
        }
        sincePrevious.clear();
        written = false;
        synced = false;
    }

    /** How many answers left. */
    int answers() {
        return answers;
    }

    /** Those that left before the log was written and synced, each with the calls since the answer before it. */
    List<String> early() {
        return early;
    }
}
