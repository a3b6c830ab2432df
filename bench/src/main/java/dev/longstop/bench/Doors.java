package dev.longstop.bench;

import dev.longstop.contract.Contracts;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.inbox.Inbox;
import dev.longstop.inbox.Rule;
import dev.longstop.inbox.Source;
import dev.longstop.ingress.Acceptor;
import dev.longstop.ingress.Ingress;
import dev.longstop.ingress.IngressSettings;
import dev.longstop.measure.Deliveries;
import dev.longstop.queue.RunMode;
import dev.longstop.store.Batch;
import dev.longstop.store.ForwardingStore;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.SystemTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Longstop's real ingress with whatever stands behind it. */
final class Doors implements AutoCloseable {

    /** Connections that write where every delivery has a transaction of its own. */
    static final int WRITERS = 16;

    private static final long WAIT_S = 30;

    private final Vertx vertx = Vertx.vertx();
    private final Ingress ingress;
    private final int port;

    private Doors(Acceptor acceptor, UnaryOperator<IngressSettings> settings) {
        ingress = new Ingress(
                vertx,
                settings.apply(IngressSettings.of("127.0.0.1", 0)),
                Map.of("github", source()),
                new Ingress.Collaborators(acceptor, new SystemTime(), new Metrics(new SimpleMeterRegistry())));
        port = join(ingress.start());
    }

    /** Verified and answered, and nothing kept: what the store is measured against. */
    static Doors withoutStore() {
        return new Doors(Doors::said, UnaryOperator.identity());
    }

    /** Everything is committed by a store before it is answered. */
    static Doors with(Store store) {
        return new Doors(new Inbox(store)::accept, settings -> settings.before(store.dialect()));
    }

    /** The same with a transaction of its own for every delivery, over as many connections as the store has writers. */
    static Doors oneByOne(Store store) {
        return with(new Alone(store, new Turnstile()));
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        join(ingress.close());
        join(vertx.close().toCompletionStage());
    }

    private static CompletionStage<List<Outcome>> said(Acceptance acceptance) {
        return CompletableFuture.completedFuture(
                Collections.nCopies(acceptance.items().size(), new Outcome(Verdict.ACCEPTED, 1, false)));
    }

    private static Source source() {
        if (!(Contracts.builtIn("github") instanceof Contracts.Sound sound)) {
            throw new IllegalStateException("the contract github is not sound");
        }
        var rule = new Rule(List.of("issues.opened"), Map.of(), List.of("triage"), RunMode.LIVE);
        return new Source(
                "github",
                sound.contract(),
                List.of(new Secret("bench", Deliveries.SECRET, Optional.empty())),
                List.of(rule),
                List.of(),
                Optional.empty(),
                1 << 20,
                259_200_000,
                Source.Replays.HOLD);
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(WAIT_S, TimeUnit.SECONDS).join();
    }

    /** Lets as many through at once as there are connections that write; the others wait in their order. */
    private static final class Turnstile {

        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        private int free = WRITERS;

        void enter(Runnable work) {
            synchronized (this) {
                if (free == 0) {
                    waiting.add(work);
                    return;
                }
                free--;
            }
            work.run();
        }

        void leave() {
            Runnable next;
            synchronized (this) {
                next = waiting.poll();
                if (next == null) {
                    free++;
                    return;
                }
            }
            next.run();
        }
    }

    /** Makes every item fill a commit. */
    private static final class Alone extends ForwardingStore {

        private final Turnstile turnstile;

        Alone(Store store, Turnstile turnstile) {
            super(store);
            this.turnstile = turnstile;
        }

        @Override
        public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
            var outcome = new CompletableFuture<O>();
            turnstile.enter(() -> below.submit(new Filling<>(batch), item).whenComplete((said, failure) -> {
                turnstile.leave();
                if (failure == null) {
                    outcome.complete(said);
                } else {
                    outcome.completeExceptionally(failure);
                }
            }));
            return outcome;
        }
    }

    /** A kind of work whose every item weighs as much as a whole commit may. */
    private record Filling<I, O>(Batch<I, O> batch) implements Batch<I, O> {

        @Override
        public String name() {
            return batch.name();
        }

        @Override
        public Stream stream() {
            return batch.stream();
        }

        @Override
        public long bytes(I item) {
            return 10L << 20;
        }

        @Override
        public List<O> apply(Tx tx, List<I> items) {
            return batch.apply(tx, items);
        }
    }
}
