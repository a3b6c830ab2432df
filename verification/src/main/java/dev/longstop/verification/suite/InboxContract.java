package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.inbox.Inbox;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.RunMode;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.Runs;
import dev.longstop.queue.Slots;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;
import dev.longstop.time.SystemRandomness;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the inbox promises on every store: I1, I3, one event, one row, one run per agent. */
public interface InboxContract {

    /** The database of a test. */
    Stores stores();

    /** An inbox before a store. What it promises depends on nothing that governs its runs. */
    default Inbox inbox(Store store) {
        return new Inbox(store);
    }

    /** A5, A8, A21, S3, S4, R4: copies that come within milliseconds share a batch; the first alone is new. */
    @Test
    default void fiftyCopiesInOneBatchStartOneRun() {
        var together = new Together(stores().one());
        var inbox = inbox(together);
        var answers = IntStream.range(0, 50)
                .mapToObj(i -> inbox.accept(Letters.one("e1", "{}")))
                .toList();
        Answers.of(together.commit());
        var outcomes = Answers.of(answers).stream().map(list -> list.get(0)).toList();
        assertThat(outcomes.get(0).verdict()).isEqualTo(Verdict.ACCEPTED);
        assertThat(outcomes.subList(1, 50)).allMatch(outcome -> outcome.verdict() == Verdict.DUPLICATE);
        assertThat(outcomes)
                .extracting(Acceptance.Outcome::seq)
                .containsOnly(outcomes.get(0).seq());
        assertOneEventWithOneRun();
    }

    /** A5, A7, A25: the unique index decides between nodes; who loses is answered duplicate, not with an error. */
    @Test
    default void fiftyCopiesOverTwoStoresStartOneRun() {
        var one = inbox(stores().one());
        var other = inbox(stores().other());
        var answers = IntStream.range(0, 50)
                .mapToObj(i -> (i % 2 == 0 ? one : other).accept(Letters.one("e1", "{}")))
                .toList();
        var verdicts =
                Answers.of(answers).stream().map(list -> list.get(0).verdict()).toList();
        assertThat(Collections.frequency(verdicts, Verdict.ACCEPTED)).isEqualTo(1);
        assertThat(Collections.frequency(verdicts, Verdict.DUPLICATE)).isEqualTo(49);
        assertOneEventWithOneRun();
    }

    /** N3: two nodes that take in the same keys in opposite orders do not wait for each other for ever. */
    @Test
    default void oppositeKeyOrdersFromTwoStoresDoNotDeadlock() {
        var one = new Together(stores().one());
        var other = new Together(stores().other());
        int accepted = 0;
        for (int round = 0; round < 30; round++) {
            var keys = new ArrayList<String>();
            for (int i = 0; i < 40; i++) {
                keys.add("r" + round + "-" + i);
            }
            var answers = new ArrayList<CompletionStage<List<Acceptance.Outcome>>>();
            keys.forEach(key -> answers.add(inbox(one).accept(Letters.one(key, "{}"))));
            Collections.reverse(keys);
            keys.forEach(key -> answers.add(inbox(other).accept(Letters.one(key, "{}"))));
            var first = one.commit();
            Answers.of(other.commit());
            Answers.of(first);
            accepted += (int) Answers.of(answers).stream()
                    .filter(list -> list.get(0).verdict() == Verdict.ACCEPTED)
                    .count();
        }
        assertThat(accepted).isEqualTo(30 * 40);
        assertThat(rows().count("run")).isEqualTo(30 * 40);
        assertThat(rows().count("delivery")).isEqualTo(30 * 40);
    }

    /** S4, A27: the first content stays; what differs is kept as evidence and nobody is told what stood. */
    @Test
    default void otherContentUnderAKnownKeyIsRecordedAndNotApplied() {
        var inbox = inbox(stores().one());
        var first = accept(inbox, Letters.one("e1", "{\"a\":1}"));
        var second = accept(inbox, Letters.one("e1", "{\"a\":2}"));
        assertThat(second.verdict()).isEqualTo(Verdict.MISMATCH);
        assertThat(second.seq()).isEqualTo(first.seq());
        assertOneEventWithOneRun();
        assertThat(rows().all("select body from delivery order by id", row -> row.getBytes(1)))
                .containsExactly("{\"a\":1}".getBytes(StandardCharsets.UTF_8));
        assertThat(rows().count("mismatch where body_bytes = 7 and received_at = 1000"))
                .isEqualTo(1);
        assertThat(accept(inbox, Letters.one("e1", "{\"a\":1}")).verdict()).isEqualTo(Verdict.DUPLICATE);
    }

    /** A sender that lies does not fill the store: each content once, twenty of an event, also within one batch. */
    @Test
    default void mismatchesAreBounded() {
        var together = new Together(stores().one());
        var inbox = inbox(together);
        for (int batch = 0; batch < 3; batch++) {
            for (int i = 0; i < 15; i++) {
                inbox.accept(Letters.one("e1", "{\"a\":" + (batch * 15 + i) + "}"));
                inbox.accept(Letters.one("e1", "{\"a\":" + (batch * 15 + i) + "}"));
            }
            Answers.of(together.commit());
        }
        assertThat(rows().count("mismatch")).isEqualTo(20);
        assertThat(rows().count("(select distinct item_hash from mismatch) as hashes"))
                .isEqualTo(20);
    }

    /** S12, B1: marker and work are one commit; what fails after all its statements leaves nothing behind. */
    @Test
    default void whatFailsBeforeTheCommitIsTakenInWhenItComesAgain() {
        var inbox = inbox(new Failing(stores().one()).transactions(1));
        assertThatThrownBy(() -> accept(inbox, Letters.one("e1", "{}"))).isInstanceOf(StoreFailure.class);
        assertThat(rows().count("inbox")).isZero();
        assertThat(rows().count("delivery")).isZero();
        assertThat(accept(inbox, Letters.one("e1", "{}")).verdict()).isEqualTo(Verdict.ACCEPTED);
        assertOneEventWithOneRun();
    }

    /** B13: what was rolled back leaves gaps among the numbers, and nobody waits for what will never be there. */
    @Test
    default void gapsAmongTheNumbersHoldNothingUp() {
        var store = stores().one();
        var inbox = inbox(store);
        for (int i = 0; i < 5; i++) {
            var unkept = inbox(new Failing(store).transactions(1));
            assertThatThrownBy(() -> accept(unkept, Letters.one("lost", "{}"))).isInstanceOf(StoreFailure.class);
            assertThat(accept(inbox, Letters.one("e" + i, "{" + " ".repeat(i) + "}"))
                            .verdict())
                    .isEqualTo(Verdict.ACCEPTED);
        }
        var runs = new Runs(store, new SystemRandomness());
        var claimed = Answers.of(runs.claim(new ClaimRequest("p1", List.of(new Slots("triage", 9)), 30_000, 9)));
        assertThat(claimed.stream().map(run -> run.event().id())).containsExactly("e0", "e1", "e2", "e3", "e4");
    }

    /** An item's own error reaches only its caller. */
    @Test
    default void oneBadItemOfFortyFailsAlone() {
        var inbox = inbox(stores().one());
        var answers = IntStream.range(0, 40)
                .mapToObj(i -> inbox.accept(i == 17 ? unstorable() : Letters.one("e" + i, "{}")))
                .toList();
        for (int i = 0; i < 40; i++) {
            var answer = answers.get(i);
            if (i == 17) {
                assertThatThrownBy(() -> Answers.of(answer)).isInstanceOf(StoreFailure.class);
            } else {
                assertThat(Answers.of(answer).get(0).verdict()).isEqualTo(Verdict.ACCEPTED);
            }
        }
        assertThat(rows().count("inbox")).isEqualTo(39);
        assertThat(rows().count("delivery")).isEqualTo(39);
    }

    /** A batch of events: the delivery is kept once, and only if something in it is new. */
    @Test
    default void aDeliveryIsKeptOnlyIfItBringsSomethingNew() {
        var inbox = inbox(stores().one());
        Answers.of(inbox.accept(Letters.several("a", "b")));
        var verdicts = Answers.of(inbox.accept(Letters.several("b", "c", "c", "a"))).stream()
                .map(Acceptance.Outcome::verdict)
                .toList();
        assertThat(verdicts).containsExactly(Verdict.DUPLICATE, Verdict.ACCEPTED, Verdict.DUPLICATE, Verdict.DUPLICATE);
        Answers.of(inbox.accept(Letters.several("c", "a")));
        assertThat(rows().count("delivery")).isEqualTo(2);
        assertThat(rows().count("inbox")).isEqualTo(3);
        assertThat(rows().count("inbox where delivery_id not in (select id from delivery)"))
                .isZero();
    }

    /** D2, D5: where the id is not signed and no time is, the same body under a new id waits for a person. */
    @Test
    default void theSameBodyUnderAnotherIdIsHeld() {
        var inbox = inbox(stores().one());
        assertThat(accept(inbox, Letters.watched("github", "e1", "{}", RunSeed.of("triage")))
                        .suspectedReplay())
                .isFalse();
        var replay = accept(inbox, Letters.watched("github", "e2", "{}", RunSeed.of("triage"), RunSeed.of("review")));
        assertThat(replay.verdict()).isEqualTo(Verdict.ACCEPTED);
        assertThat(replay.suspectedReplay()).isTrue();
        assertThat(accept(inbox, Letters.watched("github", "e2", "{}")).verdict())
                .isEqualTo(Verdict.DUPLICATE);
        assertThat(rows().count("run where state = 'held' and held = 'suspected replay' and due_at is null"))
                .isEqualTo(2);
        assertThat(rows().count("inbox where suspected_replay = 1")).isEqualTo(1);
        assertThat(accept(inbox, Letters.watched("gitlab", "e3", "{}")).suspectedReplay())
                .isFalse();
        assertThat(accept(inbox, Letters.one("e4", "{}")).suspectedReplay()).isFalse();
    }

    /** The same within one batch: the first is taken as it is, the second is suspected; copies of the first are not. */
    @Test
    default void theSameBodyUnderAnotherIdInOneBatchIsHeld() {
        var together = new Together(stores().one());
        var inbox = inbox(together);
        var answers = Stream.of("e2", "e2", "e1")
                .map(id -> inbox.accept(Letters.watched("github", id, "{}", RunSeed.of("triage"))))
                .toList();
        Answers.of(together.commit());
        assertThat(Answers.of(answers))
                .extracting(list -> list.get(0).suspectedReplay())
                .containsExactly(false, false, true);
        assertThat(rows().texts("select state from run order by event_seq, id"))
                .containsExactlyInAnyOrder("pending", "held");
    }

    /** Where the source says so, a signed body under another, unsigned id is the same event and starts nothing. */
    @Test
    default void theSameBodyUnderAnotherIdMayBeTheSameEvent() {
        var inbox = inbox(stores().one());
        var first = accept(inbox, Letters.merging("e1", "{}"));
        var second = accept(inbox, Letters.merging("e2", "{}"));
        assertThat(first.verdict()).isEqualTo(Verdict.ACCEPTED);
        assertThat(second.verdict()).isEqualTo(Verdict.DUPLICATE);
        assertThat(second.seq()).isEqualTo(first.seq());
        assertThat(accept(inbox, Letters.merging("e1", "{}")).verdict()).isEqualTo(Verdict.DUPLICATE);
        assertOneEventWithOneRun();
        assertThat(accept(inbox, Letters.merging("e2", "{\"other\":1}")).verdict())
                .as("the id itself is still free")
                .isEqualTo(Verdict.ACCEPTED);
    }

    /** The same within one batch: the first of its body is the event, whatever the ids are. */
    @Test
    default void theSameBodyUnderAnotherIdInOneBatchMayBeTheSameEvent() {
        var together = new Together(stores().one());
        var inbox = inbox(together);
        var answers = Stream.of("e2", "e1", "e2", "e3")
                .map(id -> inbox.accept(Letters.merging(id, "{}")))
                .toList();
        Answers.of(together.commit());
        assertThat(Answers.of(answers))
                .extracting(list -> list.get(0).verdict())
                .containsExactly(Verdict.ACCEPTED, Verdict.DUPLICATE, Verdict.DUPLICATE, Verdict.DUPLICATE);
        assertOneEventWithOneRun();
    }

    /** A body without an id of its own is the same event for a while, from each time on that it was one. */
    @Test
    default void aBodyWithoutAnIdIsTheSameEventWithinItsWindow() {
        var inbox = inbox(stores().one());
        assertThat(at(inbox, 0)).isEqualTo(Verdict.ACCEPTED);
        assertThat(at(inbox, 999)).isEqualTo(Verdict.DUPLICATE);
        assertThat(at(inbox, 1_700)).as("the window of the first is over").isEqualTo(Verdict.ACCEPTED);
        assertThat(at(inbox, 2_400))
                .as("the next window began, that of the second is not over")
                .isEqualTo(Verdict.DUPLICATE);
        assertThat(at(inbox, 2_700)).isEqualTo(Verdict.ACCEPTED);
        assertThat(at(inbox, 9_000_000)).isEqualTo(Verdict.ACCEPTED);
        assertThat(at(inbox, 9_000_001)).isEqualTo(Verdict.DUPLICATE);
        assertThat(at(inbox, 500)).as("one that was late on its way").isEqualTo(Verdict.DUPLICATE);
        assertThat(rows().count("inbox where event_id_origin = 'body_hash'")).isEqualTo(4);
        assertThat(rows().count("run")).isEqualTo(4);
        assertThat(rows().count("delivery")).isEqualTo(4);
    }

    private static Verdict at(Inbox inbox, long ms) {
        return accept(inbox, Letters.unnamed("{}", 1_000_000 + ms, 1_000)).verdict();
    }

    /** The same in one batch: copies that come together are one event, whichever number it gets. */
    @Test
    default void aBodyThatComesAgainAfterItsWindowIsOneEvent() {
        accept(inbox(stores().one()), Letters.unnamed("{}", 1_000, 1_000));
        var together = new Together(stores().one());
        var inbox = inbox(together);
        var answers = Stream.of(5_000, 5_001, 5_002)
                .map(ms -> inbox.accept(Letters.unnamed("{}", ms, 1_000)))
                .toList();
        Answers.of(together.commit());
        var outcomes = Answers.of(answers).stream().map(list -> list.get(0)).toList();
        assertThat(outcomes)
                .extracting(Acceptance.Outcome::verdict)
                .containsExactly(Verdict.ACCEPTED, Verdict.DUPLICATE, Verdict.DUPLICATE);
        assertThat(outcomes.get(0).standsAs())
                .hasValueSatisfying(id -> assertThat(id).startsWith("hash:").endsWith(".4"));
        assertThat(rows().count("run")).isEqualTo(2);
    }

    /**
     * Of one delivery an event is new, another is known, and a third is one again after its window: the delivery is
     * kept once, with the two, and none of them is a replay of it.
     */
    @Test
    default void aDeliveryWhoseEventsAreNewKnownAndNewAgainIsKeptOnce() {
        accept(inbox(stores().one()), Letters.several("known"));
        accept(inbox(stores().one()), Letters.unnamed("{}", 1_000, 1_000));
        var again = Letters.unnamed("{}", 5_000, 1_000);
        var items = new ArrayList<>(again.items());
        items.addAll(Letters.several("known", "new").items());
        var mixed = new Acceptance(Letters.watched(again.delivery()), items, again.repeats());
        assertThat(Answers.of(inbox(stores().one()).accept(mixed)))
                .extracting(Acceptance.Outcome::verdict)
                .containsExactly(Verdict.ACCEPTED, Verdict.DUPLICATE, Verdict.ACCEPTED);
        assertThat(rows().count("delivery")).isEqualTo(3);
        assertThat(rows().count("inbox as i join delivery as d on d.id = i.delivery_id and d.received_at = 5000"))
                .isEqualTo(2);
        assertThat(rows().count("run where state = 'pending'")).isEqualTo(4);
        assertThat(rows().count("run")).isEqualTo(4);
    }

    /** F6, F7, F8: whatever a stranger wrote is taken in; derived text is made safe, the body stays as it was. */
    @Test
    default void hostileCharactersAreTakenIn() {
        var body = ("{\"x\":\"" + Letters.HOSTILE + "\"}").getBytes(StandardCharsets.UTF_16BE);
        var delivery = new Delivery(
                Letters.SOURCE,
                1_000,
                body,
                EventId.sha256(body),
                Letters.HOSTILE,
                Headers.of("x-hostile", Letters.HOSTILE),
                Optional.empty(),
                true);
        var lane = Optional.of(Letters.HOSTILE.repeat(300));
        var item = new Acceptance.Item(
                EventId.ofSender(Letters.HOSTILE.getBytes(StandardCharsets.UTF_8)),
                delivery.bodyHash(),
                Letters.HOSTILE,
                Letters.HOSTILE.repeat(5_000),
                lane,
                true,
                Optional.empty(),
                List.of(new RunSeed("triage", RunMode.LIVE, lane, Optional.empty(), false)));
        var outcome = accept(inbox(stores().one()), new Acceptance(delivery, List.of(item)));
        assertThat(outcome.verdict()).isEqualTo(Verdict.ACCEPTED);
        assertThat(rows().texts("select type from inbox order by seq")).containsExactly(Letters.TAMED);
        assertThat(rows().texts("select content_type from delivery order by id"))
                .containsExactly(Letters.TAMED);
        assertThat(rows().count("inbox where event_id like 'sha256:%' and event_id_raw is not null"))
                .isEqualTo(1);
        assertThat(rows().all("select body from delivery order by id", row -> row.getBytes(1)))
                .containsExactly(body);
    }

    /** Default deny: what no rule names stands with its reason and starts nothing; a shadow is recorded and over. */
    @Test
    default void ignoredEventsAndShadowsStartNothing() {
        var inbox = inbox(stores().one());
        var delivery = Letters.delivery(Letters.SOURCE, "{}", false);
        var ignored = new Acceptance.Item(
                EventId.ofSender(new byte[] {'i'}),
                delivery.bodyHash(),
                "ping",
                "",
                Optional.empty(),
                true,
                Optional.of("no rule names it"),
                List.of());
        accept(inbox, new Acceptance(delivery, List.of(ignored)));
        var shadow = new RunSeed("ask", RunMode.SHADOW, Optional.empty(), Optional.empty(), false);
        accept(inbox, Letters.one("e1", "{\"n\":1}", shadow));
        assertThat(rows().count("inbox where ignored = 'no rule names it'")).isEqualTo(1);
        assertThat(rows().texts("select outcome from run where state = 'done' order by id"))
                .containsExactly("shadow");
        assertThat(rows().count("run")).isEqualTo(1);
    }

    /** An event that several rules give to one agent is one run of it. */
    @Test
    default void anAgentThatIsNamedTwiceRunsOnce() {
        accept(
                inbox(stores().one()),
                Letters.one("e1", "{}", RunSeed.of("triage"), RunSeed.of("triage"), RunSeed.of("ask")));
        assertThat(rows().texts("select agent from run order by id")).containsExactly("triage", "ask");
    }

    /** I1, S6: what was answered is there after the process has gone. */
    @Test
    default void whatWasAcceptedIsThereAfterARestart() {
        accept(inbox(stores().one()), Letters.one("e1", "{}"));
        stores().restart();
        assertThat(accept(inbox(stores().one()), Letters.one("e1", "{}")).verdict())
                .isEqualTo(Verdict.DUPLICATE);
        assertOneEventWithOneRun();
    }

    private void assertOneEventWithOneRun() {
        assertThat(rows().count("inbox")).isEqualTo(1);
        assertThat(rows().count("delivery")).isEqualTo(1);
        assertThat(rows().count("run where round = 1 and state = 'pending' and due_at is not null"))
                .isEqualTo(1);
    }

    private Rows rows() {
        return new Rows(stores().one());
    }

    private static Acceptance.Outcome accept(Inbox inbox, Acceptance acceptance) {
        return Answers.of(inbox.accept(acceptance)).get(0);
    }

    @SuppressWarnings("NullAway") // What no caller hands in: the database refuses it.
    private static Acceptance unstorable() {
        return new Acceptance(
                Letters.delivery(Letters.SOURCE, "{}", false),
                List.of(Letters.item("bad", null, RunSeed.of("triage"))));
    }
}
