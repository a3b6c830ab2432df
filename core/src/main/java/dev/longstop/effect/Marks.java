package dev.longstop.effect;

/** The mark of an effect in a text: invisible where Markdown is shown, and found again by its words. */
final class Marks {

    private Marks() {}

    /** The mark of a key. */
    static String of(String idempotencyKey) {
        return "<!-- longstop:" + idempotencyKey + " -->";
    }
}
