package dev.longstop.verification.platform;

import dev.longstop.time.Time;
import dev.longstop.verification.platform.FakePlatform.Course;
import dev.longstop.verification.platform.FakePlatform.Finish;
import dev.longstop.verification.platform.FakePlatform.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The jobs of a fake platform: those that were launched, and those that a script names.
 *
 * <p><i>Threads</i>: safe.
 */
final class FakeJobs {

    private static final int FIRST = 7_000_000;

    private final Optional<Time> time;
    private final boolean keyed;
    private final Map<String, Standing> standings = new TreeMap<>();
    private final Map<String, Job> launched = new LinkedHashMap<>();
    private final Map<String, Course> courses = new HashMap<>();
    private final List<String> bodies = new ArrayList<>();
    private String begun = "";
    private Optional<Course> course = Optional.empty();

    /**
     * No jobs yet.
     *
     * @param time the clock by which they finish; empty if they change by script alone
     * @param keyed whether the same key is the same job
     */
    FakeJobs(Optional<Time> time, boolean keyed) {
        this.time = time;
        this.keyed = keyed;
    }

    /**
     * How a job stands.
     *
     * @param sample the name of the recorded status that it answers with
     * @param since from when on; empty where no clock is kept
     */
    record Standing(String sample, Optional<Instant> since) {}

    /** What a job that is launched from now on answers with until it is told otherwise. */
    synchronized void beginAs(String sample) {
        begun = sample;
        course = Optional.empty();
    }

    /** What a job that is launched from now on does. */
    synchronized void beginOn(Course next) {
        if (time.isEmpty()) {
            throw new IllegalStateException("jobs that take a while need a clock");
        }
        begun = next.working();
        course = Optional.of(next);
    }

    /** A launch: a job begins, or the one that this key began keeps one more body. */
    synchronized Job launch(String key, String body) {
        bodies.add(body);
        var known = launched.values().stream()
                .filter(job -> keyed && !key.isEmpty() && job.key().equals(key))
                .findFirst();
        var job = known.map(one -> one.launchedAgain(body)).orElseGet(() -> begin(key, body));
        launched.put(job.id(), job);
        return job;
    }

    private Job begin(String key, String body) {
        var id = Integer.toString(FIRST + launched.size() + 1);
        answer(id, begun);
        course.ifPresent(taken -> courses.put(id, taken));
        var finish = course.flatMap(taken -> time.map(clock -> {
            long takesMs = taken.chance().below(taken.longestMs());
            return new Finish(clock.nanos() + takesMs * 1_000_000, clock.wallMs() + takesMs);
        }));
        return new Job(id, key, List.of(body), finish);
    }

    /** From now on a job answers with this status, whatever it was at. */
    synchronized void answer(String id, String sample) {
        courses.remove(id);
        standings.put(id, new Standing(sample, time.map(clock -> Instant.ofEpochMilli(clock.wallMs()))));
    }

    /** How a job stands now; empty if there is no such job. */
    synchronized Optional<Standing> standing(String id) {
        var taken = Optional.ofNullable(courses.get(id));
        var over = launched(id).flatMap(Job::finish).filter(this::isOver);
        if (taken.isPresent() && over.isPresent()) {
            courses.remove(id);
            var since = Optional.of(Instant.ofEpochMilli(over.get().wallMs()));
            standings.put(id, new Standing(taken.get().over(), since));
        }
        return Optional.ofNullable(standings.get(id)).filter(standing -> !standing.sample.isEmpty());
    }

    private boolean isOver(Finish finish) {
        return time.filter(clock -> clock.nanos() - finish.nanos() >= 0).isPresent();
    }

    /** A job that was launched; empty if it was not. */
    synchronized Optional<Job> launched(String id) {
        return Optional.ofNullable(launched.get(id));
    }

    /** The id of the job that a key began; empty if none did. */
    synchronized Optional<String> id(String key) {
        return launched.values().stream()
                .filter(job -> job.key().equals(key))
                .map(Job::id)
                .findFirst();
    }

    /** The ids of all of them, in alphabetical order. */
    synchronized List<String> ids() {
        return List.copyOf(standings.keySet());
    }

    /** Those that were launched, in the order in which they began. */
    synchronized List<Job> launched() {
        return List.copyOf(launched.values());
    }

    /** The bodies of all launches, in their order. */
    synchronized List<String> bodies() {
        return List.copyOf(bodies);
    }
}
