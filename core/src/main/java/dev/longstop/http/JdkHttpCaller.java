package dev.longstop.http;

import dev.longstop.time.Time;
import java.lang.reflect.InvocationTargetException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Calls by the JDK's own client.
 *
 * <p>A call that wants a fresh connection gets a client of its own, which is ended with it: the JDK's client takes a
 * pooled connection whenever it has one, and no request header changes that. All other calls share one client with a
 * pool. When a connection to a target that has answered before ends without any answer, such a call is sent once
 * more, on a fresh connection: most likely the target had closed the pooled one meanwhile.
 *
 * <p>The JDK's {@code timeout()} ends at the headers, so the deadline is a bounded wait for the whole exchange, which
 * is then cancelled.
 */
public final class JdkHttpCaller implements HttpCaller {

    private static final Duration CONNECT_MAX = Duration.ofSeconds(10);
    private static final int TARGETS_MAX = 10_000;
    private static final Failed ENDED = new Failed("calls have ended, since the program stops", false);

    private final Time time;
    private final ExecutorService threads;
    private final ReentrantLock making = new ReentrantLock();
    private final Set<Exchange> inProgress = ConcurrentHashMap.newKeySet();
    private final Set<String> answeredBefore = ConcurrentHashMap.newKeySet();
    private volatile @Nullable HttpClient pooled;
    private volatile boolean closed;

    /** A caller with an empty pool. */
    public JdkHttpCaller(Time time) {
        this.time = time;
        var count = new AtomicLong();
        // Unbounded, since every call blocks its caller: there are as many as callers let there be.
        threads = Executors.newCachedThreadPool(work -> {
            var thread = new Thread(work, "longstop-http-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public Answer call(Request request, CompletableFuture<?> givenUp) {
        if (closed) {
            return ENDED;
        }
        if (request.freshConnection()) {
            return fresh(request, request.deadlineMs(), givenUp);
        }
        long fromNanos = time.nanos();
        var target = target(request);
        boolean maybePooled = answeredBefore.contains(target);
        var exchange = new Exchange(request);
        var answer = run(exchange, pooled(), request.deadlineMs(), givenUp);
        if (answer instanceof Answered) {
            remember(target);
            return answer;
        }
        long leftMs = request.deadlineMs() - TimeUnit.NANOSECONDS.toMillis(time.nanos() - fromNanos);
        boolean again = maybePooled && exchange.diedUnanswered() && leftMs > 0 && !closed && !givenUp.isDone();
        return again ? fresh(request, leftMs, givenUp) : answer;
    }

    private Answer fresh(Request request, long deadlineMs, CompletableFuture<?> givenUp) {
        var own = client();
        try {
            return run(new Exchange(request), own, deadlineMs, givenUp);
        } finally {
            end(own);
        }
    }

    private Answer run(Exchange exchange, HttpClient client, long deadlineMs, CompletableFuture<?> givenUp) {
        inProgress.add(exchange);
        var unused = givenUp.whenComplete((why, failure) -> exchange.abort());
        try {
            return closed ? ENDED : exchange.run(client, deadlineMs);
        } finally {
            inProgress.remove(exchange);
        }
    }

    /** The client with the pool, made for the first call: that takes a tenth of a second, which no start needs. */
    private HttpClient pooled() {
        var made = pooled;
        if (made != null) {
            return made;
        }
        making.lock();
        try {
            made = pooled;
            if (made == null) {
                made = client();
                pooled = made;
            }
            if (closed) {
                end(made); // Whoever closed may have looked before it was there.
            }
            return made;
        } finally {
            making.unlock();
        }
    }

    private HttpClient client() {
        return HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(CONNECT_MAX)
                .executor(threads)
                .build();
    }

    private static String target(Request request) {
        return (request.uri().getScheme() + "://" + request.uri().getAuthority()).toLowerCase(Locale.ROOT);
    }

    private void remember(String target) {
        if (answeredBefore.size() >= TARGETS_MAX) {
            answeredBefore.clear();
        }
        answeredBefore.add(target);
    }

    /** Ends what is in progress and all connections. */
    @Override
    public void close() {
        closed = true;
        inProgress.forEach(Exchange::abort);
        var made = pooled;
        if (made != null) {
            end(made);
        }
        threads.shutdown();
    }

    /**
     * Ends a client, its connections and its thread. From Java 21 on a client can be told so. Before that it ends
     * when it has been collected, which may take many thousand calls, or when its thread is interrupted, which is
     * done here.
     */
    private static void end(HttpClient client) {
        try {
            HttpClient.class.getMethod("shutdownNow").invoke(client);
        } catch (NoSuchMethodException e) {
            interruptThreadOf(client);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a client can be ended", e);
        }
    }

    /** The thread's name ends in the number that the client's text ends in. */
    private static void interruptThreadOf(HttpClient client) {
        var text = client.toString();
        var number = text.substring(text.lastIndexOf('(') + 1, Math.max(text.lastIndexOf(')'), 0));
        var name = "HttpClient-" + number + "-SelectorManager";
        var group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        var all = new Thread[group.activeCount() + 64];
        int count = group.enumerate(all);
        for (int i = 0; i < count; i++) {
            if (all[i].getName().equals(name)) {
                all[i].interrupt();
            }
        }
    }
}
