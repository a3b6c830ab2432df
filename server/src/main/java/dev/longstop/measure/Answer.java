package dev.longstop.measure;

import java.util.Locale;

/** What became of a delivery that was sent, or was to be. */
enum Answer {
    /** Success: new. */
    ACCEPTED,
    /** Success: known already. */
    DUPLICATE,
    /** Success: kept, and nothing started. */
    IGNORED,
    /** 429 or 503: come again later. */
    OVERLOADED,
    /** Any other answer. */
    REFUSED,
    /** The connection ended before the answer did. */
    CUT_OFF,
    /** Nothing came within the time that senders wait. */
    UNANSWERED,
    /** No connection was free for it in all that time. */
    UNSENT;

    private static final int OK = 200;

    /** Whether the sender was told that the event is kept. */
    boolean acknowledged() {
        return this == ACCEPTED || this == DUPLICATE || this == IGNORED;
    }

    /** Its name in reports. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** An answer by its status and body. */
    static Answer of(int status, String body) {
        if (status == OK) {
            return body.contains("\"duplicate\"") ? DUPLICATE : body.contains("\"ignored\"") ? IGNORED : ACCEPTED;
        }
        return status == 429 || status == 503 ? OVERLOADED : REFUSED;
    }
}
