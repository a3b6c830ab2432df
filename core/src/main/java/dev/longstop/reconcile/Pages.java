package dev.longstop.reconcile;

import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.platform.Call;
import dev.longstop.platform.Reader;
import dev.longstop.platform.Reader.JobPage;
import dev.longstop.time.Time;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Reads a platform's list page by page, to the last one or to where nothing more is wanted.
 *
 * <p><i>Bounds</i>: at most {@value #PAGES_MAX} pages, and {@value #TIME_MS} ms until the last is asked for. <i>Threads
 * </i>: safe; blocks. Never throws for what a platform does.
 */
final class Pages {

    static final int PAGES_MAX = 100;
    private static final long TIME_MS = 60_000;
    private static final long DEADLINE_MS = 30_000;
    private static final int ANSWER_BYTES_MAX = 16 * 1024 * 1024;

    private final HttpCaller http;
    private final CallBudget budget;
    private final Time time;

    Pages(HttpCaller http, CallBudget budget, Time time) {
        this.http = http;
        this.budget = budget;
        this.time = time;
    }

    /**
     * Reads the list.
     *
     * @param first the request for the first page
     * @param more takes each page, and says whether the next one is wanted
     * @return whether the list was read as far as there is something in it, or as it was wanted; false where a page
     *     could not be had, or there were too many
     */
    boolean read(Reader reader, Call.Ready first, Predicate<JobPage> more) {
        long fromNanos = time.nanos();
        var next = Optional.of(first.uri());
        for (int page = 0; page < PAGES_MAX; page++) {
            var uri = next.get();
            var answer = send(first, uri);
            if (answer.isEmpty()) {
                return false;
            }
            var jobs = reader.page(uri, answer.get().headers(), answer.get().body());
            next = more.test(jobs) ? jobs.next() : Optional.empty();
            if (next.isEmpty()) {
                return true;
            }
            if (time.nanos() - fromNanos > TimeUnit.MILLISECONDS.toNanos(TIME_MS)) {
                return false;
            }
        }
        return false;
    }

    private Optional<Answered> send(Call.Ready first, URI uri) {
        budget.spend();
        var answer = http.call(
                new Request(first.method(), uri, first.headers(), first.body(), DEADLINE_MS, ANSWER_BYTES_MAX, false));
        if (!(answer instanceof Answered answered)) {
            return Optional.empty();
        }
        if (answered.status() == Asking.TOO_MANY) {
            budget.pause(answered.retryAfterMs(time.wallMs()).orElse(Asking.PAUSE_MS));
        }
        return answered.status() / 100 == 2 && !answered.cut() ? Optional.of(answered) : Optional.empty();
    }
}
