package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.effect.ClaimedEffect;
import dev.longstop.effect.EffectBirth;
import dev.longstop.effect.EffectBirths;
import dev.longstop.effect.EffectEnding;
import dev.longstop.effect.EffectEnding.Answer;
import dev.longstop.effect.EffectOwner;
import dev.longstop.effect.EffectPolicy;
import dev.longstop.effect.EffectSettlement;
import dev.longstop.effect.EffectState;
import dev.longstop.effect.Effects;
import dev.longstop.effect.ReclaimedEffect;
import dev.longstop.inbox.Inbox;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.Slots;
import dev.longstop.store.Batch;
import dev.longstop.store.StoreFailure;
import dev.longstop.store.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What effects promise on every store: I7's second half, I8, and the queue's lease rules. */
public interface EffectContract {

    /** How long a lease of these tests lasts; they make rows older instead of waiting. */
    long LEASE_MS = 30_000;

    /** Three attempts, a minute doubling. */
    RetrySettings RETRY = new RetrySettings(3, 60_000, 3_600_000);

    /** The database of a test. */
    Stores stores();

    /** I8: every attempt carries the same key and the same bytes. */
    @Test
    default void everyAttemptCarriesTheSameKeyAndBytes() {
        born("comment", 1, EffectPolicy.AT_LEAST_ONCE, "ls-1");
        var first = claim(effects(), "p1", "comment").get(0);
        assertThat(settle(first, new EffectEnding.Unanswered("silence"))).isTrue();
        assertThat(claim(effects(), "p1", "comment")).isEmpty();
        rows().age(60_000);
        var second = claim(effects(), "p2", "comment").get(0);
        assertThat(second.effect().seed().request().body())
                .isEqualTo(first.effect().seed().request().body());
        assertThat(second.effect().seed().request().headers())
                .isEqualTo(first.effect().seed().request().headers());
        assertThat(second.effect().seed().idempotencyKey()).isEqualTo("ls-1");
        assertThat(second.attempts()).isEqualTo(1);
        assertThat(second.lease().token()).isEqualTo(2);
        assertThat(settle(second, new EffectEnding.Done(new Answer(201, "made"))))
                .isTrue();
        assertThat(rows().count("effect where state = 'done' and attempts = 2 and answer_status = 201 and"
                        + " answer = 'made'"))
                .isEqualTo(1);
    }

    /**
     * I7: one effect per owner, name and round; a second birth changes nothing. A key that two effects share is a bug,
     * loudly.
     */
    @Test
    default void anEffectIsBornOnce() {
        born("comment", 1, EffectPolicy.AT_LEAST_ONCE, "ls-1");
        born("comment", 1, EffectPolicy.AT_MOST_ONCE, "ls-2");
        assertThat(rows().texts("select idempotency_key from effect order by id"))
                .containsExactly("ls-1");
        born("comment", 2, EffectPolicy.AT_LEAST_ONCE, "ls-3");
        born("announce", 1, EffectPolicy.AT_LEAST_ONCE, "ls-4");
        assertThat(rows().count("effect")).isEqualTo(3);
        assertThatThrownBy(() -> born("other", 1, EffectPolicy.AT_LEAST_ONCE, "ls-4"))
                .isInstanceOf(StoreFailure.class);
    }

    /** Two nodes never perform the same effect at once. */
    @Test
    default void twoStoresNeverClaimTheSameEffect() {
        for (int round = 1; round <= 60; round++) {
            born("comment", round, EffectPolicy.AT_LEAST_ONCE, "ls-" + round);
        }
        var got = new ArrayList<Integer>();
        for (int i = 0; i < 40 && got.size() < 60; i++) {
            var one = effects().claim(request("p1", "comment", 4));
            var other = new Effects(stores().other(), Chance.HIGHEST).claim(request("p2", "comment", 4));
            Answers.of(one).forEach(claimed -> got.add(claimed.effect().seed().round()));
            Answers.of(other).forEach(claimed -> got.add(claimed.effect().seed().round()));
        }
        assertThat(got).hasSize(60).doesNotHaveDuplicates();
    }

    /** Effects that the configuration lacks are parked; no more are given than there is room for. */
    @Test
    default void effectsOutsideTheSlotsAreParked() {
        born("gone", 1, EffectPolicy.AT_LEAST_ONCE, "ls-1");
        for (int round = 1; round <= 5; round++) {
            born("comment", round, EffectPolicy.AT_LEAST_ONCE, "ls-c" + round);
        }
        assertThat(Answers.of(effects().claim(request("p1", "comment", 2))))
                .extracting(claimed -> claimed.effect().seed().round())
                .containsExactly(1, 2);
        try (var glance = stores().glance()) {
            assertThat(Effects.PARKED.read(glance, Set.of("comment"))).isEqualTo(Map.of("gone", 1L));
            assertThat(Effects.PARKED.read(glance, Set.of())).isEqualTo(Map.of("comment", 3L, "gone", 1L));
        }
    }

    /** J1, J2: what was about to be sent at most once, and whose sender is gone, is in front of a person. */
    @Test
    default void whatMayHaveBeenSentOnceIsUncertain() {
        born("mail", 1, EffectPolicy.AT_MOST_ONCE, "ls-1");
        born("mail", 2, EffectPolicy.AT_MOST_ONCE, "ls-2");
        born("mail", 3, EffectPolicy.AT_LEAST_ONCE, "ls-3");
        var claimed = claim(effects(), "p1", "mail");
        assertThat(Answers.of(effects().sending(claimed.get(0).lease()))).isTrue();
        assertThat(Answers.of(effects().sending(claimed.get(2).lease()))).isTrue();
        rows().age(LEASE_MS + 1_000);
        assertThat(Answers.of(effects().reclaim("p2", 0)))
                .extracting(ReclaimedEffect::state)
                .containsExactlyInAnyOrder(EffectState.UNCERTAIN, EffectState.PENDING, EffectState.PENDING);
        assertThat(rows().count("effect where state = 'uncertain' and round = 1 and outcome like 'it was sent%'"))
                .isEqualTo(1);
        var again = claim(effects(), "p2", "mail");
        assertThat(again).hasSize(2);
        // A new attempt was not sent yet.
        assertThat(rows().count("effect where state = 'running' and sent_at is null"))
                .isEqualTo(2);
        again.forEach(one ->
                assertThat(settle(one, new EffectEnding.Unanswered("silence"))).isTrue());
        assertThat(rows().count("effect where state = 'uncertain' and policy = 'at_most_once'"))
                .isEqualTo(2);
        assertThat(rows().count("effect where state = 'pending' and policy = 'at_least_once'"))
                .isEqualTo(1);
    }

    /** W1, I4: what a frozen process says after its lease was lost is not written, and nothing more may be sent. */
    @Test
    default void aLostLeaseWritesNothing() {
        born("comment", 1, EffectPolicy.AT_LEAST_ONCE, "ls-1");
        var frozen = claim(effects(), "p1", "comment").get(0);
        rows().age(LEASE_MS + 1_000);
        assertThat(Answers.of(effects().reclaim("p1", 60_000))).isEmpty();
        assertThat(Answers.of(effects().reclaim("p2", 0))).hasSize(1);
        var taken = claim(effects(), "p2", "comment").get(0);
        assertThat(Answers.of(effects().sending(frozen.lease()))).isFalse();
        assertThat(Answers.of(effects().renew(frozen.lease(), LEASE_MS))).isEmpty();
        assertThat(settle(frozen, new EffectEnding.Done(new Answer(200, "")))).isFalse();
        assertThat(Answers.of(effects().renew(taken.lease(), LEASE_MS))).isPresent();
        assertThat(settle(taken, new EffectEnding.Done(new Answer(200, "")))).isTrue();
        assertThat(settle(taken, new EffectEnding.Dead(new Answer(422, "")))).isFalse();
        assertThat(rows().texts("select state from effect order by id")).containsExactly("done");
    }

    /** I5: attempts and lapses are limited, and the last one ends it where a person sees it. */
    @Test
    default void attemptsAndLapsesAreLimited() {
        born("comment", 1, EffectPolicy.AT_LEAST_ONCE, "ls-1");
        for (int i = 0; i < 3; i++) {
            rows().age(3_600_000);
            settle(
                    claim(effects(), "p1", "comment").get(0),
                    new EffectEnding.Retry(new Answer(503, "busy"), Optional.empty()));
        }
        assertThat(rows().count("effect where state = 'dead' and attempts = 3 and outcome = 'answered 503'"))
                .isEqualTo(1);
        born("comment", 2, EffectPolicy.AT_LEAST_ONCE, "ls-2");
        for (int i = 1; i <= Effects.LAPSES_MAX; i++) {
            assertThat(claim(effects(), "p" + i, "comment")).hasSize(1);
            assertThat(Answers.of(effects().voidOlderLeases("next"))).hasSize(1);
        }
        assertThat(rows().count("effect where state = 'dead' and lapses = 5 and round = 2"))
                .isEqualTo(1);
        assertThat(claim(effects(), "p9", "comment")).isEmpty();
    }

    /** F7: what a target answers is kept, made safe and cut. */
    @Test
    default void hostileAnswersAreKept() {
        born("comment", 1, EffectPolicy.AT_LEAST_ONCE, "ls-1");
        var claimed = claim(effects(), "p1", "comment").get(0);
        var ending = new EffectEnding.Dead(new Answer(422, Letters.HOSTILE + "x".repeat(100_000)));
        assertThat(settle(claimed, ending)).isTrue();
        var answer = rows().texts("select answer from effect order by id").get(0);
        assertThat(answer).startsWith(Letters.TAMED).hasSizeLessThan(10_000);
    }

    /** A stop before it was sent counts as nothing. */
    @Test
    default void aReleasedEffectIsDueAtOnce() {
        born("comment", 1, EffectPolicy.AT_MOST_ONCE, "ls-1");
        for (int i = 0; i < 5; i++) {
            var claimed = claim(effects(), "p" + i, "comment").get(0);
            assertThat(claimed.attempts()).isZero();
            assertThat(settle(claimed, new EffectEnding.Released("stopping"))).isTrue();
        }
    }

    private void born(String name, int round, EffectPolicy policy, String key) {
        Answers.of(stores().one().submit(BIRTH, new EffectBirth(owner(), Sightings.effect(name, round, policy, key))));
    }

    private EffectOwner owner() {
        if (rows().count("run") == 0) {
            Answers.of(new Inbox(stores().one()).accept(Letters.one("e1", "1")));
        }
        return new EffectOwner.OfRun(
                rows().all("select min(id) from run", row -> row.getLong(1)).get(0));
    }

    private boolean settle(ClaimedEffect claimed, EffectEnding ending) {
        return Answers.of(effects().settle(new EffectSettlement(claimed, ending, RETRY)));
    }

    private Effects effects() {
        return new Effects(stores().one(), Chance.HIGHEST);
    }

    private static List<ClaimedEffect> claim(Effects effects, String owner, String name) {
        return Answers.of(effects.claim(request(owner, name, 10)));
    }

    private static ClaimRequest request(String owner, String name, int free) {
        return new ClaimRequest(owner, List.of(new Slots(name, free)), LEASE_MS, 100);
    }

    private Rows rows() {
        return new Rows(stores().one());
    }

    /** Gives birth to effects without the transition that a stage would write with them. */
    Batch<EffectBirth, Boolean> BIRTH = new Batch<>() {
        @Override
        public String name() {
            return "effect-birth";
        }

        @Override
        public List<Boolean> apply(Tx tx, List<EffectBirth> births) {
            EffectBirths.write(tx, births);
            return births.stream().map(birth -> true).toList();
        }
    };
}
