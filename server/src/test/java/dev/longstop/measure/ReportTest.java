package dev.longstop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The report for programs and for people. */
class ReportTest {

    private static final Part.Times TIMES = new Part.Times(1.5, 2, 12, 40.25, 77);

    private static Report report(Optional<Part> closed, Optional<Long> resident, List<String> wrong) {
        var open =
                new Part(1_999.5, Map.of(Answer.ACCEPTED, 59_999L, Answer.CUT_OFF, 1L), TIMES, TIMES, Optional.of(0.4));
        return new Report(
                new Plan(2_000, 10, 20, 5, new Plan.Sending(256, 1_024, Plan.Agents.HANG)),
                new Report.Where("0.1.0", "SQLite, in a file of its own", "Linux amd64", "OpenJDK 17", 2),
                1_234,
                open,
                closed,
                resident,
                new Report.Check(60_001, Map.of("pending", 59_937L, "running", 64L), wrong));
    }

    private static Part full() {
        return new Part(12_000, Map.of(Answer.ACCEPTED, 75_000L), TIMES, TIMES, Optional.empty());
    }

    @Test
    void jsonHasWhatTheTableHas() {
        var json = JsonMapper.shared()
                .readTree(report(Optional.of(full()), Optional.of(300L << 20), List.of())
                        .json()
                        .toString());
        assertThat(json).isEqualTo(JsonMapper.shared().readTree("""
                {"sound": true,
                 "where": {"version": "0.1.0", "store": "SQLite, in a file of its own", "system": "Linux amd64",
                           "java": "OpenJDK 17", "processors": 2},
                 "plan": {"rate": 2000, "warm_up_seconds": 10, "seconds": 20, "full_seconds": 5, "connections": 256,
                          "bytes": 1024, "agents": "hang"},
                 "start_seconds": 1.234,
                 "open_loop": {"accepted_per_second": 1999.5, "answers": {"accepted": 59999, "cut_off": 1},
                   "latency_ms": {"p50": 1.5, "p90": 2.0, "p99": 12.0, "p99_9": 40.25, "max": 77.0},
                   "before_sending_ms": {"p50": 1.5, "p90": 2.0, "p99": 12.0, "p99_9": 40.25, "max": 77.0},
                   "processors": 0.4},
                 "closed_loop": {"accepted_per_second": 12000.0, "answers": {"accepted": 75000},
                   "latency_ms": {"p50": 1.5, "p90": 2.0, "p99": 12.0, "p99_9": 40.25, "max": 77.0},
                   "before_sending_ms": {"p50": 1.5, "p90": 2.0, "p99": 12.0, "p99_9": 40.25, "max": 77.0},
                   "processors": null},
                 "resident_bytes_max": 314572800,
                 "check": {"acknowledged": 60001, "runs": {"pending": 59937, "running": 64}, "wrong": []}}
                """));
    }

    @Test
    void whatIsWrongMakesItUnsound() {
        var report = report(Optional.empty(), Optional.empty(), List.of("acknowledged, and not in the inbox: 1"));
        assertThat(report.sound()).isFalse();
        assertThat(report.json().path("check").path("wrong")).hasSize(1);
        assertThat(report.json().path("closed_loop").isNull()).isTrue();
        assertThat(report.json().path("resident_bytes_max").isNull()).isTrue();
    }

    @Test
    void peopleReadATable() {
        assertThat(report(Optional.of(full()), Optional.of(300L << 20), List.of())
                        .lines())
                .allMatch(line -> line.length() <= 120)
                .anyMatch(line -> line.contains("2 processors, Linux amd64; OpenJDK 17; SQLite"))
                .anyMatch(line -> line.contains("open loop: 2,000 a second for 20 s"))
                .anyMatch(line -> line.contains("closed loop"))
                .anyMatch(line -> line.contains("first accepted") && line.contains("1.23 s"))
                .anyMatch(line -> line.contains("p50 1.50 ms") && line.contains("p99.9 40.25 ms"))
                .anyMatch(line -> line.contains("59,999 accepted, 1 cut off"))
                .anyMatch(line -> line.contains("not known on this system"))
                .anyMatch(line -> line.contains("300 MiB"))
                .anyMatch(line -> line.contains("59,937 pending, 64 running"));
    }

    @Test
    void memoryIsReadWhereTheSystemShowsIt() {
        assertThat(Usage.residentIn(List.of("Name:\tjava", "VmHWM:\t  204800 kB", "VmRSS:\t  100 kB")))
                .contains(204_800L * 1_024);
        assertThat(Usage.residentIn(List.of("Name:\tjava"))).isEmpty();
    }
}
