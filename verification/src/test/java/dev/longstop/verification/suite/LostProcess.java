package dev.longstop.verification.suite;

import dev.longstop.http.HttpCaller;
import dev.longstop.store.Batch;
import dev.longstop.store.Store;
import dev.longstop.verification.suite.CommentTarget.Manner;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a process has of the world, its store and its calls, until it is lost at a moment that was chosen for it. */
final class LostProcess implements DecoratedStore, HttpCaller {

    /** When a process is lost. */
    enum Moment {
        /** Never. */
        NEVER,
        /** It has claimed the effect. */
        CLAIMED,
        /** It has written down that the request is about to be sent, where it does. */
        SENDING,
        /** It has looked whether the comment is there. */
        LOOKED,
        /** The request is about to leave. */
        UNSENT,
        /** The request left; the target is slow. */
        ON_ITS_WAY,
        /** The target took the comment; the answer is lost. */
        TAKEN,
        /** The target answered; nothing is written down. */
        UNRECORDED,
        /** What is written down is rolled back. */
        ROLLED_BACK,
        /** It is written down, and nobody heard of it. */
        RECORDED
    }

    /** Ends what the process was doing. An error, since no component may handle it. */
    static final class Lost extends Error {

        private static final long serialVersionUID = 1L;

        Lost() {
            super("the process is gone", null, false, false);
        }
    }

    private final Store store;
    private final HttpCaller http;
    private final CommentTarget target;
    private final Moment moment;

    LostProcess(Store store, HttpCaller http, CommentTarget target, Moment moment) {
        this.store = store;
        this.http = http;
        this.target = target;
        this.moment = moment;
    }

    @Override
    public Store inner() {
        return store;
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        return switch (batch.name()) {
            case "effect-claim" -> after(Moment.CLAIMED, store.submit(batch, item));
            case "effect-sending" -> after(Moment.SENDING, store.submit(batch, item));
            case "effect-settle" -> settle(batch, item);
            default -> store.submit(batch, item);
        };
    }

    private <I, O> CompletionStage<O> settle(Batch<I, O> batch, I item) {
        lostAt(Moment.UNRECORDED);
        if (moment == Moment.ROLLED_BACK) {
            var failed = new Failing(store).transactions(1).submit(batch, item).toCompletableFuture();
            if (!failed.isCompletedExceptionally()) {
                throw new IllegalStateException("it was to be rolled back");
            }
            throw new Lost();
        }
        return after(Moment.RECORDED, store.submit(batch, item));
    }

    /** Loses the process after a commit, if that did anything. */
    private <O> CompletionStage<O> after(Moment when, CompletionStage<O> commit) {
        boolean something = !List.of().equals(Answers.of(commit));
        if (something) {
            lostAt(when);
        }
        return commit;
    }

    @Override
    public Answer call(Request request, CompletableFuture<?> givenUp) {
        boolean says = request.method().equals("POST");
        if (says) {
            lostAt(Moment.UNSENT);
            if (moment == Moment.ON_ITS_WAY) {
                target.next(Manner.SLOW);
            }
        }
        var answer = http.call(request, givenUp);
        if (says) {
            lostAt(Moment.ON_ITS_WAY);
            lostAt(Moment.TAKEN);
        } else {
            lostAt(Moment.LOOKED);
        }
        return answer;
    }

    private void lostAt(Moment when) {
        if (when == moment) {
            throw new Lost();
        }
    }

    @Override
    public void close() {
        // Both belong to the test.
    }
}
