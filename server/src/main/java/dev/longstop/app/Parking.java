package dev.longstop.app;

import dev.longstop.config.Configuration;
import dev.longstop.effect.Effects;
import dev.longstop.job.JobCounts;
import dev.longstop.queue.Runs;
import dev.longstop.store.Parked;
import dev.longstop.store.Reads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What waits in a store for something that the configuration lacks. <i>Source</i>: design section 4. */
public record Parking(List<Place> places) {

    public Parking {
        places = List.copyOf(places);
    }

    /**
     * What waits for one name.
     *
     * @param what an {@code agent}, {@code effect} or {@code platform}
     * @param name the name that the configuration lacks
     * @param row what waits: a {@code run}, {@code effect} or {@code job}
     * @param count how many there are; {@link Parked#COUNT_MAX} stands for that or more
     */
    public record Place(String what, String name, String row, long count) {}

    /** Looks into a store. */
    public static Parking of(Reads store, Configuration configuration) {
        var places = new ArrayList<Place>();
        add(places, "agent", "run", Runs.PARKED.read(store, configuration.workers()));
        add(
                places,
                "effect",
                "effect",
                Effects.PARKED.read(store, configuration.effects().keySet()));
        add(
                places,
                "platform",
                "job",
                JobCounts.PARKED.read(store, configuration.platforms().keySet()));
        return new Parking(places);
    }

    private static void add(List<Place> places, String what, String row, Map<String, Long> counts) {
        counts.forEach((name, count) -> places.add(new Place(what, name, row, count)));
    }
}
