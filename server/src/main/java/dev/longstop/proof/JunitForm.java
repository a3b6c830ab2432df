package dev.longstop.proof;

import java.util.Locale;

/** A report as build servers read it: a test case for each promise, in the XML of JUnit's reports. */
public final class JunitForm {

    private JunitForm() {}

    /** The document. */
    public static String of(Report report) {
        var xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        var head = "<testsuite name=\"longstop verify\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\""
                + " time=\"%s\">\n";
        xml.append(head.formatted(
                report.findings().size(),
                count(report, Verdict.BROKEN, Verdict.NOT_SHOWN),
                count(report, Verdict.NOT_TRIED, Verdict.NOT_TRIED),
                seconds(report.tookMs())));
        xml.append("  <properties>\n");
        property(xml, "version", report.version());
        property(xml, "store", report.store());
        property(xml, "seed", String.valueOf(report.plan().seed()));
        property(xml, "kills", String.valueOf(report.plan().kills()));
        xml.append("  </properties>\n");
        report.findings().forEach(finding -> testCase(xml, finding));
        return xml.append("</testsuite>\n").toString();
    }

    private static void property(StringBuilder xml, String name, String value) {
        xml.append("    <property name=\"%s\" value=\"%s\"/>\n".formatted(name, escaped(value)));
    }

    private static void testCase(StringBuilder xml, Finding finding) {
        xml.append("  <testcase classname=\"longstop.verify\" name=\"%d: %s\" time=\"%s\">\n"
                .formatted(finding.promise().number(), escaped(finding.promise().words()), seconds(finding.tookMs())));
        var wrong = escaped(String.join("\n", finding.wrong()));
        var words = finding.verdict().words();
        xml.append(
                switch (finding.verdict()) {
                    case HELD -> "";
                    case BROKEN, NOT_SHOWN -> "    <failure message=\"%s\">%s</failure>\n".formatted(words, wrong);
                    case NOT_TRIED -> "    <skipped message=\"%s\"/>\n".formatted(wrong);
                });
        xml.append("    <system-out>%s</system-out>\n".formatted(escaped(String.join("\n", finding.tried()))));
        xml.append("  </testcase>\n");
    }

    private static long count(Report report, Verdict one, Verdict other) {
        return report.findings().stream()
                .map(Finding::verdict)
                .filter(verdict -> verdict == one || verdict == other)
                .count();
    }

    private static String seconds(long ms) {
        return String.format(Locale.ROOT, "%.3f", ms / 1_000.0);
    }

    /** As text or an attribute's value; what XML cannot hold becomes a question mark. */
    private static String escaped(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\\n\\t]]", "?")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
