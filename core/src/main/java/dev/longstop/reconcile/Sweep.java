package dev.longstop.reconcile;

import dev.longstop.job.AskedJob;
import dev.longstop.job.Ownership;
import dev.longstop.platform.Call;
import dev.longstop.platform.Listing;
import dev.longstop.platform.Reader.Document;
import dev.longstop.platform.Reader.JobPage;
import dev.longstop.platform.Reading;
import dev.longstop.platform.Variables;
import dev.longstop.time.Time;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks for many jobs at once, by their platform's list. A list spares calls and decides nothing: it tells which jobs
 * are still at work, or did not change; every other is asked for by itself, since lists leave things out.
 *
 * <p><i>Threads</i>: safe; blocks.
 */
final class Sweep {

    /** From so many jobs of one list on it is worth a call. */
    static final int FROM = 4;

    /** How far a list is asked for what came before it was last seen: lists lag behind, and clocks differ (H4). */
    private static final long OVERLAP_MS = 600_000;

    /** So often a job is asked for by itself, whatever the list says or does not say of it. */
    private static final int ALONE_EVERY = 10;

    private final Account account;
    private final Pages pages;
    private final Time time;

    Sweep(Account account, Pages pages, Time time) {
        this.account = account;
        this.pages = pages;
        this.time = time;
    }

    /**
     * What a sweep found.
     *
     * @param working jobs that are at work, and what was said of them
     * @param unchanged jobs that are as they were
     * @param alone jobs to be asked for by themselves
     * @param begunMs when the reading began, in epoch milliseconds of the store's time
     */
    record Swept(Map<AskedJob, Reading> working, List<AskedJob> unchanged, List<AskedJob> alone, long begunMs) {}

    /** Asks for jobs whose turn it is. */
    Swept of(List<AskedJob> jobs) {
        var swept = new Swept(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>(), time.nowMs());
        var lists = new LinkedHashMap<String, List<AskedJob>>();
        for (var job : jobs) {
            list(job)
                    .ifPresentOrElse(
                            list -> lists.computeIfAbsent(list, uri -> new ArrayList<>())
                                    .add(job),
                            () -> swept.alone.add(job));
        }
        lists.values().forEach(of -> {
            if (of.size() < FROM) {
                swept.alone.addAll(of);
            } else {
                sweep(of, swept);
            }
        });
        return swept;
    }

    /** Which list a job stands in; empty where it is to be asked for by itself. */
    private Optional<String> list(AskedJob job) {
        boolean alone = job.ownership() == Ownership.ORPHAN
                || job.endWanted()
                || !job.seen()
                || job.nudgedAtMs().isPresent()
                || job.asks() % ALONE_EVERY == 0
                || (job.answeredAtMs().isEmpty() && absentIsUnchanged());
        return alone
                ? Optional.empty()
                : call(job, "", "").map(ready -> ready.uri().toString());
    }

    private Optional<Call.Ready> call(AskedJob job, String oldestOpen, String watermark) {
        Variables variables = account.variables(job.key().jobId(), job.askWith())
                .and(Map.of("oldestOpen", oldestOpen, "watermark", watermark));
        return account.platform()
                .listing(variables)
                .filter(Call.Ready.class::isInstance)
                .map(Call.Ready.class::cast);
    }

    private boolean absentIsUnchanged() {
        return account.platform()
                .lists()
                .filter(Listing.Mode::absentIsUnchanged)
                .isPresent();
    }

    private void sweep(List<AskedJob> jobs, Swept swept) {
        var found = new HashMap<String, Document>();
        var wanted = Set.copyOf(jobs.stream().map(job -> job.key().jobId()).toList());
        long oldestMs = jobs.stream().mapToLong(AskedJob::startedAtMs).min().orElseThrow();
        long knownMs = jobs.stream()
                .mapToLong(job -> job.answeredAtMs().orElse(job.startedAtMs()))
                .min()
                .orElseThrow();
        boolean whole = call(jobs.get(0), instant(oldestMs), instant(knownMs))
                .filter(first -> pages.read(account.reader(), first, page -> take(page, wanted, found)))
                .isPresent();
        for (var job : jobs) {
            var document = Optional.ofNullable(found.get(job.key().jobId()));
            var reading = document.flatMap(said -> atWork(job, said));
            if (reading.isPresent()) {
                swept.working.put(job, reading.get());
            } else if (document.isEmpty() && whole && absentIsUnchanged()) {
                swept.unchanged.add(job);
            } else {
                swept.alone.add(job);
            }
        }
    }

    private static boolean take(JobPage page, Set<String> wanted, Map<String, Document> found) {
        page.entries().stream()
                .filter(entry -> wanted.contains(entry.jobId()))
                .forEach(entry -> found.putIfAbsent(entry.jobId(), entry.document()));
        return found.size() < wanted.size();
    }

    /** What a list says of a job that is at work; what is over, or not understood, is read by itself. */
    private Optional<Reading> atWork(AskedJob job, Document document) {
        var reader = account.reader();
        boolean second = reader.second(document, account.variables(job.key().jobId(), job.askWith()))
                .isPresent();
        return second
                ? Optional.empty()
                : Optional.of(reader.read(document))
                        .filter(reading ->
                                !reading.unmapped() && !reading.meaning().over());
    }

    private static String instant(long ms) {
        return Instant.ofEpochMilli(ms - OVERLAP_MS)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }
}
