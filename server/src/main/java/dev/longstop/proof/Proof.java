package dev.longstop.proof;

import dev.longstop.app.Program;
import dev.longstop.http.JdkHttpCaller;
import dev.longstop.loop.ThreadWorkers;
import dev.longstop.time.Patience;
import dev.longstop.time.RepeatableRandomness;
import dev.longstop.time.Time;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The trial of the three promises with the real program: kills under load, then jobs without webhooks.
 *
 * <p><i>Threads</i>: one at a time; {@link #close} by any. <i>Promises</i>: I1, I3, I7, I8, I11, I12 are what is looked
 * at.
 */
public final class Proof implements AutoCloseable {

    private static final int SENDER_PLACES = 2 * Sender.AT_ONCE;

    /** How long work may take that was begun before the last kill. */
    private static final long QUIET_MS = 90_000;

    private static final long STOP_MS = 60_000;

    /** If no effect was cut off between the deed and its commit, so many kills more. */
    private static final int MORE_KILLS_MAX = 10;

    private final Plan plan;
    private final Time time;
    private final Telling telling;
    private final ThreadWorkers workers = new ThreadWorkers("proof", SENDER_PLACES);
    private final JdkHttpCaller http;
    private final KeyedTarget agent = new KeyedTarget(0);
    private final KeyedTarget target = new KeyedTarget(0);
    private final Repeats repeats = new Repeats();
    private final ScratchPlatforms platforms;
    private final Site site;
    private final Sender sender;
    private final Crashes crashes;

    private Proof(Plan plan, Scratch scratch, Path jar, Time time, Telling telling) {
        this.plan = plan;
        this.time = time;
        this.telling = telling;
        http = new JdkHttpCaller(time);
        platforms = new ScratchPlatforms(time, new RepeatableRandomness(plan.seed() + 1), plan.pollSeconds() * 1_500L);
        var others = new Site.Others(agent.url(), platforms, target.url(), plan.pollSeconds());
        site = Site.write(scratch, jar, others, http);
        sender = new Sender(http, workers);
        crashes = new Crashes(
                site, sender, new RepeatableRandomness(plan.seed()), () -> repeats.look(target.bodies()), telling);
    }

    /**
     * Makes everything that a trial needs; nothing has begun yet.
     *
     * @param scratch where it plays; stays the caller's
     * @param jar the program
     */
    public static Proof prepare(Plan plan, Scratch scratch, Path jar, Time time, Telling telling) {
        return new Proof(plan, scratch, jar, time, telling);
    }

    /**
     * Tries all three promises.
     *
     * <p><i>Errors</i>: {@code IllegalStateException} if the program does not start, does not answer or ends by itself;
     * the message carries its log.
     */
    public List<Finding> run() {
        long beganNanos = time.nanos();
        telling.line("  killing the serving process at " + plan.kills() + " random moments, while " + Sender.AT_ONCE
                + " senders post");
        crashes.kill(plan.kills());
        var program = site.serve();
        boolean answered = sender.postUnanswered(program, QUIET_MS);

        long jobsNanos = time.nanos();
        telling.line("  " + plan.jobs() + " jobs finish elsewhere, and no webhook says so");
        var lost = new LostWebhooks(site, platforms, plan, time);
        var known = lost.watch(program, sender);
        telling.line("    " + known.latenessMs().size() + " of " + plan.jobs() + " known");
        long jobsMs = since(jobsNanos);

        var book = quiet(program, answered);
        for (int more = 0; unshown() && more < MORE_KILLS_MAX; more++) {
            telling.line("    no effect was cut off between the deed and its commit yet; once more");
            program.kill();
            crashes.kill(1);
            program = site.serve();
            book = quiet(program, sender.postUnanswered(program, QUIET_MS));
        }
        long crashMs = since(beganNanos) - jobsMs;
        program.stop(STOP_MS);
        var jobs = platforms.jobs().stream()
                .filter(job ->
                        known.jobs().stream().noneMatch(calm -> calm.name().equals(job.name())))
                .toList();
        return List.of(
                nothingLost(book, crashMs), effectsOnce(book, crashMs), jobsKnown(lost, known, jobs, book, jobsMs));
    }

    /** What the program has, once nothing is at work any more. */
    private Book quiet(Program program, boolean answered) {
        telling.line("  waiting until all work that was cut off has ended");
        var book = Book.read(site, program, QUIET_MS);
        return answered ? book : new Book(false, book.runs(), book.jobs(), book.effects());
    }

    private Finding nothingLost(Book book, long tookMs) {
        var wrong = new ArrayList<>(Judge.lost(sender.acknowledged(), book));
        Patience.until(STOP_MS, () -> site.left().isEmpty());
        if (!site.left().isEmpty()) {
            wrong.add(site.left().size() + " processes were left behind");
        }
        var tried = List.of(
                "the serving process was killed (SIGKILL) " + crashes.kills() + " times, and started again",
                sender.sent() + " deliveries sent, " + sender.acknowledgedCount() + " acknowledged; " + sender.cutOff()
                        + " answers were cut off, and sent again",
                "every acknowledged delivery is there, with one run; runs ended " + Judge.endings(book),
                sender.duplicates() + " times a delivery that was sent again was there already, and said to be");
        return Finding.of(Promise.NOTHING_LOST, wrong.isEmpty() ? tried : tried.subList(0, 2), wrong, tookMs);
    }

    /** Whether no effect came again after a kill, though none was done wrongly either. */
    private boolean unshown() {
        var arrived = target.bodies();
        return repeats.look(arrived) == 0 && doubled(arrived).isEmpty();
    }

    private static List<String> doubled(Map<String, List<String>> arrived) {
        return Judge.repeated(arrived, body -> body, "the target of effects");
    }

    private Finding effectsOnce(Book book, long tookMs) {
        var arrived = target.bodies();
        var wrong = new ArrayList<>(doubled(arrived));
        wrong.addAll(Judge.effects(book, arrived));
        wrong.addAll(Judge.repeated(agent.bodies(), Letters::eventOf, "the agent that is a service"));
        wrong.addAll(Judge.repeated(commands(), event -> event, "the agent that is a command"));
        wrong.addAll(Judge.launches(platforms.jobs()));
        int twice = repeats.look(arrived);
        var tried = List.of(
                "the same kills; the target was asked for effects "
                        + arrived.values().stream().mapToInt(List::size).sum() + " times, under " + arrived.size()
                        + " keys",
                "each event had its effect once; " + twice
                        + " had been done when the process was killed before it knew,"
                        + " and came again under the same key, byte by byte the same",
                "repeated under their keys as well: calls of an agent " + Judge.twice(agent.bodies()) + ", commands "
                        + Judge.twice(commands()) + ", launches of jobs "
                        + platforms.jobs().stream()
                                .filter(job -> job.launches().size() > 1)
                                .count());
        if (wrong.isEmpty() && twice == 0) {
            wrong.add("no kill fell between an effect and its commit, so nothing had to be repeated; try another --seed"
                    + " or more --kills");
            return new Finding(Promise.EFFECTS_ONCE, Verdict.NOT_SHOWN, tried.subList(0, 1), wrong, tookMs);
        }
        return Finding.of(Promise.EFFECTS_ONCE, wrong.isEmpty() ? tried : tried.subList(0, 1), wrong, tookMs);
    }

    /** The events that commands worked on, by key. */
    private Map<String, List<String>> commands() {
        var byKey = new HashMap<String, List<String>>();
        site.commands()
                .forEach(line -> byKey.computeIfAbsent(line.getValue(), key -> new ArrayList<>())
                        .add(line.getKey()));
        return byKey;
    }

    private Finding jobsKnown(
            LostWebhooks lost, LostWebhooks.Known known, List<ScratchPlatforms.Job> killed, Book book, long tookMs) {
        var wrong = new ArrayList<>(known.wrong(lost.boundMs()));
        wrong.addAll(Judge.unknownJobs(killed, book));
        var tried = List.of(
                known.jobs().size() + " jobs finished on " + ScratchPlatforms.words()
                        + ", played here, and no webhook came; each is asked for at least every " + plan.pollSeconds()
                        + " s",
                known.latenessMs().size() + " were known, the latest " + LostWebhooks.seconds(known.worstMs())
                        + " after it had finished (allowed: the interval, and "
                        + LostWebhooks.seconds(LostWebhooks.ALLOWANCE_MS) + " for asking and looking)",
                killed.size() + " more had been launched while the process was killed again and again; the end of"
                        + " each is known");
        return Finding.of(Promise.JOBS_KNOWN, wrong.isEmpty() ? tried : tried.subList(0, 2), wrong, tookMs);
    }

    private long since(long nanos) {
        return (time.nanos() - nanos) / 1_000_000;
    }

    /** Ends the program, and everything that was made around it. */
    @Override
    public void close() {
        site.close();
        http.close();
        workers.close(0);
        agent.close();
        target.close();
        platforms.close();
    }
}
