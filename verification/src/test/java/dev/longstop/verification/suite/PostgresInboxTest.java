package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.inbox.Inbox;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.store.Batch;
import dev.longstop.store.Bulk;
import dev.longstop.store.ForwardingTx;
import dev.longstop.store.RowReader;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PostgresInboxTest implements InboxContract {

    /** All that is written of a run, but for its number, its instants and whether it is governed. */
    private static final String RUNS = """
            select concat_ws(' ', i.event_id, r.agent, r.round, r.source, r.lane, r.mode, r.urgent, r.state, r.held,
                r.attempts, r.due_at = r.created_at, r.ended_at = r.created_at, r.outcome)
            from run as r join inbox as i on i.seq = r.event_seq
            where i.source = '%s' order by r.id
            """;

    @RegisterExtension
    private static final PostgresStores STORES = new PostgresStores();

    @Override
    public Stores stores() {
        return STORES;
    }

    /**
     * What is known already is told from what is new, which is committed by then. If the connection is lost there, what
     * was new is so still, and whoever is to hear of a replay does.
     */
    @Test
    void whatWasCommittedOnTheWayIsNewWhenTheRestIsDoneAgain() {
        accept(Letters.watched("github", "known", "{}"));
        var together = new Together(new Hanging(STORES.one()));
        var inbox = new Inbox(together);
        var replay = inbox.accept(Letters.watched("github", "again", "{}", RunSeed.of("triage")));
        var other = inbox.accept(Letters.one("known", "{\"other\":1}"));
        var fresh = inbox.accept(Letters.several("new", "known"));
        Answers.of(together.commit());
        assertThat(Answers.of(replay)).singleElement().satisfies(outcome -> {
            assertThat(outcome.verdict()).isEqualTo(Verdict.ACCEPTED);
            assertThat(outcome.suspectedReplay()).isTrue();
        });
        assertThat(Answers.of(other)).extracting(Acceptance.Outcome::verdict).containsExactly(Verdict.MISMATCH);
        assertThat(Answers.of(fresh))
                .extracting(Acceptance.Outcome::verdict)
                .containsExactly(Verdict.ACCEPTED, Verdict.MISMATCH);
        var rows = new Rows(STORES.one());
        assertThat(rows.count("delivery")).isEqualTo(3);
        assertThat(rows.count("mismatch")).isEqualTo(2);
        assertThat(rows.texts("select state from run order by id")).contains("held", "pending");
    }

    /** Whole or by and by: the same events have the same runs. */
    @Test
    void runsAreTheSameWhateverGovernsThem() {
        takeInEverything(new Inbox(STORES.one()), "whole");
        takeInEverything(new Inbox(STORES.one(), GovernContract.GENEROUS), "governed");
        var rows = new Rows(STORES.one());
        var whole = rows.texts(RUNS.formatted("whole"));
        assertThat(whole).hasSize(8).anyMatch(run -> run.contains(" held suspected replay "));
        assertThat(rows.texts(RUNS.formatted("governed")).stream().map(run -> run.replace(" governed ", " whole ")))
                .containsExactlyElementsOf(whole);
    }

    private static void takeInEverything(Inbox inbox, String source) {
        var seeds = new RunSeed[] {
            new RunSeed("plain", RunMode.LIVE, Optional.empty(), Optional.empty(), false),
            new RunSeed("laned", RunMode.LIVE, Optional.of("a lane"), Optional.empty(), true),
            new RunSeed("shadow", RunMode.SHADOW, Optional.empty(), Optional.empty(), false),
            new RunSeed("held", RunMode.LIVE, Optional.empty(), Optional.of("someone asked for it"), false)
        };
        Answers.of(inbox.accept(Letters.watched(source, "e1", "{}", seeds)));
        Answers.of(inbox.accept(Letters.watched(source, "e2", "{}", seeds)));
    }

    private static void accept(Acceptance acceptance) {
        Answers.of(new Inbox(STORES.one()).accept(acceptance));
    }

    /** Ends its session when it is asked for the first time what stands for known keys. */
    private static final class Hanging implements DecoratedStore {

        private final Store inner;
        private boolean ended;

        Hanging(Store inner) {
            this.inner = inner;
        }

        @Override
        public Store inner() {
            return inner;
        }

        @Override
        public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
            return inner.submit(StoreContract.<I, O>batch(batch.name(), (tx, one) -> applied(batch, tx, one)), item);
        }

        private <I, O> O applied(Batch<I, O> batch, Tx tx, I item) {
            return batch.apply(new EndingTx(tx), List.of(item)).get(0);
        }

        private final class EndingTx extends ForwardingTx {

            EndingTx(Tx tx) {
                super(tx);
            }

            @Override
            public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
                if (!ended) {
                    ended = true;
                    below.query("-- test: end\nselect pg_terminate_backend(pg_backend_pid())", Map.of(), row -> 0);
                }
                return below.query(bulk, rows, reader);
            }
        }
    }
}
