package dev.longstop.admin;

import dev.longstop.effect.Effects;
import dev.longstop.job.Jobs;
import dev.longstop.loop.Wake;
import dev.longstop.time.Time;
import java.util.Map;

/**
 * With what people act on jobs and effects.
 *
 * @param jobs merges what they say
 * @param effects does what they want of effects
 * @param askers by configured platform, whom to wake when a job is to be asked for
 * @param time the clock
 */
public record Hands(Jobs jobs, Effects effects, Map<String, Wake> askers, Time time) {

    public Hands {
        askers = Map.copyOf(askers);
    }
}
