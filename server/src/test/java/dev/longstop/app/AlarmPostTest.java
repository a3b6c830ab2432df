package dev.longstop.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.alarm.AlarmBook;
import dev.longstop.config.Configuration.Alerts;
import dev.longstop.contract.Secret;
import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.telemetry.Alarm;
import dev.longstop.verification.FakeTime;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The message at three in the morning, and the silence that is one, too (U6). */
class AlarmPostTest {

    private static final Alarm STUCK = new Alarm("stuck", "claude/s1", "it runs for an hour", "longstop jobs show 1");

    private final FakeTime time = FakeTime.create();
    private final List<HttpCaller.Request> calls = new ArrayList<>();
    private int status = 200;
    private boolean well = true;
    private String refusing = "";
    private Book book = new Book();

    /** Cause and next command, once a day for one kind and subject. */
    @Test
    void oneThingIsToldOnceADay() {
        var post = post(new Alerts(secret("http://127.0.0.1:9/slack"), Optional.empty(), Optional.empty()));
        post.tell(STUCK);
        post.tell(STUCK);
        post.tell(new Alarm("lost", "claude/s1", "gone", "longstop jobs show 1"));
        turn(post);
        assertThat(calls).hasSize(2);
        assertThat(new String(calls.get(0).body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"text\":\"longstop: stuck: claude/s1: it runs for an hour;"
                        + " next: longstop jobs show 1\"}");
        time.advance(86_400_000);
        book.day++;
        post.tell(STUCK);
        turn(post);
        assertThat(calls).hasSize(3);
    }

    /** A post that fails is tried again, and given up so that others have their turn. */
    @Test
    void aPostThatFailsIsTriedAgain() {
        var post = post(new Alerts(secret("http://127.0.0.1:9/slack"), Optional.empty(), Optional.empty()));
        post.tell(STUCK);
        status = 500;
        for (int i = 0; i < 10; i++) {
            post.turn();
        }
        assertThat(calls).hasSize(AlarmPost.TRIES_MAX);
        status = 200;
        post.tell(new Alarm("lost", "x", "gone", "y"));
        turn(post);
        assertThat(calls).hasSize(AlarmPost.TRIES_MAX + 1);
    }

    /** The heartbeat is called every minute while all is well, and not otherwise. */
    @Test
    void theHeartbeatStopsWhenSomethingIsWrong() {
        var post = post(new Alerts(Optional.empty(), Optional.empty(), secret("http://127.0.0.1:9/beat")));
        turn(post);
        turn(post);
        assertThat(calls).hasSize(1);
        time.advance(60_000);
        turn(post);
        assertThat(calls).hasSize(2);
        well = false;
        time.advance(600_000);
        turn(post);
        assertThat(calls).hasSize(2);
    }

    /** An address that is none stops nothing. */
    @Test
    void anAddressThatIsNoneStopsNothing() {
        var post = post(new Alerts(secret("not an address"), Optional.empty(), secret("neither")));
        post.tell(STUCK);
        turn(post);
        assertThat(calls).isEmpty();
    }

    /** Every place is told, each in its form; one that is out of reach is tried again, the other not. */
    @Test
    void everyPlaceIsTold() {
        refusing = "/slack";
        var post = post(
                new Alerts(secret("http://127.0.0.1:9/slack"), secret("http://127.0.0.1:9/json"), Optional.empty()));
        post.tell(STUCK);
        turn(post);
        refusing = "";
        turn(post);
        assertThat(calls).extracting(call -> call.uri().getPath()).containsExactly("/slack", "/json", "/slack");
        assertThat(new String(calls.get(1).body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"kind\":\"stuck\",\"subject\":\"claude/s1\",\"sentence\":\"it runs for an hour\","
                        + "\"command\":\"longstop jobs show 1\","
                        + "\"line\":\"stuck: claude/s1: it runs for an hour; next: longstop jobs show 1\"}");
    }

    /** What was not told when the process ended is told by the next one; what was told is not told again. */
    @Test
    void anAlarmOutlivesItsProcess() {
        var alerts = new Alerts(secret("http://127.0.0.1:9/slack"), Optional.empty(), Optional.empty());
        post(alerts).tell(STUCK);
        var next = post(alerts);
        next.takeUp();
        next.tell(STUCK);
        turn(next);
        assertThat(calls).hasSize(1);
        var last = post(alerts);
        last.takeUp();
        last.tell(STUCK);
        turn(last);
        assertThat(calls).hasSize(1);
    }

    /** Where nothing can be written down people are told all the same. */
    @Test
    void withoutAStoreItIsToldAllTheSame() {
        book = new Book() {
            @Override
            public CompletionStage<Boolean> note(Alarm alarm) {
                return CompletableFuture.failedStage(new IllegalStateException("the store is away"));
            }
        };
        var post = post(new Alerts(secret("http://127.0.0.1:9/slack"), Optional.empty(), Optional.empty()));
        post.tell(STUCK);
        turn(post);
        assertThat(calls).hasSize(1);
    }

    /** A book on one page. */
    private static class Book implements AlarmBook {
        private final Map<String, Alarm> written = new LinkedHashMap<>();
        private final Map<String, Alarm> left = new LinkedHashMap<>();
        private long day;

        @Override
        public CompletionStage<Boolean> note(Alarm alarm) {
            boolean news = written.put(day + alarm.kind() + alarm.subject(), alarm) == null;
            if (news) {
                left.put(alarm.kind() + alarm.subject(), alarm);
            }
            return CompletableFuture.completedStage(news);
        }

        @Override
        public CompletionStage<Boolean> told(Alarm alarm) {
            return CompletableFuture.completedStage(left.remove(alarm.kind() + alarm.subject()) != null);
        }

        @Override
        public List<Alarm> waiting() {
            return List.copyOf(left.values());
        }
    }

    private AlarmPost post(Alerts alerts) {
        var caller = new HttpCaller() {
            @Override
            public Answer call(Request request, CompletableFuture<?> ended) {
                calls.add(request);
                boolean refused = !refusing.isEmpty() && request.uri().getPath().equals(refusing);
                return new Answered(refused ? 503 : status, Headers.none(), new byte[0], false);
            }

            @Override
            public void close() {
                // There is nothing to close.
            }
        };
        return new AlarmPost(alerts, book, caller, time, () -> well);
    }

    private static void turn(AlarmPost post) {
        while (post.turn() > 0) {
            // Until it rests.
        }
    }

    private static Optional<Secret> secret(String value) {
        return Optional.of(new Secret("test", value, Optional.empty()));
    }
}
