package dev.longstop.job;

import java.util.Optional;

/**
 * What is still to happen with a generation, and when; instants in epoch milliseconds of the store's time.
 *
 * @param nextAskAtMs when it is to be asked for; empty once it is over, or where it is nobody's business
 * @param nudgedAtMs when a push last said "look now"
 * @param rescueDueAtMs when an outcome that a poll found counts as a rescue, unless a push comes before
 * @param slaAtMs by when its outcome is to be known
 * @param slaBreachedAtMs when that was found not to be so
 */
public record Agenda(
        Optional<Long> nextAskAtMs,
        Optional<Long> nudgedAtMs,
        Optional<Long> rescueDueAtMs,
        Optional<Long> slaAtMs,
        Optional<Long> slaBreachedAtMs) {

    /** A generation that is opened now. */
    static Agenda opened(Custody custody, long nowMs, MergeSettings settings) {
        boolean ours = custody.ownership().ours();
        return new Agenda(
                custody.followed() ? Optional.of(nowMs) : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                ours ? Optional.of(custody.startedAtMs() + settings.slaMs()) : Optional.empty(),
                Optional.empty());
    }

    /** The same, to be asked for at an instant or not at all. */
    Agenda asking(Optional<Long> atMs) {
        return new Agenda(atMs, nudgedAtMs, rescueDueAtMs, slaAtMs, slaBreachedAtMs);
    }

    /** The same, nudged. */
    Agenda nudged(long nowMs) {
        return new Agenda(nextAskAtMs, Optional.of(nowMs), rescueDueAtMs, slaAtMs, slaBreachedAtMs);
    }

    /** The same, with the instant from which the outcome counts as a rescue, or without. */
    Agenda rescueDue(Optional<Long> atMs) {
        return new Agenda(nextAskAtMs, nudgedAtMs, atMs, slaAtMs, slaBreachedAtMs);
    }

    /** The same with another deadline of the service level. */
    Agenda due(long atMs) {
        return new Agenda(nextAskAtMs, nudgedAtMs, rescueDueAtMs, Optional.of(atMs), slaBreachedAtMs);
    }

    /** Whether the service level was missed and nobody was told. */
    boolean breachedAt(long nowMs) {
        return slaBreachedAtMs.isEmpty()
                && slaAtMs.filter(atMs -> atMs <= nowMs).isPresent();
    }

    /** The same, the miss of the service level told. */
    Agenda breached(long nowMs) {
        return new Agenda(nextAskAtMs, nudgedAtMs, rescueDueAtMs, slaAtMs, Optional.of(nowMs));
    }
}
