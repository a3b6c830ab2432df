package dev.longstop.reconcile;

import dev.longstop.http.HttpCaller;
import dev.longstop.http.HttpCaller.Answered;
import dev.longstop.http.HttpCaller.Failed;
import dev.longstop.http.HttpCaller.Request;
import dev.longstop.platform.Call;
import dev.longstop.platform.Meaning;
import dev.longstop.platform.Reader;
import dev.longstop.platform.Reading;
import dev.longstop.platform.Variables;
import dev.longstop.time.Time;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks a platform for one job, with the second read where its data call for one.
 *
 * <p><i>Threads</i>: safe; blocks. Never throws for what a platform does.
 */
final class Asking {

    private static final long DEADLINE_MS = 30_000;
    private static final int ANSWER_BYTES_MAX = 4 * 1024 * 1024;

    /** What stands between us and the platform says these, and knows nothing of the job. */
    private static final Set<Integer> NOT_THE_PLATFORM = Set.of(502, 503, 504);

    static final int TOO_MANY = 429;

    /** For how long a platform is left alone that asks for a pause and does not say how long. */
    static final long PAUSE_MS = 10_000;

    private static final Set<Integer> ABSENT = Set.of(404, 410);
    private static final Set<Integer> REFUSED = Set.of(401, 403);

    private final HttpCaller http;
    private final CallBudget budget;
    private final Time time;

    Asking(HttpCaller http, CallBudget budget, Time time) {
        this.http = http;
        this.budget = budget;
        this.time = time;
    }

    /** What came of asking. */
    sealed interface Outcome {

        /** The word in metrics. */
        String word();
    }

    /**
     * The platform said where the job is.
     *
     * @param askWith what was said that is needed to ask again
     */
    record Told(Reading reading, Map<String, String> askWith) implements Outcome {
        @Override
        public String word() {
            return "answered";
        }
    }

    /** The platform does not know it, or not yet. */
    record Unknown() implements Outcome {
        @Override
        public String word() {
            return "not_found";
        }
    }

    /**
     * Nothing is known.
     *
     * @param word why, for metrics
     * @param why a sentence for people
     * @param notBeforeMs in how many milliseconds at the earliest to ask again
     */
    record Nothing(String word, String why, Optional<Long> notBeforeMs) implements Outcome {}

    /** Asks. */
    Outcome ask(Account account, Variables variables) {
        var call = account.platform().asking(variables);
        return call instanceof Call.Ready ready
                ? asked(account.reader(), variables, send(ready))
                : new Nothing("unfit", why(call), Optional.empty());
    }

    private Outcome asked(Reader reader, Variables variables, HttpCaller.Answer answer) {
        if (answer instanceof Failed failed) {
            return new Nothing("failed", failed.why(), Optional.empty());
        }
        var answered = (Answered) answer;
        if (unusable(answered)) {
            return refused(answered);
        }
        var document = reader.document(answered.body(), answered.status());
        return whole(reader, variables, document)
                .map(all -> understood(reader, all, answered))
                .orElseGet(() -> new Nothing("failed", "the second read of the job failed", Optional.empty()));
    }

    /** The document with its second read, where it calls for one; empty where that failed and is needed. */
    private Optional<Reader.Document> whole(Reader reader, Variables variables, Reader.Document document) {
        var second = reader.second(document, variables);
        if (second.isEmpty()) {
            return Optional.of(document);
        }
        var answer = second.filter(Call.Ready.class::isInstance).map(call -> send((Call.Ready) call));
        var read = answer.filter(Answered.class::isInstance)
                .map(Answered.class::cast)
                .filter(answered -> !unusable(answered))
                .filter(answered -> reader.takesSecondStatus() || answered.status() / 100 == 2)
                .map(answered -> reader.with(document, answered.body(), answered.status()));
        return read.or(() -> reader.takesSecondStatus() ? Optional.of(document) : Optional.empty());
    }

    private HttpCaller.Answer send(Call.Ready ready) {
        budget.spend();
        return http.call(new Request(
                ready.method(), ready.uri(), ready.headers(), ready.body(), DEADLINE_MS, ANSWER_BYTES_MAX, false));
    }

    private static Outcome understood(Reader reader, Reader.Document document, Answered answered) {
        var reading = reader.read(document);
        boolean known = !reading.unmapped();
        boolean success = answered.status() / 100 == 2;
        if (known && reading.meaning() == Meaning.NOT_FOUND) {
            return new Unknown();
        }
        if (success || (known && reader.decidesByStatus(document))) {
            return new Told(reading, reader.askWith(document));
        }
        if (ABSENT.contains(answered.status())) {
            return new Unknown();
        }
        var word = REFUSED.contains(answered.status()) ? "refused" : "failed";
        return new Nothing(word, "the platform answered " + answered.status(), Optional.empty());
    }

    private static boolean unusable(Answered answered) {
        return answered.status() == TOO_MANY || NOT_THE_PLATFORM.contains(answered.status()) || answered.cut();
    }

    private Outcome refused(Answered answered) {
        var after = answered.retryAfterMs(time.wallMs());
        if (answered.status() == TOO_MANY) {
            budget.pause(after.orElse(PAUSE_MS));
            return new Nothing("throttled", "the platform asks for a pause", after);
        }
        var why = answered.cut() ? "the answer is too long" : "the platform answered " + answered.status();
        return new Nothing("failed", why, after);
    }

    private static String why(Call.Filled call) {
        return call instanceof Call.Unfit unfit ? unfit.why() : "the call could not be made";
    }
}
