package dev.longstop.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Inbox;
import dev.longstop.loop.Workers;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.Ending;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.Runs;
import dev.longstop.queue.Settlement;
import dev.longstop.queue.Slots;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Turning;
import dev.longstop.telemetry.Alarm;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.HandTime;
import dev.longstop.time.SystemRandomness;
import dev.longstop.verify.Payload;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The effects of runs, from the run's end to the target's answer: R10, R20, H8, H12, J1, J2. */
class EffectPerformerTest {

    private static final EffectEnding.Answer OK = new EffectEnding.Answer(200, "ok");
    private static final EffectEnding.Answer BUSY = new EffectEnding.Answer(503, "busy");

    @TempDir
    Path folder = Path.of("");

    private final HandTime time = new HandTime();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Deque<EffectEnding> answers = new ArrayDeque<>();
    private final List<Alarm> alarms = new ArrayList<>();
    private final List<ClaimedEffect> performed = new ArrayList<>();
    private SqliteStore store;
    private Runs runs;
    private Effects effects;

    @BeforeEach
    void open() {
        store = SqliteStore.open(SqliteSettings.inMemory(folder, Turning.INLINE), time, new SystemRandomness());
        effects = new Effects(store, new SystemRandomness());
        runs = new Runs(store, new SystemRandomness());
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** I7, H9: the effect is born with the run's end, and performed until its target says that it happened. */
    @Test
    void theEffectOfARunIsPerformedUntilItIsDone() {
        follows(EffectPolicy.AT_LEAST_ONCE, "succeeded");
        end("e1", new Ending.Done(report("it works")));
        assertThat(texts("select name || ' ' || state from effect order by id")).containsExactly("tell pending");
        var performer = performer("p1");
        answers.add(new EffectEnding.Retry(BUSY, Optional.empty()));
        answers.add(new EffectEnding.Unanswered("no answer"));
        answers.add(new EffectEnding.Done(OK));
        turn(performer);
        assertThat(texts("select state || ' ' || attempts from effect order by id"))
                .containsExactly("pending 1");
        pass(performer, 7_200_000);
        assertThat(texts("select state || ' ' || attempts from effect order by id"))
                .containsExactly("done 3");
        assertThat(performed).hasSize(3);
        assertThat(performed)
                .extracting(one -> one.effect().seed().idempotencyKey())
                .containsOnly(performed.get(0).effect().seed().idempotencyKey());
        assertThat(new String(performed.get(0).effect().seed().request().body(), StandardCharsets.UTF_8))
                .isEqualTo("it works");
        assertThat(counted("done")).isEqualTo(1);
        assertThat(counted("retry")).isEqualTo(2);
    }

    /** Only the ends that are named are followed; a run that will be tried again has not ended. */
    @Test
    void onlyTheEndsThatAreNamedAreFollowed() {
        follows(EffectPolicy.AT_LEAST_ONCE, "failed");
        end("e1", new Ending.Done(report("fine")));
        end("e2", new Ending.Retry(report("again"), Optional.empty()));
        assertThat(texts("select name from effect order by id")).isEmpty();
        end("e3", new Ending.Dead(report("no")));
        assertThat(texts("select name from effect order by id")).containsExactly("tell");
    }

    /** J1, J2: what was sent at most once and not answered is in front of a person, who decides. */
    @Test
    void whatMustNotHappenTwiceIsAPersonsQuestion() {
        follows(EffectPolicy.AT_MOST_ONCE, "succeeded");
        end("e1", new Ending.Done(report("x")));
        var performer = performer("p1");
        answers.add(new EffectEnding.Unanswered("no answer"));
        turn(performer);
        assertThat(texts("select state from effect order by id")).containsExactly("uncertain");
        assertThat(counted("uncertain")).isEqualTo(1);
        assertThat(alarms)
                .singleElement()
                .satisfies(alarm -> assertThat(alarm.line())
                        .startsWith("uncertain: effect ")
                        .contains("next: longstop effects show "));
        long id = performed.get(0).effect().id();
        assertThat(effects.retry(id, "ann").toCompletableFuture().join()).contains(EffectState.PENDING);
        answers.add(new EffectEnding.Dead(new EffectEnding.Answer(422, "no")));
        turn(performer);
        assertThat(texts("select state from effect order by id")).containsExactly("dead");
        assertThat(effects.done(id, "ann").toCompletableFuture().join()).contains(EffectState.DONE);
        assertThat(effects.retry(id, "ann").toCompletableFuture().join()).contains(EffectState.DONE);
        assertThat(effects.retry(99, "ann").toCompletableFuture().join()).isEmpty();
        assertThat(texts("select actor || ' ' || verb || ' ' || target from action order by id"))
                .containsExactly("ann effect.retry effect/" + id, "ann effect.done effect/" + id);
    }

    /** J1: the process dies between sending and writing down: a target that honours keys is asked again. */
    @Test
    void aProcessThatDiesLeavesNothingSilent() {
        follows(EffectPolicy.AT_LEAST_ONCE, "succeeded");
        end("e1", new Ending.Done(report("x")));
        var dying = performer("p1", new Dying());
        dying.turn();
        var next = performer("p2");
        answers.add(new EffectEnding.Done(OK));
        pass(next, 120_000);
        assertThat(texts("select state || ' ' || lapses from effect order by id"))
                .containsExactly("done 1");
    }

    @Test
    void whatWasSentOnceByAProcessThatDiedIsUncertain() {
        follows(EffectPolicy.AT_MOST_ONCE, "succeeded");
        end("e1", new Ending.Done(report("x")));
        answers.add(new EffectEnding.Done(OK));
        var lost = performer("p1");
        lost.turn();
        assertThat(performed).hasSize(1);
        var next = performer("p2");
        pass(next, 120_000);
        assertThat(texts("select state from effect order by id")).containsExactly("uncertain");
        assertThat(performed).hasSize(1);
        assertThat(alarms).extracting(Alarm::kind).containsExactly("uncertain");
    }

    /** The JSON inside a form is the payload where the source's contract says so, and the form's fields elsewhere. */
    @Test
    void anEffectReadsThePayloadAsItsSourceHasIt() {
        follows(EffectPolicy.AT_LEAST_ONCE, "succeeded", "${raw:$.user.name}");
        var form = "payload=%7B%22user%22%3A%7B%22name%22%3A%22ada%22%7D%7D";
        end("e1", new Ending.Done(report("x")), "hub", form);
        end("e2", new Ending.Done(report("x")), "elsewhere", form);
        answers.add(new EffectEnding.Done(OK));
        answers.add(new EffectEnding.Done(OK));
        turn(performer("p1"));
        assertThat(performed)
                .extracting(one -> new String(one.effect().seed().request().body(), StandardCharsets.UTF_8))
                .containsExactly("ada", "");
    }

    private void follows(EffectPolicy policy, String after) {
        follows(policy, after, "${result.text}");
    }

    private void follows(EffectPolicy policy, String after, String text) {
        var place = new Place.Address("https://h.test/x");
        var form = new EffectForm("tell", "http", policy, Set.of(after), place, Optional.of(text));
        var payloads = Map.of("hub", new Payload(Optional.of("payload"), Optional.empty()));
        runs = new Runs(
                store, new SystemRandomness(), new AfterRuns("here", Map.of("triage", List.of(form)), payloads));
    }

    private void end(String id, Ending ending) {
        end(id, ending, "hub", "{\"id\":\"" + id + "\"}");
    }

    private void end(String id, Ending ending, String source, String text) {
        var body = text.getBytes(StandardCharsets.UTF_8);
        var hash = EventId.sha256(body);
        var type = text.startsWith("{") ? "application/json" : "application/x-www-form-urlencoded";
        var delivery = new Delivery(source, time.nowMs(), body, hash, type, Headers.none(), Optional.of("main"), false);
        var item = new Acceptance.Item(
                EventId.ofSender(id.getBytes(StandardCharsets.UTF_8)),
                hash,
                "issues",
                "opened",
                Optional.empty(),
                true,
                Optional.empty(),
                List.of(RunSeed.of("triage")));
        new Inbox(store)
                .accept(new Acceptance(delivery, List.of(item)))
                .toCompletableFuture()
                .join();
        var claimed = runs.claim(new ClaimRequest("p1", List.of(new Slots("triage", 1)), 1_000, 1))
                .toCompletableFuture()
                .join()
                .get(0);
        runs.settle(Settlement.of(claimed, ending, RetrySettings.DEFAULT))
                .toCompletableFuture()
                .join();
    }

    private EffectPerformer performer(String owner) {
        return performer(owner, new Inline());
    }

    private EffectPerformer performer(String owner, Workers workers) {
        var task = new Task("tell", 2, 1_000, RetrySettings.DEFAULT, this::perform);
        var parts = new EffectPerformer.Parts(effects, workers, owner, 30_000, time, new Metrics(meters), alarms::add);
        return new EffectPerformer(parts, List.of(task));
    }

    private EffectEnding perform(ClaimedEffect effect) {
        performed.add(effect);
        return answers.remove();
    }

    private static void turn(EffectPerformer performer) {
        while (performer.turn() > 0) {
            // Until it rests.
        }
    }

    private void pass(EffectPerformer performer, long ms) {
        for (long passed = 0; passed < ms; passed += 1_000) {
            time.pass(1_000);
            turn(performer);
        }
    }

    private List<String> texts(String sql) {
        return store.read(tx -> tx.query("-- test: look\n" + sql + " limit 1000", Map.of(), row -> row.getString(1)));
    }

    private double counted(String outcome) {
        var counter = meters.find("longstop_effects_total")
                .tags("effect", "tell", "outcome", outcome)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    private static Ending.Report report(String result) {
        return new Ending.Report("said", OptionalInt.empty(), result, false);
    }

    private static final class Inline implements Workers {
        @Override
        public int free() {
            return 8;
        }

        @Override
        public boolean start(String name, Runnable work) {
            work.run();
            return true;
        }
    }

    /** Takes work and never does it. */
    private static final class Dying implements Workers {
        @Override
        public int free() {
            return 8;
        }

        @Override
        public boolean start(String name, Runnable work) {
            return true;
        }
    }
}
