package dev.longstop.agent;

import dev.longstop.time.Patience;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All processes of one run's attempts on this machine, whoever their parents are by now.
 *
 * <p>A process belongs to the tree if it carries the run's idempotency key in its environment, or is in the session
 * that the command began, or descends from one that does. The first survives a parent's death and a change of
 * session, the second a cleaned environment. What takes all three off (a session of its own, no environment, no
 * parent) is not found.
 *
 * <p>On a machine without {@code /proc} only the descendants of a command that still runs are found.
 */
final class ProcessTree {

    private static final int ROUNDS_MAX = 8;
    private static final long KILL_MS = 1_000;

    /**
     * Parents before their children: a script whose child ends first goes on with its next line, and does what was to
     * be prevented.
     */
    private static final Comparator<SeenProcess> ELDEST_FIRST =
            Comparator.comparingLong(SeenProcess::startTicks).thenComparingLong(SeenProcess::pid);

    private final String idempotencyKey;
    private final Optional<ProcessHandle> first;
    private final long session;
    private final long notBeforeTicks;

    private ProcessTree(String idempotencyKey, Optional<ProcessHandle> first, long session, long notBeforeTicks) {
        this.idempotencyKey = idempotencyKey;
        this.first = first;
        this.session = session;
        this.notBeforeTicks = notBeforeTicks;
    }

    /** The tree that begins with a command just started, which began a session if {@code ownSession}. */
    static ProcessTree of(String idempotencyKey, ProcessHandle first, boolean ownSession) {
        long start = SeenProcess.of(first.pid()).map(SeenProcess::startTicks).orElse(0L);
        return new ProcessTree(idempotencyKey, Optional.of(first), ownSession ? first.pid() : 0, start);
    }

    /** What is left of a run's older attempts, of which one may have left a mark. */
    static ProcessTree leftBehind(String idempotencyKey, Optional<String> mark) {
        var here = mark.flatMap(ProcessMark::parse).filter(ProcessMark::isOfHere);
        // A number is not given again while a session has it: if another process has it now, nothing is left of the
        // session.
        var session = here.filter(known -> SeenProcess.of(known.pid())
                        .map(now -> now.startTicks() == known.start() && now.session() == known.pid())
                        .orElse(true))
                .map(ProcessMark::pid);
        return new ProcessTree(idempotencyKey, Optional.empty(), session.orElse(0L), 0);
    }

    /**
     * Ends the tree: asks all of it to end, and after the grace time makes what is left, until nothing is.
     *
     * <p><i>Bounds</i>: the grace time, and at most {@value #ROUNDS_MAX} rounds of a second more. An interrupt is
     * kept for later.
     *
     * @return whether nothing is left
     */
    boolean end(long graceMs) {
        boolean interrupted = Thread.interrupted();
        try {
            return SeenProcess.shown()
                    ? endSeen(graceMs)
                    : first.map(it -> endDescendants(it, graceMs)).orElse(true);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean endSeen(long graceMs) {
        var found = find();
        if (found.isEmpty()) {
            return true; // who is not there starts nothing
        }
        found.forEach(process -> process.end(false));
        Patience.until(graceMs, () -> noneRuns(found));
        // Those that end may have started others meanwhile.
        for (int round = 0; round < ROUNDS_MAX; round++) {
            var left = find();
            if (left.isEmpty()) {
                return true;
            }
            left.forEach(process -> process.end(true));
            Patience.until(KILL_MS, () -> noneRuns(left));
        }
        return find().isEmpty();
    }

    private static boolean noneRuns(Collection<SeenProcess> processes) {
        return processes.stream().noneMatch(SeenProcess::runs);
    }

    private List<SeenProcess> find() {
        long self = ProcessHandle.current().pid();
        var all = SeenProcess.all();
        var children = new HashMap<Long, List<SeenProcess>>();
        all.forEach(process -> children.computeIfAbsent(process.parent(), parent -> new ArrayList<>())
                .add(process));
        Set<SeenProcess> tree = new HashSet<>();
        for (var process : all) {
            if (process.pid() != self && belongs(process)) {
                add(process, children, tree);
            }
        }
        return tree.stream().sorted(ELDEST_FIRST).toList();
    }

    private boolean belongs(SeenProcess process) {
        if (process.startTicks() < notBeforeTicks) {
            return false;
        }
        return (session != 0 && process.session() == session)
                || first.map(it -> it.pid() == process.pid() && it.isAlive()).orElse(false)
                || process.hasVariable(CommandEnvironment.KEY, idempotencyKey);
    }

    private static void add(SeenProcess process, Map<Long, List<SeenProcess>> children, Set<SeenProcess> tree) {
        if (tree.add(process)) {
            children.getOrDefault(process.pid(), List.of()).forEach(child -> add(child, children, tree));
        }
    }

    /** What there is without {@code /proc}: the processes that descend from one that still runs, and this one. */
    static boolean endDescendants(ProcessHandle first, long graceMs) {
        var tree = Stream.concat(Stream.of(first), first.descendants()).toList();
        tree.forEach(ProcessHandle::destroy);
        if (!Patience.until(graceMs, () -> tree.stream().noneMatch(ProcessHandle::isAlive))) {
            tree.forEach(ProcessHandle::destroyForcibly);
        }
        return Patience.until(KILL_MS, () -> tree.stream().noneMatch(ProcessHandle::isAlive));
    }
}
