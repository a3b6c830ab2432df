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
import dev.longstop.store.Joint;
import dev.longstop.store.RowReader;
import dev.longstop.store.Store;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresInboxTest implements InboxContract {

    /** All that is written of a run, but for its number, its instants and whether it is governed. */
    private static final String RUNS = """
            select concat_ws(' ', i.event_id, r.agent, r.round, r.source, r.lane, r.mode, r.urgent, r.state, r.held,
                r.attempts, r.due_at = r.created_at, r.ended_at = r.created_at, r.outcome)
            from run as r join inbox as i on i.seq = r.event_seq
            where i.source = '%s' order by i.event_id, r.agent
            """;

    @RegisterExtension
    private static final PostgresStores STORES = new PostgresStores();

    @Override
    public Stores stores() {
        return STORES;
    }

    /**
     * What is known already is told from what is new, which is committed by then. If the connection is lost there, or
     * before anybody read what the commit took, what was new is so still, and whoever is to hear of a replay does.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasCommittedOnTheWayIsNewWhenTheRestIsDoneAgain(boolean unread) {
        accept(Letters.watched("github", "known", "{}"));
        var ending = new Ending(STORES.one(), unread);
        var together = new Together(ending);
        var inbox = new Inbox(together);
        var replay = inbox.accept(Letters.watched("github", "again", "{}", RunSeed.of("triage")));
        var other = inbox.accept(Letters.one("known", "{\"other\":1}"));
        var fresh = inbox.accept(Letters.several("new", "known"));
        Answers.of(together.commit());
        assertThat(ending.committed)
                .as("tries that committed something on the way")
                .isEqualTo(2);
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
        assertThat(rows.texts("select state from run order by id")).containsExactly("held", "pending");
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

    /** Ends its session once something was committed on the way: at once, or when it is asked what stands of the rest. */
    private static final class Ending implements DecoratedStore {

        private final Store inner;
        private final boolean atOnce;
        private int committed;

        Ending(Store inner, boolean atOnce) {
            this.inner = inner;
            this.atOnce = atOnce;
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
            public <T> List<T> write(Joint joint, List<List<Object[]>> rows, boolean commits, RowReader<T> reader) {
                var written = below.write(joint, rows, commits, reader);
                committed++;
                end(atOnce);
                return written;
            }

            @Override
            public <T> List<T> query(Bulk bulk, List<Object[]> rows, RowReader<T> reader) {
                end(!atOnce);
                return below.query(bulk, rows, reader);
            }

            private void end(boolean now) {
                if (now && committed == 1) {
                    below.query("-- test: end\nselect pg_terminate_backend(pg_backend_pid())", Map.of(), row -> 0);
                }
            }
        }
    }
}
