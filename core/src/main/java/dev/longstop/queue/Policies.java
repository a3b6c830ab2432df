package dev.longstop.queue;

/** What governs the runs of each agent. */
@FunctionalInterface
public interface Policies {

    /** Nothing is governed. */
    Policies NONE = agent -> Policy.FREE;

    /** The policy of an agent; {@link Policy#FREE} for one that is not known. */
    Policy of(String agent);
}
