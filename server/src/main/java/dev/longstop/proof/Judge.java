package dev.longstop.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the books of all sides say together: pure. */
final class Judge {

    private static final int NAMED_MAX = 5;

    private Judge() {}

    /** Every acknowledged event is there, once, and its work has ended. */
    static List<String> lost(Set<String> acknowledged, Book book) {
        var wrong = new ArrayList<String>();
        if (!book.quiet()) {
            wrong.add("work was still open when the waiting ended");
        }
        name(
                wrong,
                "acknowledged, and not there",
                acknowledged.stream().filter(id -> !book.runs().containsKey(id)).toList());
        name(
                wrong,
                "acknowledged, and its run has not ended",
                acknowledged.stream()
                        .filter(id -> !book.runs().getOrDefault(id, List.of()).stream()
                                .allMatch(Book::ended))
                        .toList());
        name(
                wrong,
                "one event, several runs",
                book.runs().entrySet().stream()
                        .filter(entry -> entry.getValue().size() > 1)
                        .map(Map.Entry::getKey)
                        .toList());
        return wrong;
    }

    /** How many runs ended how. */
    static Map<String, Integer> endings(Book book) {
        var endings = new TreeMap<String, Integer>();
        book.runs().values().forEach(states -> states.forEach(state -> endings.merge(state, 1, Integer::sum)));
        return endings;
    }

    /**
     * What each was asked for under a key.
     *
     * @param events the event by the body of a request
     * @param who who was asked, for people
     */
    static List<String> repeated(
            Map<String, List<String>> bodies, java.util.function.Function<String, String> events, String who) {
        var wrong = new ArrayList<String>();
        name(
                wrong,
                who + " got different requests under one key",
                bodies.entrySet().stream()
                        .filter(entry -> new HashSet<>(entry.getValue()).size() > 1)
                        .map(Map.Entry::getKey)
                        .toList());
        var keys = new HashMap<String, Set<String>>();
        bodies.forEach(
                (key, all) -> all.forEach(body -> keys.computeIfAbsent(events.apply(body), event -> new HashSet<>())
                        .add(key)));
        name(
                wrong,
                who + " got one event under several keys, and so did it several times",
                keys.entrySet().stream()
                        .filter(entry -> entry.getValue().size() > 1)
                        .map(Map.Entry::getKey)
                        .toList());
        return wrong;
    }

    /** Every run that ended had its effect, once. */
    static List<String> effects(Book book, Map<String, List<String>> arrived) {
        var wrong = new ArrayList<String>();
        var told = new HashSet<String>();
        arrived.values().forEach(told::addAll);
        name(
                wrong,
                "its run is done, and its effect did not arrive",
                book.runs().entrySet().stream()
                        .filter(entry -> entry.getValue().contains("done") && !told.contains(entry.getKey()))
                        .map(Map.Entry::getKey)
                        .toList());
        name(
                wrong,
                "an effect arrived of an event that is not there",
                told.stream().filter(event -> !book.runs().containsKey(event)).toList());
        return wrong;
    }

    /** What was launched several times has one launch. */
    static List<String> launches(List<ScratchPlatforms.Job> jobs) {
        var bodies = new HashMap<String, List<String>>();
        jobs.forEach(job -> bodies.put(job.name(), job.launches()));
        var wrong = new ArrayList<String>();
        name(
                wrong,
                "a launch was repeated with other content",
                bodies.entrySet().stream()
                        .filter(entry -> new HashSet<>(entry.getValue()).size() > 1)
                        .map(Map.Entry::getKey)
                        .toList());
        var events = new HashSet<String>();
        name(
                wrong,
                "one event launched several jobs",
                jobs.stream()
                        .map(ScratchPlatforms.Job::about)
                        .filter(about -> !events.add(about))
                        .toList());
        return wrong;
    }

    /** Jobs of the killed process whose end is not known here. */
    static List<String> unknownJobs(List<ScratchPlatforms.Job> jobs, Book book) {
        var wrong = new ArrayList<String>();
        name(
                wrong,
                "finished, and not known to be",
                jobs.stream()
                        .map(ScratchPlatforms.Job::name)
                        .filter(id -> !"succeeded".equals(book.jobs().get(id)))
                        .toList());
        return wrong;
    }

    /** How many keys came more than once. */
    static long twice(Map<String, List<String>> bodies) {
        return bodies.values().stream().filter(all -> all.size() > 1).count();
    }

    private static void name(List<String> wrong, String what, List<String> which) {
        if (!which.isEmpty()) {
            var first = String.join(", ", which.subList(0, Math.min(NAMED_MAX, which.size())));
            wrong.add(what + ": " + which.size() + ", such as " + first);
        }
    }
}
