package dev.longstop.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.agent.Agent;
import dev.longstop.agent.CommandAgent;
import dev.longstop.agent.CommandPlace;
import dev.longstop.agent.CommandSettings;
import dev.longstop.event.Delivery;
import dev.longstop.event.EventId;
import dev.longstop.event.Headers;
import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.Inbox;
import dev.longstop.loop.Eventually;
import dev.longstop.loop.ThreadWorkers;
import dev.longstop.queue.RetrySettings;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.Runs;
import dev.longstop.store.SqliteSettings;
import dev.longstop.store.SqliteStore;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole of it with real threads, a real store and real commands. */
@Timeout(120)
class ConsumerLoopsTest {

    @TempDir
    private Path data;

    private final SystemTime time = new SystemTime();
    private SqliteStore store;
    private CommandPlace place;
    private ThreadWorkers workers;

    @BeforeEach
    void open() {
        store = SqliteStore.open(SqliteSettings.of(data.resolve("longstop.db")), time, new SystemRandomness());
        var where = new CommandPlace.Where(data, "owner", data, Map.of("PATH", "/usr/bin:/bin"), 300);
        place = CommandPlace.open(where);
        workers = new ThreadWorkers("agents", 16);
    }

    @AfterEach
    void close() {
        workers.close(1_000);
        place.close();
        store.close();
    }

    private Agent agent(String name, int concurrency, String script) {
        return new CommandAgent(
                new CommandSettings(
                        name,
                        List.of("sh", "-c", script),
                        Map.of("NOTES", data.toString()),
                        concurrency,
                        60_000,
                        RetrySettings.DEFAULT),
                place,
                time);
    }

    private RunConsumer consumer(Agent... agents) {
        var runs = new Runs(store, new SystemRandomness());
        var metrics = new Metrics(new SimpleMeterRegistry());
        return new RunConsumer(
                new RunConsumer.Parts(runs, List.of(agents), workers, time, new SystemRandomness(), metrics),
                ConsumerSettings.of("owner", store.installation(), Map.of()));
    }

    private void accept(String id, String agent) {
        var body = ("payload of " + id).getBytes(UTF_8);
        var hash = EventId.sha256(body);
        var delivery = new Delivery(
                "github", time.nowMs(), body, hash, "application/json", Headers.none(), Optional.empty(), false);
        var item = new Acceptance.Item(
                EventId.ofSender(id.getBytes(UTF_8)),
                hash,
                "issues",
                "opened",
                Optional.empty(),
                true,
                Optional.empty(),
                List.of(RunSeed.of(agent)));
        new Inbox(store)
                .accept(new Acceptance(delivery, List.of(item)))
                .toCompletableFuture()
                .join();
    }

    private List<String> texts(String sql) {
        return store.read(tx -> tx.query("-- test: look\n" + sql, Map.of(), row -> row.getString(1)));
    }

    /** Far more runs than threads; every one is run once and has its own event's payload as its result. */
    @Test
    void everyAcceptedRunIsDoneOnce() {
        var consumer = consumer(agent("ask", 6, "cat; echo $LONGSTOP_EVENT_ID >> $NOTES/ran"));
        var loops = ConsumerLoops.start(consumer, 1_000, time);
        for (int i = 0; i < 40; i++) {
            accept("e" + i, "ask");
            consumer.up();
        }
        Eventually.holds(
                "all done",
                () -> texts("select id from run where state = 'done' order by id limit 100")
                                .size()
                        == 40);
        assertThat(loops.close(agent -> 10_000, 10_000)).isTrue();

        assertThat(texts("select result from run order by id limit 100"))
                .containsExactlyElementsOf(
                        IntStream.range(0, 40).mapToObj(i -> "payload of e" + i).toList());
        assertThat(texts("select process from run where process is not null order by id limit 100"))
                .isEmpty();
        assertThat(data.resolve("ran"))
                .content()
                .satisfies(ran -> assertThat(ran.lines()).hasSize(40).doesNotHaveDuplicates());
    }

    /** U8: a stop with no time to drain ends the command, and its run is due again as if nothing had been. */
    @Test
    void aStopEndsCommandsAndHandsTheirRunsBack() {
        var consumer = consumer(agent("ask", 1, "echo $$ > $NOTES/pid; exec sleep 1000"));
        var loops = ConsumerLoops.start(consumer, 1_000, time);
        accept("e1", "ask");
        consumer.up();
        Eventually.holds(
                "it runs",
                () -> Files.exists(data.resolve("pid"))
                        && data.resolve("pid").toFile().length() > 0);
        Eventually.holds(
                "its mark is kept",
                () -> !texts("select process from run where process is not null order by id limit 1")
                        .isEmpty());

        long from = System.nanoTime();
        assertThat(loops.close(agent -> 0, 0)).isTrue();

        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - from)).isLessThan(10);
        assertThat(texts("select state || ' ' || attempts || ' ' || lapses from run order by id limit 10"))
                .containsExactly("pending 0 0");
        long pid = Long.parseLong(contentOf(data.resolve("pid")).strip());
        assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                .isFalse();
    }

    /** An attempt in progress when the stop comes may end in its own time. */
    @Test
    void aStopWithTimeToDrainLetsCommandsEnd() {
        var consumer = consumer(agent("ask", 1, "touch $NOTES/began; sleep 1; echo ended"));
        var loops = ConsumerLoops.start(consumer, 1_000, time);
        accept("e1", "ask");
        consumer.up();
        Eventually.holds("it runs", () -> Files.exists(data.resolve("began")));

        assertThat(loops.close(agent -> 30_000, 30_000)).isTrue();

        assertThat(texts("select state || ' ' || result from run order by id limit 10"))
                .containsExactly("done ended\n");
    }

    private static String contentOf(Path file) {
        return Assertions.contentOf(file.toFile(), UTF_8);
    }
}
