package dev.longstop.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a measurement saw.
 *
 * @param plan what was sent
 * @param where on what
 * @param startMs from the start of the program's process to the first delivery that it had accepted, in milliseconds
 * @param open deliveries at a rate that was fixed beforehand
 * @param closed as many as there was room for; empty if that was not asked for
 * @param residentBytesMax the most memory that the program had, if the system says
 * @param check what was looked for afterwards
 */
public record Report(
        Plan plan,
        Where where,
        long startMs,
        Part open,
        Optional<Part> closed,
        Optional<Long> residentBytesMax,
        Check check) {

    private static final double MIB = 1024 * 1024;

    /**
     * On what it was measured.
     *
     * @param version the program's
     * @param store what kind of store, in words
     * @param system the operating system and its kind of processor
     * @param java the Java machine
     * @param processors how many the machine has
     */
    public record Where(String version, String store, String system, String java, int processors) {

        /** This machine and this Java, which the program runs on, too. */
        static Where here(String version, String store) {
            return new Where(
                    version,
                    store,
                    property("os.name") + " " + property("os.arch"),
                    property("java.vm.name") + " " + property("java.runtime.version"),
                    Runtime.getRuntime().availableProcessors());
        }

        private static String property(String name) {
            return String.valueOf(System.getProperty(name));
        }

        private String words() {
            return processors + " processors, " + system + "; " + java + "; " + store;
        }
    }

    /**
     * What was looked for afterwards.
     *
     * @param acknowledged how many deliveries were acknowledged
     * @param runs how many runs there are in which state
     * @param wrong what is not as it has to be, a sentence each; empty if all is there
     */
    public record Check(int acknowledged, Map<String, Long> runs, List<String> wrong) {
        public Check {
            runs = Map.copyOf(runs);
            wrong = List.copyOf(wrong);
        }
    }

    /** Whether everything is there that was acknowledged, so that the numbers mean something. */
    public boolean sound() {
        return check.wrong.isEmpty();
    }

    /** For programs. */
    public ObjectNode json() {
        var json = JsonMapper.shared().createObjectNode().put("sound", sound());
        json.putObject("where")
                .put("version", where.version)
                .put("store", where.store)
                .put("system", where.system)
                .put("java", where.java)
                .put("processors", where.processors);
        json.putObject("plan")
                .put("rate", plan.perSecond())
                .put("warm_up_seconds", plan.warmUpSeconds())
                .put("seconds", plan.seconds())
                .put("full_seconds", plan.fullSeconds())
                .put("connections", plan.sending().connections())
                .put("bytes", plan.sending().bodyBytes())
                .put("agents", plan.sending().agents().name().toLowerCase(Locale.ROOT));
        json.put("start_seconds", startMs / 1_000.0);
        open.json(json.putObject("open_loop"));
        closed.ifPresentOrElse(part -> part.json(json.putObject("closed_loop")), () -> json.putNull("closed_loop"));
        residentBytesMax.ifPresentOrElse(
                bytes -> json.put("resident_bytes_max", bytes), () -> json.putNull("resident_bytes_max"));
        var checked = json.putObject("check").put("acknowledged", check.acknowledged);
        var runs = checked.putObject("runs");
        new TreeMap<>(check.runs).forEach(runs::put);
        check.wrong.forEach(checked.putArray("wrong")::add);
        return json;
    }

    /** For people, a line each; without what is wrong. */
    public List<String> lines() {
        var lines = new ArrayList<String>();
        lines.add(where.words());
        lines.add("");
        lines.add(format(
                "%d connections, bodies of %,d bytes, signed; agents that %s",
                plan.sending().connections(),
                plan.sending().bodyBytes(),
                plan.sending().agents() == Plan.Agents.HANG ? "hang" : "are done at once"));
        lines.add("");
        lines.add(row("start of the process to first accepted", format("%.2f s", startMs / 1_000.0)));
        lines.add("");
        lines.add(format(
                "open loop: %,d a second for %d s, after %d s that do not count",
                plan.perSecond(), plan.seconds(), plan.warmUpSeconds()));
        part(lines, open);
        lines.add("  latency, from the instant at which a delivery was to be sent to its answer:");
        times(lines, open.latency());
        lines.add("  how much of that had passed when it was sent:");
        times(lines, open.beforeSending());
        closed.ifPresent(part -> {
            lines.add("");
            lines.add(format(
                    "closed loop, as many as there is room for: %d s; each connection sends once it has its answer,",
                    plan.fullSeconds()));
            lines.add("so a stall makes fewer late ones here, and the latencies are no promise");
            part(lines, part);
            lines.add("  from the instant at which a delivery was sent to its answer:");
            times(lines, part.latency());
        });
        lines.add("");
        lines.add(row(
                "resident memory of the program, at most",
                residentBytesMax.map(bytes -> format("%.0f MiB", bytes / MIB)).orElse("not known on this system")));
        lines.add(row("acknowledged, and looked for afterwards", format("%,d", check.acknowledged)));
        lines.add(row("runs of them", words(new TreeMap<>(check.runs))));
        return lines;
    }

    private static void part(List<String> lines, Part part) {
        lines.add(row("  accepted a second", format("%,.0f", part.perSecond())));
        var kinds = new TreeMap<String, Long>();
        part.byKind().forEach((kind, count) -> kinds.put(kind.word().replace('_', ' '), count));
        lines.add(row("  answers, all of them", words(kinds)));
        lines.add(row(
                "  processors that the program kept busy",
                part.processors().map(it -> format("%.2f", it)).orElse("not known on this system")));
    }

    private static void times(List<String> lines, Part.Times times) {
        lines.add(format(
                "    p50 %.2f ms   p90 %.2f ms   p99 %.2f ms   p99.9 %.2f ms   longest %.2f ms",
                times.p50Ms(), times.p90Ms(), times.p99Ms(), times.p999Ms(), times.maxMs()));
    }

    private static String words(Map<String, Long> counts) {
        return counts.isEmpty()
                ? "none"
                : String.join(
                        ", ",
                        counts.entrySet().stream()
                                .map(entry -> format("%,d %s", entry.getValue(), entry.getKey()))
                                .toList());
    }

    private static String row(String what, String value) {
        return format("%-42s %s", what, value);
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
