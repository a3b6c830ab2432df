package dev.longstop.effect;

import dev.longstop.time.Time;

/**
 * A deed at a target that knows no keys: what is said carries a mark, and is looked for before it is said again (U1).
 *
 * <p>What is found is done. Where it cannot be looked for, it is a question for a person, whatever the policy: never a
 * second comment in silence. Looking tells nothing while the target may still be at work on what was sent, so it is
 * left alone for a while after a silence; what took too long to look for is not said: its lease may end meanwhile.
 */
public final class MarkedDeed implements Deed {

    /** How long a target is left alone that did not answer: GitHub gives a request up after ten seconds. */
    private static final long QUIET_MS = 15_000;

    private final Deed deed;
    private final Search search;
    private final Time time;
    private final long timeoutMs;

    /**
     * A deed that is searched for before any repetition.
     *
     * @param timeoutMs how long the deed itself may take, in milliseconds
     */
    public MarkedDeed(Deed deed, Search search, Time time, long timeoutMs) {
        this.deed = deed;
        this.search = search;
        this.time = time;
        this.timeoutMs = timeoutMs;
    }

    /** Looks whether something that carries an effect's mark is there. */
    @FunctionalInterface
    public interface Search {

        /** Looks. Never throws for what a target does. */
        Found look(Effect effect);
    }

    /** What looking gave. */
    public sealed interface Found {}

    /** It is there. */
    public record There(EffectEnding.Answer answer) implements Found {}

    /** It is not there. */
    public record NotThere() implements Found {}

    /** It cannot be told now, and perhaps later. */
    public record NotNow(String why) implements Found {}

    /** It cannot be told. */
    public record NeverTold(String why) implements Found {}

    @Override
    public EffectEnding perform(ClaimedEffect claimed) {
        boolean first = claimed.attempts() == 0 && claimed.lapses() == 0;
        if (first) {
            return say(claimed);
        }
        var found = search.look(claimed.effect());
        if (found instanceof There there) {
            return new EffectEnding.Done(there.answer());
        }
        if (found instanceof NotNow notNow) {
            return new EffectEnding.Unsent(notNow.why());
        }
        if (found instanceof NeverTold never) {
            return new EffectEnding.Uncertain(never.why());
        }
        boolean late = time.nowMs() + timeoutMs > claimed.lease().untilMs();
        return late ? new EffectEnding.Unsent("looking for it took too long") : say(claimed);
    }

    private EffectEnding say(ClaimedEffect claimed) {
        var ending = deed.perform(claimed);
        return ending instanceof EffectEnding.Unanswered silence
                ? new EffectEnding.Unanswered(silence.why(), QUIET_MS)
                : ending;
    }
}
