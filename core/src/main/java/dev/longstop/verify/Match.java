package dev.longstop.verify;

import dev.longstop.contract.Secret;
import dev.longstop.verify.Verdict.Reason;
import dev.longstop.verify.Verdict.Rejected;
import dev.longstop.verify.Verdict.Verified;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Tries every key, so that the time it takes does not say which one matched. */
final class Match {

    private Match() {}

    /** The verdict of trying all keys: the first that fits and counts decides. */
    static <K> Verdict any(List<K> keys, Function<K, Secret> secret, Predicate<K> fits, long wallMs) {
        Verdict verdict = new Rejected(Reason.WRONG_SIGNATURE);
        for (var key : keys) {
            if (fits.test(key) && !(verdict instanceof Verified)) {
                verdict = secret.apply(key).countsAt(wallMs)
                        ? new Verified(Optional.of(secret.apply(key)))
                        : new Rejected(Reason.EXPIRED_SECRET);
            }
        }
        return verdict;
    }
}
