package dev.longstop.proof;

import dev.longstop.app.Program;
import dev.longstop.http.HttpCaller;
import dev.longstop.loop.Workers;
import dev.longstop.proof.Letters.Letter;
import dev.longstop.proof.Letters.Starts;
import dev.longstop.time.Patience;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Posts deliveries, and keeps book of which were acknowledged. As senders do, it sends again what was not answered with
 * success.
 *
 * <p><i>Threads</i>: safe; the posting is done by workers.
 */
final class Sender {

    static final int AT_ONCE = 8;

    /** Two hundred a second, as far as the program and the machine can. */
    private static final long EVERY_MS = 5;

    private static final long ANSWER_MS = 30_000;
    private static final int ANSWER_BYTES_MAX = 64 * 1024;

    private final HttpCaller http;
    private final Workers workers;
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger cutOff = new AtomicInteger();
    private final AtomicInteger duplicates = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Queue<Letter> unanswered = new ConcurrentLinkedQueue<>();

    Sender(HttpCaller http, Workers workers) {
        this.http = http;
        this.workers = workers;
    }

    /** Posting to one life of the program. */
    final class Posting {

        private final URI door;
        private final AtomicInteger busy = new AtomicInteger();
        private volatile boolean stopped;

        private Posting(Program program) {
            door = URI.create(program.publicUrl() + "/in/github");
        }

        private void work() {
            try {
                while (!stopped) {
                    var again = unanswered.poll();
                    post(door, again == null ? next() : again);
                    Patience.until(EVERY_MS * AT_ONCE, () -> stopped);
                }
            } finally {
                busy.decrementAndGet();
            }
        }

        /** Posts nothing more, and waits until every delivery has its answer or has none. */
        void stop() {
            stopped = true;
            if (!Patience.until(ANSWER_MS + 10_000, () -> busy.get() == 0)) {
                throw new IllegalStateException("deliveries that were posted do not end");
            }
        }
    }

    /** Begins to post to a program, until told to stop. */
    Posting post(Program program) {
        var posting = new Posting(program);
        for (int i = 0; i < AT_ONCE; i++) {
            posting.busy.incrementAndGet();
            if (!workers.start("sender", posting::work)) {
                throw new IllegalStateException("no thread was free for a sender");
            }
        }
        return posting;
    }

    /** Posts again what was not answered with success, until all of it was. */
    boolean postUnanswered(Program program, long atMostMs) {
        var door = URI.create(program.publicUrl() + "/in/github");
        return Patience.until(atMostMs, () -> {
            var letter = unanswered.poll();
            if (letter != null) {
                post(door, letter);
            }
            return unanswered.isEmpty();
        });
    }

    /** Posts one delivery that starts something; gives its event's id. */
    String post(Program program, Starts starts) {
        int number = numbers.incrementAndGet();
        post(URI.create(program.publicUrl() + "/in/github"), Letters.letter(id(number), number, starts));
        return id(number);
    }

    private Letter next() {
        int number = numbers.incrementAndGet();
        return Letters.letter(id(number), number, Starts.of(number));
    }

    private static String id(int number) {
        return "proof-" + number;
    }

    private void post(URI door, Letter letter) {
        var request = new HttpCaller.Request(
                "POST", door, letter.headers(), letter.body(), ANSWER_MS, ANSWER_BYTES_MAX, false);
        var answer = http.call(request);
        if (!(answer instanceof HttpCaller.Answered answered)) {
            cutOff.incrementAndGet();
            unanswered.add(letter);
        } else if (answered.status() == 200 && !answered.cut()) {
            acknowledged.add(letter.id());
            if (new String(answered.body(), StandardCharsets.UTF_8).contains("\"duplicate\"")) {
                duplicates.incrementAndGet();
            }
        } else {
            refused.incrementAndGet();
            unanswered.add(letter);
        }
    }

    /** How many different deliveries there were. */
    int sent() {
        return numbers.get();
    }

    /** How many posts had no whole answer. */
    int cutOff() {
        return cutOff.get();
    }

    /** How many posts were answered, but not with success. */
    int refused() {
        return refused.get();
    }

    /** How many posts were acknowledged as known already. */
    int duplicates() {
        return duplicates.get();
    }

    /** The ids of the deliveries that were answered with success. */
    Set<String> acknowledged() {
        return Set.copyOf(acknowledged);
    }

    /** How many there are of those. */
    int acknowledgedCount() {
        return acknowledged.size();
    }
}
