package dev.longstop.verification.bugs;

import dev.longstop.verification.simulation.Result;
import dev.longstop.verification.simulation.Scenario;
import dev.longstop.verification.simulation.Simulation;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Plays seeds with the classes that it was loaded among. What goes in and comes out are words, which both sides of a
 * class loader understand.
 */
public final class SeedsTrial implements Function<Collection<Long>, Map<Long, String>> {

    /** What stands for a seed that broke nothing. */
    static final String HELD = "held";

    /** Asked for by its name. */
    public SeedsTrial() {}

    /** For each seed the invariant that it broke, a blank, and what shows it; or {@link #HELD}. */
    @Override
    public Map<Long, String> apply(Collection<Long> seeds) {
        var simulation = Simulation.in(Path.of("target", "native"));
        var said = new TreeMap<Long, String>();
        for (long seed : seeds) {
            var result = simulation.run(Scenario.of(seed));
            said.put(seed, result instanceof Result.Broken broken ? broken.invariant() + " " + broken.what() : HELD);
        }
        return said;
    }

    /** Plays seeds among some classes. */
    @SuppressWarnings("unchecked") // It is this class, loaded once more.
    static Map<Long, String> among(ClassLoader classes, Collection<Long> seeds) {
        try {
            var trial = classes.loadClass(SeedsTrial.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();
            return ((Function<Collection<Long>, Map<Long, String>>) trial).apply(seeds);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the trial cannot be loaded among " + classes, e);
        }
    }
}
