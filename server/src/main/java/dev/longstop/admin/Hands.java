package dev.longstop.admin;

import dev.longstop.effect.Effects;
import dev.longstop.job.Jobs;
import dev.longstop.job.Launches;
import dev.longstop.loop.Wake;
import dev.longstop.reconcile.Canceller;
import dev.longstop.time.Time;
import java.util.Map;

/**
 * With what people act on jobs and effects.
 *
 * @param jobs merges what they say
 * @param effects does what they want of effects
 * @param launches keeps what platforms were asked for
 * @param cancellers by configured platform, who asks for a job's end
 * @param askers by configured platform, whom to wake when a job is to be asked for
 * @param time the clock
 */
public record Hands(
        Jobs jobs,
        Effects effects,
        Launches launches,
        Map<String, Canceller> cancellers,
        Map<String, Wake> askers,
        Time time) {

    public Hands {
        cancellers = Map.copyOf(cancellers);
        askers = Map.copyOf(askers);
    }
}
