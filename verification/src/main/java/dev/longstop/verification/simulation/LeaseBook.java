package dev.longstop.verification.simulation;

import dev.longstop.queue.Ending;
import dev.longstop.queue.Lease;
import dev.longstop.queue.RunState;
import dev.longstop.verification.simulation.Tables.RunRow;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which leases were given, renewed and settled, kept apart from the store, to be compared with its table.
 *
 * <p>Each method gives what is wrong with what it is told (I4, I5), if anything.
 */
final class LeaseBook {

    /** One run's history. */
    private static final class Page {
        long highestToken;
        Optional<Lease> current = Optional.empty();
        int answers;
        int lapses;
        int released;
    }

    private final Map<Long, Page> pages = new TreeMap<>();

    private Page page(long runId) {
        return pages.computeIfAbsent(runId, id -> new Page());
    }

    /** A lease was given in a commit at an instant. */
    Optional<String> claimed(Lease lease, long nowMs) {
        var page = page(lease.runId());
        if (lease.token() <= page.highestToken) {
            return Optional.of("a claim gave a token that is not new: " + lease + ", highest " + page.highestToken);
        }
        var before = page.current;
        if (before.isPresent()) {
            if (before.get().untilMs() > nowMs) {
                return Optional.of("two leases at " + nowMs + ": " + lease + " while " + before.get());
            }
            page.lapses++;
        }
        page.highestToken = lease.token();
        page.current = Optional.of(lease);
        return Optional.empty();
    }

    /** Somebody asked for more time; {@code renewed} is empty if it was refused. */
    Optional<String> renewed(Lease asked, Optional<Lease> renewed) {
        var page = page(asked.runId());
        if (renewed.isPresent()) {
            if (!holds(page, asked)) {
                return Optional.of("renewed without being current: " + asked + ", current " + page.current);
            }
            page.current = renewed;
        }
        return Optional.empty();
    }

    /** Somebody settled; {@code wrote} says whether the store took it. */
    Optional<String> settled(Lease lease, Ending ending, boolean wrote) {
        var page = page(lease.runId());
        if (wrote != holds(page, lease)) {
            return Optional.of((wrote ? "settled without being current: " : "current, and was not let settle: ") + lease
                    + ", current " + page.current);
        }
        if (wrote) {
            page.current = Optional.empty();
            if (ending instanceof Ending.Released) {
                page.released++;
            } else {
                page.answers++;
            }
        }
        return Optional.empty();
    }

    /** All leases but those of one owner were declared over by its start. */
    void voided(String owner) {
        for (var page : pages.values()) {
            if (page.current.isPresent() && !page.current.get().owner().equals(owner)) {
                page.current = Optional.empty();
                page.lapses++;
            }
        }
    }

    private static boolean holds(Page page, Lease lease) {
        return page.current.isPresent() && page.current.get().token() == lease.token();
    }

    /** Compares with a row of the table at an instant; a lease that lapsed may have been taken back in between. */
    Optional<String> compare(RunRow row, long nowMs) {
        var page = page(row.id());
        if (row.state() == RunState.RUNNING) {
            boolean same = page.current.isPresent()
                    && page.current.get().token() == row.leaseToken()
                    && page.current.get().untilMs() == row.leaseUntilMs().orElse(-1);
            return same
                    ? Optional.empty()
                    : Optional.of("a lease that nobody was given: " + row + ", given " + page.current);
        }
        if (page.current.isPresent()) {
            if (page.current.get().untilMs() > nowMs) {
                return Optional.of("a lease ended without its holder at " + nowMs + ": " + row + ", holder "
                        + page.current.get());
            }
            page.current = Optional.empty();
            page.lapses++;
        }
        return Optional.empty();
    }

    /** Whether the table counted as this book did, and no more than is allowed (I5). */
    Optional<String> count(RunRow row, int attemptsMax, int lapsesMax) {
        var page = page(row.id());
        if (row.attempts() != page.answers || row.lapses() != page.lapses) {
            return Optional.of("miscounted: " + row + " after " + page.answers + " answers and " + page.lapses + " lapses");
        }
        if (row.attempts() > attemptsMax || row.lapses() > lapsesMax) {
            return Optional.of("more than " + attemptsMax + " attempts or " + lapsesMax + " lapses: " + row);
        }
        long claims = (long) page.answers + page.lapses + page.released + (row.state() == RunState.RUNNING ? 1 : 0);
        return claims == page.highestToken
                ? Optional.empty()
                : Optional.of("claims that nothing accounts for: " + row + ", accounted for " + claims);
    }
}
