package dev.longstop.proof;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a trial found out.
 *
 * @param version the program's
 * @param store what kind of store it was tried on, in words
 * @param plan how much was tried
 * @param findings one for each promise
 * @param tookMs how long all of it took, in milliseconds
 */
public record Report(String version, String store, Plan plan, List<Finding> findings, long tookMs) {

    public Report {
        findings = List.copyOf(findings);
    }

    /** Whether every promise was shown to hold. */
    public boolean held() {
        return findings.size() == Promise.values().length
                && findings.stream().allMatch(finding -> finding.verdict() == Verdict.HELD);
    }

    /** The report for programs. */
    public ObjectNode json() {
        var json = JsonMapper.shared()
                .createObjectNode()
                .put("held", held())
                .put("version", version)
                .put("store", store)
                .put("seed", plan.seed())
                .put("kills", plan.kills())
                .put("jobs", plan.jobs())
                .put("poll_seconds", plan.pollSeconds())
                .put("seconds", tookMs / 1_000.0);
        var promises = json.putArray("promises");
        findings.forEach(finding -> {
            var one = promises.addObject()
                    .put("number", finding.promise().number())
                    .put("promise", finding.promise().words())
                    .put("verdict", finding.verdict().words())
                    .put("seconds", finding.tookMs() / 1_000.0);
            finding.tried().forEach(one.putArray("tried")::add);
            finding.wrong().forEach(one.putArray("wrong")::add);
        });
        return json;
    }
}
