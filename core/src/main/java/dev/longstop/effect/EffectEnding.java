package dev.longstop.effect;

import dev.longstop.queue.Backoff;
import dev.longstop.queue.RetrySettings;
import dev.longstop.time.Randomness;
import java.util.Optional;

/** How an attempt of an effect ended, as who performed it saw it. */
public sealed interface EffectEnding {

    /**
     * What becomes of the effect: a pure rule.
     *
     * @param attempts answers and silences had before this attempt
     */
    EffectNext next(EffectPolicy policy, int attempts, RetrySettings retry, Randomness randomness);

    /**
     * What the target said.
     *
     * @param status the HTTP status
     * @param text the beginning of the answer, for people
     */
    record Answer(int status, String text) {}

    /** The target says that it happened. */
    record Done(Answer answer) implements EffectEnding {
        @Override
        public EffectNext next(EffectPolicy policy, int attempts, RetrySettings retry, Randomness randomness) {
            return new EffectNext(EffectState.DONE, 1, 0, Optional.of("done"), Optional.of(answer));
        }
    }

    /**
     * The target says that it did not happen, and may be asked again.
     *
     * @param retryAfterMs the least delay that was asked for, in milliseconds
     */
    record Retry(Answer answer, Optional<Long> retryAfterMs) implements EffectEnding {
        @Override
        public EffectNext next(EffectPolicy policy, int attempts, RetrySettings retry, Randomness randomness) {
            boolean last = attempts + 1 >= retry.attemptsMax();
            return new EffectNext(
                    last ? EffectState.DEAD : EffectState.PENDING,
                    1,
                    last ? 0 : Backoff.delayMs(retry, attempts, retryAfterMs, randomness),
                    Optional.of("answered " + answer.status),
                    Optional.of(answer));
        }
    }

    /**
     * It was sent, and nothing is known: the answer did not come.
     *
     * @param quietMs the least delay before it is asked about, in milliseconds: the target may still be at work
     */
    record Unanswered(String why, long quietMs) implements EffectEnding {

        /** One that may be asked about at any time. */
        public Unanswered(String why) {
            this(why, 0);
        }

        @Override
        public EffectNext next(EffectPolicy policy, int attempts, RetrySettings retry, Randomness randomness) {
            boolean last = attempts + 1 >= retry.attemptsMax();
            var state = switch (policy) {
                case AT_LEAST_ONCE -> last ? EffectState.DEAD : EffectState.PENDING;
                case AT_MOST_ONCE -> EffectState.UNCERTAIN;
            };
            long delayMs = state.over() ? 0 : Backoff.delayMs(retry, attempts, Optional.of(quietMs), randomness);
            return new EffectNext(state, 1, delayMs, Optional.of(why), Optional.empty());
        }
    }

    /** It did not leave: nothing was sent, whatever the policy. */
    record Unsent(String why) implements EffectEnding {
        @Override
        public EffectNext next(EffectPolicy policy, int attempts, RetrySettings retry, Randomness randomness) {
            boolean last = attempts + 1 >= retry.attemptsMax();
            long delayMs = last ? 0 : Backoff.delayMs(retry, attempts, Optional.empty(), randomness);
            return new EffectNext(
                    last ? EffectState.DEAD : EffectState.PENDING, 1, delayMs, Optional.of(why), Optional.empty());
        }
    }

    /** Whether it happened cannot be found out: a person decides, whatever the policy. */
    record Uncertain(String why) implements EffectEnding {
        @Override
        public EffectNext next(EffectPolicy policy, int attempts, RetrySettings retry, Randomness randomness) {
            return new EffectNext(EffectState.UNCERTAIN, 1, 0, Optional.of(why), Optional.empty());
        }
    }

    /** The target says that it will never happen. */
    record Dead(Answer answer) implements EffectEnding {
        @Override
        public EffectNext next(EffectPolicy policy, int attempts, RetrySettings retry, Randomness randomness) {
            return new EffectNext(
                    EffectState.DEAD, 1, 0, Optional.of("answered " + answer.status), Optional.of(answer));
        }
    }

    /** It was not sent; we gave the attempt up, at a stop: due again at once, counted as nothing. */
    record Released(String why) implements EffectEnding {
        @Override
        public EffectNext next(EffectPolicy policy, int attempts, RetrySettings retry, Randomness randomness) {
            return new EffectNext(EffectState.PENDING, 0, 0, Optional.empty(), Optional.empty());
        }
    }
}
