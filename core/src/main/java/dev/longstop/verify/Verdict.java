package dev.longstop.verify;

import dev.longstop.contract.Secret;
import java.util.Locale;
import java.util.Optional;

/** Whether a delivery is the sender's. */
public sealed interface Verdict {

    /**
     * It is.
     *
     * @param secret the secret or public key that showed it; empty where the contract asks for no proof
     */
    record Verified(Optional<Secret> secret) implements Verdict {}

    /**
     * It is not, or that cannot be known. The reason is for the operator; the caller learns only that it was refused.
     */
    record Rejected(Reason reason) implements Verdict {}

    /** Why a delivery was refused; those that stand later came nearer to being the sender's. */
    enum Reason {
        /** The place of the proof is absent or empty. */
        NO_SIGNATURE,
        /** The header with the proof was sent more than once: which one counts is anybody's guess. */
        REPEATED_SIGNATURE,
        /** The proof is not written as the contract says: prefix, alphabet, length. */
        MALFORMED_SIGNATURE,
        /** More signatures than any honest rotation has. */
        TOO_MANY_SIGNATURES,
        /** The body cannot be unpacked to the bytes that are signed. */
        BROKEN_BODY,
        /** Something that is signed is absent, or was sent more than once. */
        INCOMPLETE,
        /** The timestamp is absent, there twice, or not written as the contract says. */
        MALFORMED_TIMESTAMP,
        /** Nothing that we know of signed these bytes. */
        WRONG_SIGNATURE,
        /** It was sent too long ago: a replay, or a clock that is late. */
        STALE,
        /** It claims to be sent in the future: a clock that is ahead. */
        FROM_THE_FUTURE,
        /** It is a sender's token, for somebody else. */
        WRONG_CLAIMS,
        /** A secret signed it that does not count yet, or whose time is over. */
        EXPIRED_SECRET;

        /** The word in lists of rejections. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
