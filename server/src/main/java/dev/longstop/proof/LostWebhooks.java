package dev.longstop.proof;

import dev.longstop.app.Program;
import dev.longstop.proof.ScratchPlatforms.Job;
import dev.longstop.proof.ScratchPlatforms.Kind;
import dev.longstop.time.Patience;
import dev.longstop.time.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Has jobs finish elsewhere, of which no webhook ever comes, and looks when that is known. */
final class LostWebhooks {

    /** What asking, committing and our own looking may take on a busy machine, beyond the interval. */
    static final long ALLOWANCE_MS = 2_000;

    private static final long LAUNCHED_MS = 60_000;
    private static final long LOOK_EVERY_MS = 100;

    private final Site site;
    private final ScratchPlatforms platforms;
    private final Plan plan;
    private final Time time;

    LostWebhooks(Site site, ScratchPlatforms platforms, Plan plan, Time time) {
        this.site = site;
        this.platforms = platforms;
        this.plan = plan;
        this.time = time;
    }

    /**
     * When jobs were known to be finished.
     *
     * @param launched how many there were to be
     * @param jobs those that were launched
     * @param latenessMs how long after its finish each was known, by its name; those that never were are not in it
     */
    record Known(int launched, List<Job> jobs, Map<String, Long> latenessMs) {

        Known {
            jobs = List.copyOf(jobs);
            latenessMs = Map.copyOf(latenessMs);
        }

        long worstMs() {
            return latenessMs.values().stream().mapToLong(Long::longValue).max().orElse(0);
        }

        /** What is wrong with it. */
        List<String> wrong(long boundMs) {
            var wrong = new ArrayList<String>();
            if (jobs.size() != launched) {
                wrong.add("of " + launched + " jobs only " + jobs.size() + " were launched");
            }
            for (var job : jobs) {
                var late = latenessMs.get(job.name());
                if (late == null) {
                    wrong.add(job.name() + " finished, and that never became known");
                } else if (late > boundMs) {
                    wrong.add(job.name() + " was known " + seconds(late) + " after it had finished");
                }
            }
            return wrong;
        }
    }

    /** Launches jobs by events, waits until all have finished, and longer than it may take until that is known. */
    Known watch(Program program, Sender sender) {
        // A job of an earlier delivery may be launched only now: its run was cut off, and goes on when its lease is
        // over.
        var events = new HashSet<String>();
        var kinds = Kind.values();
        for (int i = 0; i < plan.jobs(); i++) {
            events.add(sender.post(program, kinds[i % kinds.length].starts()));
        }
        Patience.until(LAUNCHED_MS, () -> jobsOf(events).size() >= plan.jobs());
        var jobs = jobsOf(events);
        var seenNanos = new HashMap<String, Long>();
        long lastNanos = jobs.stream().mapToLong(Job::overNanos).max().orElse(time.nanos()) + boundMs() * 1_000_000;
        boolean open = true;
        while (open && !Thread.currentThread().isInterrupted()) {
            // Often enough to see how long it took, and seldom enough to leave the machine to those who work.
            Patience.until(LOOK_EVERY_MS, () -> false);
            boolean last = time.nanos() - lastNanos > 0;
            look(program, seenNanos);
            open = !last && !jobs.stream().allMatch(job -> seenNanos.containsKey(job.name()));
        }
        var latenessMs = new HashMap<String, Long>();
        jobs.stream()
                .filter(job -> seenNanos.containsKey(job.name()))
                .forEach(job -> latenessMs.put(
                        job.name(), (seenNanos.getOrDefault(job.name(), 0L) - job.overNanos()) / 1_000_000));
        return new Known(plan.jobs(), jobs, latenessMs);
    }

    private List<Job> jobsOf(Set<String> events) {
        return platforms.jobs().stream()
                .filter(job -> events.contains(job.about()))
                .toList();
    }

    private void look(Program program, Map<String, Long> seenNanos) {
        for (var job : site.all(program, "jobs")) {
            if (job.path("state").asString("").equals("succeeded")) {
                seenNanos.putIfAbsent(Book.name(job), time.nanos());
            }
        }
    }

    /** Until when after its finish a job has to be known, in milliseconds. */
    long boundMs() {
        return plan.pollSeconds() * 1_000L + ALLOWANCE_MS;
    }

    static String seconds(long ms) {
        return String.format(Locale.ROOT, "%.1f s", ms / 1_000.0);
    }
}
