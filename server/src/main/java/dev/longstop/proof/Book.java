package dev.longstop.proof;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What a program says that it has: its runs, its jobs and its effects, once nothing is at work any more.
 *
 * @param quiet whether it came to that
 * @param runs the states of an event's runs, by the event's id as its sender knows it
 * @param jobs the states of jobs, by their names in {@link ScratchPlatforms}
 * @param effects how many effects there are in each state
 */
record Book(boolean quiet, Map<String, List<String>> runs, Map<String, String> jobs, Map<String, Integer> effects) {

    private static final long LOOK_EVERY_MS = 200;
    private static final Set<String> OPEN = Set.of("pending", "running", "waiting");

    Book {
        runs = Map.copyOf(runs);
        jobs = Map.copyOf(jobs);
        effects = Map.copyOf(effects);
    }

    /** Waits until nothing is at work any more, but not for ever, and reads the book. */
    static Book read(Site site, Program program, long atMostMs) {
        long looks = atMostMs / LOOK_EVERY_MS;
        while (looks > 0 && !(nothingOpen(site, program) && read(site, program).quiet)) {
            Patience.until(LOOK_EVERY_MS, () -> false);
            looks--;
        }
        return read(site, program);
    }

    /** Quick, so that the many looks do not take what the work needs; it proves nothing yet. */
    private static boolean nothingOpen(Site site, Program program) {
        for (var open : OPEN) {
            for (var list : List.of("runs", "effects")) {
                boolean known = list.equals("runs") || !open.equals("waiting");
                if (known
                        && !site.ask(program, "/api/" + list + "?limit=1&state=" + open)
                                .path(list)
                                .isEmpty()) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * One look has to see all runs: between a look for pending and one for running runs, one whose lease was lost goes
     * from the second to the first and is seen by neither.
     */
    private static Book read(Site site, Program program) {
        boolean quiet = true;
        var runs = new HashMap<String, List<String>>();
        for (var run : site.all(program, "runs")) {
            quiet &= !open(run);
            runs.computeIfAbsent(run.path("event_id").asString(""), id -> new ArrayList<>())
                    .add(state(run));
        }
        var effects = new HashMap<String, Integer>();
        for (var effect : site.all(program, "effects")) {
            quiet &= !open(effect);
            effects.merge(state(effect), 1, Integer::sum);
        }
        var jobs = new HashMap<String, String>();
        site.all(program, "jobs").forEach(job -> jobs.put(name(job), state(job)));
        return new Book(quiet, runs, jobs, effects);
    }

    /** What a job of the program's is called among those of all platforms. */
    static String name(JsonNode job) {
        return ScratchPlatforms.name(
                job.path("platform").asString(""), job.path("job_id").asString(""));
    }

    private static boolean open(JsonNode thing) {
        return OPEN.contains(state(thing));
    }

    private static String state(JsonNode thing) {
        return thing.path("state").asString("");
    }

    /** Whether a run in this state has ended. */
    static boolean ended(String state) {
        return !OPEN.contains(state) && !state.equals("held");
    }
}
