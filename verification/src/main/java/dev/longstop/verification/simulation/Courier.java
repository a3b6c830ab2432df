package dev.longstop.verification.simulation;

import dev.longstop.effect.ClaimedEffect;
import dev.longstop.effect.EffectPolicy;
import dev.longstop.effect.EffectSettlement;
import dev.longstop.effect.Effects;
import dev.longstop.loop.Step;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.Slots;
import java.util.List;

/**
 * Performs effects as their consumer will, which does not exist yet: claim, say that it is about to be sent where that
 * matters, send, settle. Blocks at each, so that a node may crash or stand still in between.
 */
final class Courier implements Step {

    /** How effects are tried again here. */
    static final RetrySettings RETRY = new RetrySettings(4, 200, 5_000);

    private final Effects effects;
    private final Target target;
    private final String owner;

    Courier(Effects effects, Target target, String owner) {
        this.effects = effects;
        this.target = target;
        this.owner = owner;
    }

    @Override
    public String name() {
        return "effects";
    }

    @Override
    public int turn() {
        effects.reclaim(owner, World.LEASE_MS).toCompletableFuture().join();
        var slots = List.of(new Slots(JobEffects.ANNOUNCE, 2), new Slots(JobEffects.CHARGE, 1));
        var request = new ClaimRequest(owner, slots, World.LEASE_MS, 2);
        var claimed = effects.claim(request).toCompletableFuture().join();
        claimed.forEach(this::perform);
        return claimed.size();
    }

    private void perform(ClaimedEffect claimed) {
        boolean atMostOnce = claimed.effect().seed().policy() == EffectPolicy.AT_MOST_ONCE;
        if (atMostOnce
                && !effects.sending(claimed.lease()).toCompletableFuture().join()) {
            return;
        }
        var ending = target.receive(claimed);
        effects.settle(new EffectSettlement(claimed, ending, RETRY))
                .toCompletableFuture()
                .join();
    }
}
