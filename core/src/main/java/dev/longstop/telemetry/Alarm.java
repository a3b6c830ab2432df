package dev.longstop.telemetry;

/**
 * Something that a person should look at.
 *
 * @param kind what it is, in a word of ours: {@code stuck}, {@code dead}, {@code rescue}
 * @param subject what it is about, as people look for it
 * @param sentence what happened, in words for three in the morning
 * @param command what to type next
 */
public record Alarm(String kind, String subject, String sentence, String command) {

    /** The alarm in one line. */
    public String line() {
        return kind + ": " + subject + ": " + sentence + "; next: " + command;
    }
}
