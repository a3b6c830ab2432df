package dev.longstop.verification.simulation;

import dev.longstop.verification.simulation.Tables.Leased;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which leases of one kind of work were given, renewed, settled and taken back, kept apart from the store, to be
 * compared with its table.
 *
 * <p>Each method gives what is wrong with what it is told (I4, I5), if anything.
 */
final class LeaseBook {

    /** A lease as it was given. */
    record Given(long id, long token, String owner, long untilMs) {}

    /** One row's history. */
    private static final class Page {
        long highestToken;
        Optional<Given> current = Optional.empty();
        int answers;
        int lapses;
        int released;
    }

    private final Map<Long, Page> pages = new TreeMap<>();
    private final Set<String> gone = new HashSet<>();

    private Page page(long id) {
        return pages.computeIfAbsent(id, i -> new Page());
    }

    /** A process is gone: its leases may be taken back before they lapse. */
    void gone(String owner) {
        gone.add(owner);
    }

    /** A lease was given. */
    Optional<String> claimed(Given lease) {
        var page = page(lease.id());
        if (page.current.isPresent()) {
            return Optional.of("two leases: " + lease + " while " + page.current.get());
        }
        if (lease.token() <= page.highestToken) {
            return Optional.of("a token that is not new: " + lease + ", highest " + page.highestToken);
        }
        page.highestToken = lease.token();
        page.current = Optional.of(lease);
        return Optional.empty();
    }

    /** A lease was made longer. */
    Optional<String> renewed(Given lease) {
        var page = page(lease.id());
        if (!holds(page, lease.token())) {
            return Optional.of("renewed without being current: " + lease + ", current " + page.current);
        }
        page.current = Optional.of(lease);
        return Optional.empty();
    }

    /** Somebody settled under a token; {@code wrote} says whether the store took it, {@code answers} what it counts. */
    Optional<String> settled(long id, long token, int answers, boolean wrote) {
        var page = page(id);
        if (wrote != holds(page, token)) {
            return Optional.of((wrote ? "settled without being current: id " : "current, and was not let settle: id ")
                    + id + " token " + token + ", current " + page.current);
        }
        if (wrote) {
            page.current = Optional.empty();
            page.answers += answers;
            page.released += 1 - answers;
        }
        return Optional.empty();
    }

    /** Work was ended by somebody else than its holder, such as a person: what the holder still says is refused. */
    void ended(long id) {
        var page = page(id);
        page.released += page.current.isPresent() ? 1 : 0;
        page.current = Optional.empty();
    }

    /** The work's callback was quicker than its answer; without a lease the answer was counted before. */
    void called(long id) {
        var page = page(id);
        page.answers += page.current.isPresent() ? 1 : 0;
        page.current = Optional.empty();
    }

    /** Work is to be done again with all attempts before it. */
    void requeued(long id) {
        var page = page(id);
        page.released += page.answers + page.lapses;
        page.answers = 0;
        page.lapses = 0;
    }

    /** Work was taken back from its holder at an instant. */
    Optional<String> reclaimed(long id, long nowMs) {
        var page = page(id);
        var current = page.current;
        if (current.isEmpty()) {
            return Optional.of("taken back from nobody: id " + id);
        }
        if (current.get().untilMs() > nowMs && !gone.contains(current.get().owner())) {
            return Optional.of("taken back at " + nowMs + " from its holder: " + current.get());
        }
        page.current = Optional.empty();
        page.lapses++;
        return Optional.empty();
    }

    private static boolean holds(Page page, long token) {
        return page.current.map(lease -> lease.token() == token).orElse(false);
    }

    /** Compares the lease in the table with the one that was given. */
    Optional<String> compare(Leased row) {
        var current = page(row.id()).current;
        boolean same = row.running()
                ? current.map(lease -> lease.token() == row.token()
                                && lease.untilMs() == row.untilMs().orElse(-1))
                        .orElse(false)
                : current.isEmpty();
        return same ? Optional.empty() : Optional.of("the table says " + row + ", the holder has " + current);
    }

    /** Whether the table counted as this book did, and no more than is allowed (I5). */
    Optional<String> count(Leased row, int attemptsMax, int lapsesMax) {
        var page = page(row.id());
        if (row.attempts() != page.answers || row.lapses() != page.lapses) {
            return Optional.of(
                    "miscounted: " + row + " after " + page.answers + " answers, " + page.lapses + " lapses");
        }
        if (row.attempts() > attemptsMax || row.lapses() > lapsesMax) {
            return Optional.of("more than " + attemptsMax + " attempts or " + lapsesMax + " lapses: " + row);
        }
        int claims = page.answers + page.lapses + page.released + (row.running() ? 1 : 0);
        return claims == page.highestToken
                ? Optional.empty()
                : Optional.of("claims that nothing accounts for: " + row + ", accounted for " + claims);
    }
}
