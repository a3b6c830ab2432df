package dev.longstop.queue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A due run that may be claimed if its lane is free.
 *
 * @param runId the run
 * @param lane what must not run beside it
 * @param lapses leases lost before
 * @param urgent whether it goes ahead of others
 * @param dueAtMs since when it is due
 * @param bodyBytes what its delivery weighs
 * @param taken whether another run has its lane
 */
record Candidate(
        long runId, Optional<String> lane, int lapses, boolean urgent, long dueAtMs, long bodyBytes, boolean taken) {

    /** Urgent ones first, then those that are due longest. */
    static final Comparator<Candidate> ORDER = Comparator.comparing(Candidate::urgent)
            .reversed()
            .thenComparingLong(Candidate::dueAtMs)
            .thenComparingLong(Candidate::runId);

    /** The most body bytes of one claim; a single larger one still goes. */
    static final long BYTES_MAX = 16L << 20;

    /**
     * Which of the due runs one claim takes. A pure function.
     *
     * <p>One run a lane (I9); a run that lost two leases alone, so that it takes no neighbours with it when it brings
     * the process down; bounded by number and bytes.
     *
     * @param due the due runs in their order
     */
    static List<Candidate> choose(List<Candidate> due, int max) {
        var chosen = new ArrayList<Candidate>();
        Set<String> lanes = new HashSet<>();
        long bytes = 0;
        for (var run : due) {
            if (chosen.isEmpty() && run.solitary()) {
                return List.of(run);
            }
            bytes += run.bodyBytes;
            if (chosen.size() == max || (!chosen.isEmpty() && bytes > BYTES_MAX)) {
                break;
            }
            if (!run.solitary() && run.lane.map(lanes::add).orElse(true)) {
                chosen.add(run);
            }
        }
        return List.copyOf(chosen);
    }

    private boolean solitary() {
        return lapses >= RunSql.LAPSES_SUSPECT;
    }

    static Candidate read(ResultSet row) throws SQLException {
        return new Candidate(
                row.getLong(1),
                Optional.ofNullable(row.getString(2)),
                row.getInt(3),
                row.getInt(4) == 1,
                row.getLong(5),
                row.getLong(6),
                row.getInt(7) == 1);
    }
}
