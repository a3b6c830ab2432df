package dev.longstop.effect;

import dev.longstop.loop.Step;
import dev.longstop.loop.Wake;
import dev.longstop.loop.Workers;
import dev.longstop.queue.ClaimRequest;
import dev.longstop.queue.Slots;
import dev.longstop.store.Committed;
import dev.longstop.store.StoreFailure;
import dev.longstop.telemetry.Alarm;
import dev.longstop.telemetry.Alarms;
import dev.longstop.telemetry.LogKeys;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Patience;
import dev.longstop.time.Time;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Performs due effects: claims them, makes one attempt of each on a worker's thread, and writes how it ended.
 *
 * <p>A lease outlasts the longest attempt, so that nothing need be renewed; what could not be written down is kept and
 * tried again before anything new is begun (A18). <i>Threads</i>: {@link #turn} by one at a time; everything else is
 * safe. <i>Promises</i>: I4, I5, I8. <i>Source</i>: design section 4, "Effects".
 */
public final class EffectPerformer implements Step, Wake {

    private static final int CLAIM_MAX = 64;
    private static final long OWN_GRACE_MS = 600_000;
    private static final long RECLAIM_EVERY_MS = 5_000;
    private static final Logger LOG = LoggerFactory.getLogger(EffectPerformer.class);

    private final Effects effects;
    private final Map<String, Task> tasks = new TreeMap<>();
    private final Workers workers;
    private final String owner;
    private final Time time;
    private final Metrics metrics;
    private final Alarms alarms;
    private final long leaseMs;
    private final Map<String, AtomicInteger> inProgress = new ConcurrentHashMap<>();
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();
    private long reclaimedNanos;
    private volatile boolean stopping;
    private volatile Wake wake = Wake.none();

    /** An attempt on its way into the store. */
    private record Ended(Task task, ClaimedEffect claimed, EffectEnding ending) {}

    /**
     * What a performer is made of.
     *
     * @param effects the effects
     * @param workers where attempts are made: as many places as the tasks have attempts at once
     * @param owner this process, by an id that is new at every start
     * @param spareMs how much longer than its longest attempt a lease counts, in milliseconds
     * @param time the clock
     * @param metrics what is counted
     * @param alarms where people are told
     */
    public record Parts(
            Effects effects, Workers workers, String owner, long spareMs, Time time, Metrics metrics, Alarms alarms) {}

    /**
     * A performer that has not been turned yet.
     *
     * @param tasks what is done, by effect; effects of other names are parked
     */
    public EffectPerformer(Parts parts, List<Task> tasks) {
        effects = parts.effects;
        workers = parts.workers;
        owner = parts.owner;
        time = parts.time;
        metrics = parts.metrics;
        alarms = parts.alarms;
        for (var task : tasks) {
            this.tasks.put(task.name(), task);
            inProgress.put(task.name(), new AtomicInteger());
        }
        leaseMs = tasks.stream().mapToLong(Task::timeoutMs).max().orElse(0) + parts.spareMs;
        reclaimedNanos = time.nanos() - TimeUnit.MILLISECONDS.toNanos(RECLAIM_EVERY_MS);
    }

    @Override
    public String name() {
        return "effects";
    }

    @Override
    public void turnedBy(Wake given) {
        wake = given;
    }

    @Override
    public void up() {
        wake.up();
    }

    @Override
    public int turn() {
        try {
            int done = settle();
            reclaim();
            return stopping ? done : done + begin();
        } catch (StoreFailure failure) {
            LOG.atWarn()
                    .addKeyValue(LogKeys.CODE, failure.code())
                    .addKeyValue(LogKeys.STEP, name())
                    .log("The store does not do what is asked; effects are performed and written down later");
            return 0;
        }
    }

    private int begin() {
        var slots = tasks.values().stream()
                .map(task -> new Slots(task.name(), free(task)))
                .filter(slot -> slot.free() > 0)
                .toList();
        int max = Math.min(CLAIM_MAX, workers.free());
        if (slots.isEmpty() || max < 1) {
            return 0;
        }
        var claimed = Committed.wait(effects.claim(new ClaimRequest(owner, slots, leaseMs, max)));
        claimed.forEach(this::begin);
        return claimed.size();
    }

    private int free(Task task) {
        return task.concurrency() - count(task).get();
    }

    private AtomicInteger count(Task task) {
        return inProgress.computeIfAbsent(task.name(), name -> new AtomicInteger());
    }

    private void begin(ClaimedEffect claimed) {
        var name = claimed.effect().seed().name();
        var task = tasks.get(name);
        if (task == null) {
            throw new IllegalStateException("nothing was asked for of an effect that there is not");
        }
        count(task).incrementAndGet();
        if (!workers.start("effect " + claimed.effect().id() + " " + name, () -> work(task, claimed))) {
            end(task, claimed, new EffectEnding.Released("no thread was free"));
        }
    }

    /** On a worker's thread. */
    private void work(Task task, ClaimedEffect claimed) {
        EffectEnding ending = new EffectEnding.Unanswered("the attempt failed in a way that is a bug; see the log");
        try {
            ending = mayLeave(claimed) ? task.deed().perform(claimed) : new EffectEnding.Released("its lease was lost");
        } catch (StoreFailure failure) {
            ending = new EffectEnding.Released("the store failed before it was sent");
        } finally {
            end(task, claimed, ending);
        }
    }

    /** Before what must not happen twice leaves, it is written down that it may have (J1, J2). */
    private boolean mayLeave(ClaimedEffect claimed) {
        return switch (claimed.effect().seed().policy()) {
            case AT_LEAST_ONCE -> true;
            case AT_MOST_ONCE -> Committed.wait(effects.sending(claimed.lease()));
        };
    }

    private void end(Task task, ClaimedEffect claimed, EffectEnding ending) {
        ended.add(new Ended(task, claimed, ending));
        count(task).decrementAndGet();
        wake.up();
    }

    private int settle() {
        int settled = 0;
        for (var next = ended.peek(); next != null; next = ended.peek()) {
            var settlement = new EffectSettlement(next.claimed, next.ending, next.task.retry());
            boolean ours = Committed.wait(effects.settle(settlement));
            ended.remove();
            say(next, ours);
            settled++;
        }
        return settled;
    }

    private void say(Ended attempt, boolean ours) {
        var seed = attempt.claimed.effect().seed();
        var word = ours ? word(attempt) : "fenced";
        if (!word.equals("released")) {
            metrics.effectEnded(seed.name(), word);
        }
        boolean person = word.equals("dead") || word.equals("uncertain");
        (person ? LOG.atError() : LOG.atInfo())
                .addKeyValue(LogKeys.EFFECT, attempt.claimed.effect().id())
                .addKeyValue(LogKeys.NAME, seed.name())
                .addKeyValue(LogKeys.OUTCOME, word)
                .log(person ? "An effect waits for a person" : "An attempt of an effect ended");
        if (person) {
            tell(word, attempt.claimed.effect().id(), seed.name());
        }
    }

    private static String word(Ended attempt) {
        var policy = attempt.claimed.effect().seed().policy();
        boolean last = attempt.claimed.attempts() + 1 >= attempt.task.retry().attemptsMax();
        var ending = attempt.ending;
        if (ending instanceof EffectEnding.Done) {
            return "done";
        }
        if (ending instanceof EffectEnding.Released) {
            return "released";
        }
        boolean unknown = ending instanceof EffectEnding.Unanswered && policy == EffectPolicy.AT_MOST_ONCE;
        if (unknown || ending instanceof EffectEnding.Uncertain) {
            return "uncertain";
        }
        return ending instanceof EffectEnding.Dead || last ? "dead" : "retry";
    }

    private void reclaim() {
        if (time.nanos() - reclaimedNanos < TimeUnit.MILLISECONDS.toNanos(RECLAIM_EVERY_MS)) {
            return;
        }
        reclaimedNanos = time.nanos();
        Committed.wait(effects.reclaim(owner, OWN_GRACE_MS)).forEach(this::tookBack);
    }

    /**
     * Takes back, before the first turn, what earlier processes held. Only where the store has one process at a time
     * (SQLite).
     */
    public void takeBackOlder() {
        Committed.wait(effects.voidOlderLeases(owner)).forEach(this::tookBack);
    }

    private void tookBack(ReclaimedEffect back) {
        LOG.atWarn()
                .addKeyValue(LogKeys.EFFECT, back.effectId())
                .addKeyValue(LogKeys.NAME, back.name())
                .addKeyValue(LogKeys.OUTCOME, back.state().word())
                .addKeyValue(LogKeys.LAPSES, back.lapses())
                .log("An effect was taken back whose process did not come back");
        if (back.state().over()) {
            metrics.effectEnded(back.name(), back.state().word());
            tell(back.state().word(), back.effectId(), back.name());
        }
    }

    private void tell(String word, long id, String name) {
        alarms.tell(new Alarm(
                word,
                "effect " + id + " " + name,
                "it will not be tried again without a person",
                "longstop effects show " + id));
    }

    /** Begins nothing more. */
    public void stop() {
        stopping = true;
        wake.up();
    }

    /**
     * Waits, after {@link #stop}, until what was begun has ended and is written down; by another thread than the one
     * that turns.
     *
     * @return whether it came to that in time; if not, the leases that are left lapse
     */
    public boolean awaitQuiet(long atMostMs) {
        return Patience.until(
                atMostMs, () -> ended.isEmpty() && inProgress.values().stream().allMatch(count -> count.get() == 0));
    }
}
