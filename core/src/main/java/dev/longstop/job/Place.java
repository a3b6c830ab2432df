package dev.longstop.job;

import java.util.List;

/** Which generation of a job an observation speaks of. */
enum Place {
    /** The newest. */
    SAME,
    /** One that is not opened yet. */
    NEWER,
    /** One that is over. */
    STALE,
    /** It does not say, and cannot be trusted to mean the newest: look now. */
    NUDGE;

    /**
     * The place of an observation.
     *
     * @param current the newest generation
     * @param older the platform's names of the generations before
     */
    static Place of(Job current, List<Epoch> older, Observation observation) {
        if (observation.reopens()) {
            return NEWER;
        }
        return observation
                .epoch()
                .map(epoch -> named(current, older, observation, epoch))
                .orElseGet(() -> unnamed(current, observation));
    }

    private static Place unnamed(Job current, Observation observation) {
        if (current.generation() == 1) {
            return SAME;
        }
        return switch (observation.channel()) {
            case PUSH -> NUDGE;
            case PULL, LAUNCH -> begunBefore(current, observation) ? STALE : SAME;
            case OPERATOR -> SAME;
        };
    }

    private static Place named(Job current, List<Epoch> older, Observation observation, Epoch epoch) {
        if (older.stream().anyMatch(name -> name.key().equals(epoch.key()))) {
            return STALE;
        }
        if (current.epoch().isEmpty()) {
            return SAME;
        }
        var standing = current.epoch().get();
        if (standing.key().equals(epoch.key())) {
            return SAME;
        }
        if (standing.order().isPresent() && epoch.order().isPresent()) {
            return epoch.order().get() > standing.order().get() ? NEWER : STALE;
        }
        // Another name and no order: what the platform says when asked now is the newest.
        if (!observation.channel().decides()) {
            return NUDGE;
        }
        return begunBefore(current, observation) ? STALE : NEWER;
    }

    private static boolean begunBefore(Job current, Observation observation) {
        return observation.readStartedAtMs() < current.openedAtMs();
    }
}
