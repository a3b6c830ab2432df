package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.app.Program;
import dev.longstop.time.Patience;
import dev.longstop.verification.PostgresServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/**
 * No acknowledged event is lost (I1, S12, B1, B2): the serving process gets SIGKILL at random moments while 200
 * deliveries a second arrive. Afterwards every id that was answered with success is there, and its run is done.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KillNineTest {

    private static final int KILLS = 20;
    private static final int PER_SECOND = 200;
    private static final long DONE_MS = 180_000;

    /** A life ends after a random number of answers, so that a slow machine's lives are as full as a quick one's. */
    private static final int ACKNOWLEDGED_MAX = 20;

    private static final long ALIVE_MS = 60_000;

    /** While a program that has just begun is slow to answer, no more than so many deliveries wait for it. */
    private static final int UNANSWERED_MAX = 40;

    private static final Set<String> OPEN = Set.of("pending", "running");

    /** How many issues take turns: enough that lanes fill, few enough that each gets several deliveries. */
    private static final int ISSUES = 300;

    /** Quick, and it leaves a trace: one line per attempt, in a write that other attempts cannot split. */
    private static final String AGENT = "exit_code=0";

    /** Short: what lost its lease twice is begun by a process that has lived as long. */
    private static final String LEASE = "lease: 2s\n";

    @Test
    void everyAcknowledgedIdIsThereAndItsRunDoneOnSqlite() throws InterruptedException {
        try (var here = Installation.of(Installation.STANDARD + LEASE).script("agent.sh", AGENT)) {
            killAndCount(here);
        }
    }

    @Test
    void everyAcknowledgedIdIsThereAndItsRunDoneOnPostgresql() throws InterruptedException {
        var database = PostgresServer.shared().createDatabase();
        var store = "store: { url: \"" + database.url().replace("jdbc:", "") + "\", user: " + database.user()
                + ", password: file:secrets/database }";
        var configuration = Installation.STANDARD.replace("store:  sqlite:data/longstop.db", store) + LEASE;
        try (var here = Installation.of(configuration).script("agent.sh", AGENT)) {
            here.write("secrets/database", database.password());
            killAndCount(here);
        }
    }

    private static void killAndCount(Installation here) throws InterruptedException {
        var sent = new AtomicInteger();
        var acknowledged = acknowledgedBetweenKills(here, sent);
        assertThat(acknowledged.size()).as("acknowledged of " + sent.get()).isGreaterThan(KILLS * 5);

        var program = here.serve();
        var states = new HashMap<String, List<String>>();
        assertThat(Patience.until(DONE_MS, () -> over(here, program, states)))
                .as("every run is over in the end")
                .isTrue();
        assertThat(states.keySet()).containsAll(acknowledged);
        assertThat(acknowledged.stream()
                        .filter(id -> !List.of("done").equals(states.get(id)))
                        .map(id -> here.runs(program, id)))
                .as("acknowledged and not done once")
                .isEmpty();
        var any = acknowledged.iterator().next();
        assertThat(here.runs(program, any).get(0).path("lane").asString(""))
                .as("the runs of " + any + " have a lane")
                .contains("acme/shop");
        everyAttemptIsInTheLedger(here, acknowledged);
        assertThat(Patience.until(DONE_MS, () -> here.helpersLeft().isEmpty()))
                .as(() -> "killed in the middle of starting commands, and left behind: " + here.helpersLeft())
                .isTrue();
        var begun =
                here.ledger().stream().filter(line -> line.startsWith("begun ")).count();
        System.out.println(
                "sent " + sent.get() + ", acknowledged " + acknowledged.size() + ", attempts begun " + begun);
    }

    private static Set<String> acknowledgedBetweenKills(Installation here, AtomicInteger sent)
            throws InterruptedException {
        long seed = Long.getLong("seed", 20_261_130L);
        System.out.println("KillNineTest seed " + seed + " (-Dseed=" + seed + ")");
        var random = new Random(seed);
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        var clock = Executors.newSingleThreadScheduledExecutor();
        try {
            for (int kill = 0; kill < KILLS; kill++) {
                var program = here.serve();
                var load = new Load(here, program, acknowledged, sent, new AtomicInteger());
                var sending =
                        clock.scheduleAtFixedRate(() -> send(load), 0, 1_000_000 / PER_SECOND, TimeUnit.MICROSECONDS);
                int enough = acknowledged.size() + 1 + random.nextInt(ACKNOWLEDGED_MAX);
                assertThat(Patience.until(ALIVE_MS, () -> acknowledged.size() >= enough))
                        .as("deliveries are acknowledged in life " + (kill + 1))
                        .isTrue();
                delay(clock, random.nextInt(100));
                program.kill();
                sending.cancel(false);
            }
        } finally {
            clock.shutdownNow();
        }
        return acknowledged;
    }

    private static void everyAttemptIsInTheLedger(Installation here, Set<String> acknowledged) {
        var lines = here.ledger();
        var done = lines.stream()
                .filter(line -> line.startsWith("done "))
                .map(line -> line.split(" ", 3)[1])
                .toList();
        assertThat(done).containsAll(acknowledged);
        var keys = new HashMap<String, String>();
        lines.stream()
                .map(line -> line.split(" ", 3))
                .forEach(words -> assertThat(keys.merge(words[1], words[2], (a, b) -> a))
                        .as("every attempt of one run has one key")
                        .isEqualTo(words[2]));
    }

    private static void send(Load load) {
        if (load.unanswered.get() >= UNANSWERED_MAX) {
            return;
        }
        int number = load.sent.incrementAndGet();
        var id = "kill-" + number;
        load.unanswered.incrementAndGet();
        // A delivery that was cut off has no answer, and counts for nothing.
        var unused = load.here
                .postLater(load.program, Github.issue(id, "acme/shop", number % ISSUES))
                .whenComplete((answer, failure) -> load.unanswered.decrementAndGet())
                .thenApply(answer -> answer.statusCode() == 200 && load.acknowledged.add(id));
    }

    /** What is sent to one life of the program. */
    private record Load(
            Installation here,
            Program program,
            Set<String> acknowledged,
            AtomicInteger sent,
            AtomicInteger unanswered) {}

    private static void delay(ScheduledExecutorService clock, int ms) throws InterruptedException {
        var over = new java.util.concurrent.CountDownLatch(1);
        var unused = clock.schedule(over::countDown, ms, TimeUnit.MILLISECONDS);
        assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /**
     * Looks at all runs, and whether none is open. One look has to see them all: between a look for pending and one for
     * running runs, one whose lease was lost goes from the second to the first and is seen by neither.
     *
     * @param states filled with the states that were seen, by the id of the event
     */
    private static boolean over(Installation here, Program program, Map<String, List<String>> states) {
        for (var open : OPEN) {
            // Quick, so that the many looks do not take what the work needs; it proves nothing yet.
            if (!here.api(program, "/api/runs?limit=1&state=" + open)
                    .path("runs")
                    .isEmpty()) {
                return false;
            }
        }
        states.clear();
        boolean over = true;
        var next = "/api/runs?limit=200";
        while (!next.isEmpty()) {
            var page = here.api(program, next);
            for (var run : page.path("runs")) {
                var state = run.path("state").asString("");
                states.computeIfAbsent(eventId(run), id -> new ArrayList<>()).add(state);
                over &= !OPEN.contains(state);
            }
            next = page.path("next").asString("");
        }
        return over;
    }

    private static String eventId(JsonNode run) {
        var key = run.path("event").asString("");
        return key.substring(key.indexOf('/') + 1);
    }
}
