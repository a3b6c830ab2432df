package dev.longstop.platform;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a platform's words stand for: where a job is, whatever its platform calls that. */
public enum Meaning {
    /** Not begun. */
    QUEUED,
    /** At work. */
    RUNNING,
    /** Waits for somebody. */
    WAITING,
    /** The platform does not know it any more. */
    LOST,
    /** Over; the outcome is not read yet. */
    ENDED,
    /** Over, as wished. */
    SUCCEEDED,
    /** Over, and not as wished. */
    FAILED,
    /** Over, since somebody ended it. */
    CANCELLED,
    /** Over, since its time ran out. */
    EXPIRED,
    /** The platform does not know it, or not yet: said in a body, as HTTP says it by 404. */
    NOT_FOUND;

    /** The word in platform data. */
    public String word() {
        return this == NOT_FOUND ? "@notFound" : name().toLowerCase(Locale.ROOT);
    }

    /** The meaning of a word of platform data. */
    static Optional<Meaning> of(String word) {
        return Arrays.stream(values())
                .filter(meaning -> meaning.word().equals(word))
                .findFirst();
    }

    /** Whether it says how the work ended. */
    public boolean outcome() {
        return switch (this) {
            case SUCCEEDED, FAILED, CANCELLED, EXPIRED -> true;
            case QUEUED, RUNNING, WAITING, LOST, ENDED, NOT_FOUND -> false;
        };
    }

    /** Whether it says that the work is over. */
    public boolean over() {
        return outcome() || this == ENDED;
    }
}
