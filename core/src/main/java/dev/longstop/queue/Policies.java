package dev.longstop.queue;

import dev.longstop.telemetry.Alarms;

/** What governs the runs of each agent. */
@FunctionalInterface
public interface Policies {

    /** Nothing is governed. */
    Policies NONE = agent -> Policy.FREE;

    /** The policy of an agent; {@link Policy#FREE} for one that is not known. */
    Policy of(String agent);

    /** Who is told when a limit trips. */
    default Alarms alarms() {
        return Alarms.none();
    }

    /** The same policies, with somebody who is told. */
    default Policies telling(Alarms alarms) {
        var policies = this;
        return policies == NONE
                ? NONE
                : new Policies() {
                    @Override
                    public Policy of(String agent) {
                        return policies.of(agent);
                    }

                    @Override
                    public Alarms alarms() {
                        return alarms;
                    }
                };
    }
}
