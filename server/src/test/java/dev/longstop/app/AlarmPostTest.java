package dev.longstop.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.config.Configuration.Alerts;
import dev.longstop.contract.Secret;
import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller;
import dev.longstop.telemetry.Alarm;
import dev.longstop.verification.FakeTime;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The message at three in the morning, and the silence that is one, too (U6). */
class AlarmPostTest {

    private static final Alarm STUCK = new Alarm("stuck", "claude/s1", "it runs for an hour", "longstop jobs show 1");

    private final FakeTime time = FakeTime.create();
    private final List<HttpCaller.Request> calls = new ArrayList<>();
    private int status = 200;
    private boolean well = true;

    /** Cause and next command, once a day for one kind and subject. */
    @Test
    void oneThingIsToldOnceADay() {
        var post = post(new Alerts(secret("http://127.0.0.1:9/slack"), Optional.empty()));
        post.tell(STUCK);
        post.tell(STUCK);
        post.tell(new Alarm("lost", "claude/s1", "gone", "longstop jobs show 1"));
        turn(post);
        assertThat(calls).hasSize(2);
        assertThat(new String(calls.get(0).body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"text\":\"longstop: stuck: claude/s1: it runs for an hour;"
                        + " next: longstop jobs show 1\"}");
        time.advance(86_400_000);
        post.tell(STUCK);
        turn(post);
        assertThat(calls).hasSize(3);
    }

    /** A post that fails is tried again, and given up so that others have their turn. */
    @Test
    void aPostThatFailsIsTriedAgain() {
        var post = post(new Alerts(secret("http://127.0.0.1:9/slack"), Optional.empty()));
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
        var post = post(new Alerts(Optional.empty(), secret("http://127.0.0.1:9/beat")));
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
        var post = post(new Alerts(secret("not an address"), secret("neither")));
        post.tell(STUCK);
        turn(post);
        assertThat(calls).isEmpty();
    }

    private AlarmPost post(Alerts alerts) {
        var caller = new HttpCaller() {
            @Override
            public Answer call(Request request, CompletableFuture<?> ended) {
                calls.add(request);
                return new Answered(status, Headers.none(), new byte[0], false);
            }

            @Override
            public void close() {
                // There is nothing to close.
            }
        };
        return new AlarmPost(alerts, caller, time, () -> well);
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
