package dev.longstop.effect;

/**
 * A deed at a target that knows no keys: what is said carries a mark, and is looked for before it is said again (U1).
 *
 * <p>What is found is done. Where it cannot be looked for, it is a question for a person, whatever the policy: never a
 * second comment in silence.
 */
public final class MarkedDeed implements Deed {

    private final Deed deed;
    private final Search search;

    /** A deed that is searched for before any repetition. */
    public MarkedDeed(Deed deed, Search search) {
        this.deed = deed;
        this.search = search;
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
            return deed.perform(claimed);
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
        return deed.perform(claimed);
    }
}
