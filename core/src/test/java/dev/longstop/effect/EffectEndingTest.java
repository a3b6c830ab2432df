package dev.longstop.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.IdempotencyKey;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.SeededChance;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class EffectEndingTest {

    private static final RetrySettings TWICE = new RetrySettings(2, 1_000, 1_000);

    private static final EffectEnding.Answer ANSWER = new EffectEnding.Answer(503, "busy");

    /**
     * J1, J2: what was sent and not answered is tried again with its key, or put in front of a person; never silent.
     */
    @Test
    void silenceIsUncertainWhereItMustNotHappenTwice() {
        var silence = new EffectEnding.Unanswered("no answer within 30 s");
        assertThat(state(silence, EffectPolicy.AT_LEAST_ONCE, 0)).isEqualTo(EffectState.PENDING);
        assertThat(state(silence, EffectPolicy.AT_LEAST_ONCE, 1)).isEqualTo(EffectState.DEAD);
        assertThat(state(silence, EffectPolicy.AT_MOST_ONCE, 0)).isEqualTo(EffectState.UNCERTAIN);
    }

    /** An answer that says no is an answer: it may be asked again under either policy. */
    @Test
    void aRefusalIsTriedAgain() {
        var refusal = new EffectEnding.Retry(ANSWER, Optional.empty());
        assertThat(state(refusal, EffectPolicy.AT_MOST_ONCE, 0)).isEqualTo(EffectState.PENDING);
        assertThat(state(refusal, EffectPolicy.AT_MOST_ONCE, 1)).isEqualTo(EffectState.DEAD);
        assertThat(state(new EffectEnding.Dead(ANSWER), EffectPolicy.AT_LEAST_ONCE, 0))
                .isEqualTo(EffectState.DEAD);
        assertThat(state(new EffectEnding.Released("stop"), EffectPolicy.AT_MOST_ONCE, 1))
                .isEqualTo(EffectState.PENDING);
    }

    /** J4, A17: the same parts give the same key for ever; parts that run together do not. */
    @Test
    void keysAreStableAndTellPartsApart() {
        assertThat(IdempotencyKey.ofRun("i", "triage", "github/e1", 1))
                .isEqualTo("ls-76d8f3992cf5ef9fbe280338eaaf4bc02c6a6a826861d2edb7ae346476ec4b54");
        assertThat(List.of("review", "triage").stream().map(agent -> IdempotencyKey.ofRun("i", agent, "github/e2", 1)))
                .as("two agents of one event")
                .doesNotHaveDuplicates()
                .doesNotContain(IdempotencyKey.ofRun("i", "triage", "github/e1", 1));
        assertThat(IdempotencyKey.ofEffect("i", "a", "bc", "1", "n"))
                .isNotEqualTo(IdempotencyKey.ofEffect("i", "ab", "c", "1", "n"));
        Assertions.assertThatThrownBy(() -> IdempotencyKey.ofEffect("i", "a\0b", "c", "1", "n"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static EffectState state(EffectEnding ending, EffectPolicy policy, int attempts) {
        return ending.next(policy, attempts, TWICE, new SeededChance(1)).state();
    }
}
