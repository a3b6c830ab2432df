package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.effect.Deed;
import dev.longstop.effect.EffectBirth;
import dev.longstop.effect.EffectForm;
import dev.longstop.effect.EffectOwner;
import dev.longstop.effect.EffectPerformer;
import dev.longstop.effect.EffectPolicy;
import dev.longstop.effect.Effects;
import dev.longstop.effect.GithubSearch;
import dev.longstop.effect.HttpDeed;
import dev.longstop.effect.MarkedDeed;
import dev.longstop.effect.Occasion;
import dev.longstop.effect.Place;
import dev.longstop.effect.SlackSearch;
import dev.longstop.effect.Task;
import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.http.JdkHttpCaller;
import dev.longstop.inbox.Inbox;
import dev.longstop.loop.Workers;
import dev.longstop.queue.RetrySettings;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.store.Turning;
import dev.longstop.telemetry.Alarms;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.FakeTime;
import dev.longstop.verification.SeededRandomness;
import dev.longstop.verification.suite.CommentTarget.Manner;
import dev.longstop.verification.suite.LostProcess.Moment;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * U1: 200 comments, each of which loses its process between the comment and its record, or at another bad moment, up to
 * three times: never a second one, and none in silence.
 *
 * <p>The performer, the deeds and the calls are real, the store is a SQLite file, the target speaks HTTP and knows no
 * keys. A loss ends a performer with everything that it knew; the next one has another owner and goes on from the
 * store, at once as a new start does or when the lease has lapsed. {@code -Dseed=N} chooses another chance.
 */
class CommentSimulation {

    private static final int EFFECTS = 200;
    private static final int LOSSES_MAX = 3;
    private static final int TURNS_MAX = 1_000;
    private static final long PAUSE_MAX_MS = 30_000;
    private static final long TIMEOUT_MS = 20_000;
    private static final long SPARE_MS = 30_000;
    private static final Headers LOGIN = Headers.of("authorization", "Bearer t");
    private static final long SEED = Long.getLong("seed", 1);

    /** Losses after which one cannot know whether what must be tried at most once was sent. */
    private static final Set<Moment> UNKNOWN =
            EnumSet.complementOf(EnumSet.of(Moment.NEVER, Moment.CLAIMED, Moment.RECORDED));

    @TempDir
    Path folder = Path.of("");

    private final FakeTime time = FakeTime.create();
    private final SeededRandomness chance = new SeededRandomness(SEED);
    private final Map<Moment, Integer> losses = new EnumMap<>(Moment.class);
    private final Map<String, Integer> ends = new TreeMap<>();
    private final HttpCaller http = new JdkHttpCaller(new SystemTime());
    private final CommentTarget target = new CommentTarget(time);
    private SqliteStore store;
    private int owners;

    /** What happened to one effect. */
    private record Story(String state, String log, List<Moment> losses, boolean closed, boolean silent) {}

    @BeforeEach
    void open() {
        var settings = SqliteSettings.of(folder.resolve("longstop.db")).with(Turning.INLINE);
        store = SqliteStore.open(settings, time, chance);
        for (int i = 0; i < 101; i++) {
            target.stranger("somebody else's " + i);
        }
    }

    @AfterEach
    void close() {
        store.close();
        target.close();
        http.close();
    }

    /** It is done and there once; uncertain, and perhaps not there, only where nobody may look and it was necessary. */
    @ParameterizedTest
    @CsvSource({"github_comment, subject", "slack_message, subject", "slack_message, C01"})
    void aProcessThatIsLostNeverSaysASecondComment(String kind, String where) {
        for (int i = 0; i < EFFECTS; i++) {
            var text = "words " + i + " end";
            var story = story(EffectPolicy.AT_LEAST_ONCE, kind, where, i);
            var as = "seed %d, effect %d: %s".formatted(SEED, i, story);
            boolean refused = story.log.contains("X");
            assertThat(story.state).as(as).isEqualTo(refused ? "uncertain" : "done");
            assertThat(target.count(text)).as(as).isBetween(refused ? 0L : 1L, 1L);
            assertThat(story.log).as("no look before a repetition, " + as).doesNotContain("SS", "XS");
            assertThat(refused).as("what can be looked up is known, " + as).isIn(false, story.closed);
        }
        everyMomentWasSeen(EnumSet.complementOf(EnumSet.of(Moment.NEVER, Moment.SENDING)));
    }

    /** What is tried at most once is uncertain exactly where it was to be sent and its end was not written down. */
    @ParameterizedTest
    @CsvSource({"github_comment, subject", "slack_message, subject"})
    void whatMayBeSaidAtMostOnceIsUncertainWhereItMayHaveLeft(String kind, String where) {
        for (int i = 0; i < EFFECTS; i++) {
            var text = "words " + i + " end";
            var story = story(EffectPolicy.AT_MOST_ONCE, kind, where, i);
            var as = "seed %d, effect %d: %s".formatted(SEED, i, story);
            boolean unknown = story.silent
                    || story.log.contains("X")
                    || story.losses.stream().anyMatch(UNKNOWN::contains);
            assertThat(story.state).as(as).isEqualTo(unknown ? "uncertain" : "done");
            assertThat(target.count(text)).as(as).isBetween(unknown ? 0L : 1L, 1L);
            assertThat(story.log).as(as).doesNotContain("SS", "XS");
        }
        everyMomentWasSeen(EnumSet.of(Moment.CLAIMED, Moment.SENDING, Moment.UNSENT, Moment.TAKEN, Moment.UNRECORDED));
    }

    private void everyMomentWasSeen(Set<Moment> moments) {
        assertThat(losses.keySet()).as("seed " + SEED).containsAll(moments);
        assertThat(losses.get(Moment.UNRECORDED)).as("seed " + SEED).isGreaterThan(EFFECTS / 3);
        assertThat(ends.keySet()).as("seed " + SEED).containsExactlyInAnyOrder("done", "uncertain");
        assertThat(ends.get("done")).as("seed " + SEED).isGreaterThan(EFFECTS / 10);
    }

    /** Gives birth to an effect and has processes at it, one after the other, until it is over. */
    private Story story(EffectPolicy policy, String kind, String where, int number) {
        long id = born(policy, kind, where, number);
        boolean closed = chance.below(8) == 0;
        boolean silent = false;
        target.closed(closed);
        target.busyLooks(chance.below(8) == 0 ? 1 : 0);
        var lost = new ArrayList<Moment>();
        var state = state(id);
        while (state.equals("pending") || state.equals("running")) {
            var moment = lost.size() < LOSSES_MAX ? moment(lost.isEmpty()) : Moment.NEVER;
            silent |= manner(moment);
            if (lives(id, kind, moment)) {
                lost.add(moment);
                losses.merge(moment, 1, Integer::sum);
            }
            state = state(id);
        }
        ends.merge(state, 1, Integer::sum);
        return new Story(state, target.log(), lost, closed, silent);
    }

    /** Mostly between the comment and its record. */
    private Moment moment(boolean first) {
        var all = Moment.values();
        boolean worst = first && chance.below(2) == 0;
        return worst ? Moment.UNRECORDED : all[(int) chance.below(all.length)];
    }

    /** How the target takes what is said next: as it should, mostly. Whether it then leaves the sender in the dark. */
    private boolean manner(Moment moment) {
        var all = Manner.values();
        var next = moment == Moment.NEVER && chance.below(2) == 0 ? all[(int) chance.below(all.length)] : Manner.PROMPT;
        target.next(next);
        return next == Manner.SILENT || next == Manner.BEHIND_A_GATEWAY;
    }

    /** One process, until the effect is over or the process lost. Returns whether it was lost. */
    private boolean lives(long id, String kind, Moment moment) {
        var process = new LostProcess(store, http, target, moment);
        var performer = performer(process, kind);
        // A process that has called before has a connection that may be used again.
        http.call(new HttpCaller.Request(
                "GET", URI.create(target.base() + "/"), Headers.none(), new byte[0], 5_000, 9, false));
        try {
            if (chance.below(2) == 0) {
                performer.takeBackOlder();
            }
            long pauseMs = 1_000;
            for (int turn = 0; turn < TURNS_MAX; turn++) {
                performer.turn();
                if (!List.of("pending", "running").contains(state(id))) {
                    return false;
                }
                time.advance(pauseMs);
                pauseMs = Math.min(PAUSE_MAX_MS, 2 * pauseMs);
            }
        } catch (LostProcess.Lost gone) {
            time.advance(chance.below(5_000));
            return true;
        }
        throw new AssertionError("seed %d: effect %d does not come to an end".formatted(SEED, id));
    }

    private EffectPerformer performer(LostProcess process, String kind) {
        owners++;
        var task = new Task("tell", 4, TIMEOUT_MS, RetrySettings.DEFAULT, deed(process, kind));
        var parts = new EffectPerformer.Parts(
                new Effects(process, chance),
                new Inline(),
                "process " + owners,
                SPARE_MS,
                time,
                new Metrics(new SimpleMeterRegistry()),
                Alarms.none());
        return new EffectPerformer(parts, List.of(task));
    }

    private Deed deed(HttpCaller calls, String kind) {
        var terms = new HttpDeed.Terms(TIMEOUT_MS, Set.of(), Optional.empty(), LOGIN, true);
        return kind.equals("github_comment")
                ? new MarkedDeed(
                        new HttpDeed(calls, time, terms), new GithubSearch(calls, LOGIN, TIMEOUT_MS), time, TIMEOUT_MS)
                : new MarkedDeed(
                        new HttpDeed(calls, time, terms, SlackSearch::understood),
                        new SlackSearch(calls, target.base(), LOGIN, TIMEOUT_MS),
                        time,
                        TIMEOUT_MS);
    }

    private long born(EffectPolicy policy, String kind, String where, int number) {
        boolean github = kind.equals("github_comment");
        Place place = github
                ? new Place.Issue(target.base())
                : new Place.Channel(target.base(), Optional.of(where).filter(it -> !it.equals("subject")));
        var form = new EffectForm(
                "tell", kind, policy, Set.of("succeeded"), place, Optional.of("words " + number + " end"));
        var facts = JsonMapper.shared().createObjectNode();
        facts.putObject("event").put("subject", github ? "acme/road:7" : "T1:C01:" + CommentTarget.THREAD);
        Answers.of(new Inbox(store).accept(Letters.one("e" + number, Integer.toString(number))));
        var rows = new Rows(store);
        long run = rows.all("select max(id) from run", row -> row.getLong(1)).get(0);
        var seed = form.seed(new Occasion("here", "triage", "hub/e" + number, "1", "succeeded", facts))
                .orElseThrow();
        Answers.of(store.submit(EffectContract.BIRTH, new EffectBirth(new EffectOwner.OfRun(run), seed)));
        return rows.all("select max(id) from effect", row -> row.getLong(1)).get(0);
    }

    private String state(long id) {
        return new Rows(store)
                .texts("select state from effect where id = " + id)
                .get(0);
    }

    /** Work is done where it is started. */
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
}
