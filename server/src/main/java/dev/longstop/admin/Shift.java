package dev.longstop.admin;

import java.util.Set;

/** Who works: what is to hear when people change what there is to do. */
public interface Shift {

    /** The agents that there are, by name. */
    Set<String> agents();

    /** Whom runs can be for: the agents, and what consumes the completions that platforms send. */
    Set<String> workers();

    /** There may be runs to claim. */
    void wake();

    /** Runs may be over whose attempts are in progress. */
    void look();
}
