package dev.longstop.inbox;

import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import java.util.Optional;

/** The runs that completion events start: of an agent that no configuration can name, ahead of agents' work. */
public final class Feed {

    private Feed() {}

    /** The name of the agent that consumes what a platform sends. */
    public static String agent(String platform) {
        return "@" + platform;
    }

    /** The run of a completion event. It has no lane: what is merged may come in any order. */
    static RunSeed seed(String platform) {
        return new RunSeed(agent(platform), RunMode.LIVE, Optional.empty(), Optional.empty(), true);
    }
}
