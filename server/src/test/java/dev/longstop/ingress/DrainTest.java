package dev.longstop.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.inbox.Acceptance.Verdict;
import dev.longstop.verification.Await;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A stop: what is in flight gets its answer, what comes later is turned away, and it has an end. */
class DrainTest {

    private static final int IN_TIME_MS = 10_000;

    @Test
    void whatIsInFlightGetsItsAnswerAndNothingNewIsTaken() {
        var commit = new CompletableFuture<List<Outcome>>();
        try (var door = new Door();
                var flying = door.wire();
                var idle = door.wire()) {
            door.inbox = acceptance -> commit;
            idle.send("GET /healthz HTTP/1.1\r\nHost: door\r\n\r\n").reply();
            flying.send(Door.signed("id-1", Door.ISSUE));
            Await.until("it is with the inbox", IN_TIME_MS, () -> door.accepted.size() == 1);

            var closed = door.ingress.close().toCompletableFuture();
            assertThat(door.ingress.open()).isFalse();
            assertThat(idle.untilClosed()).isEmpty();
            Await.until("the port is closed", IN_TIME_MS, () -> refused(door.port));
            assertThat(closed).isNotDone();

            commit.complete(List.of(new Outcome(Verdict.ACCEPTED, 1, false)));
            var reply = flying.reply();
            assertThat(reply.body()).contains("accepted");
            assertThat(reply.closes()).isTrue();
            assertThat(flying.untilClosed()).isEmpty();
            assertThat(closed.orTimeout(IN_TIME_MS, TimeUnit.MILLISECONDS))
                    .succeedsWithin(java.time.Duration.ofSeconds(10));
        }
    }

    @Test
    void aStopDoesNotWaitForEver() {
        try (var door = new Door(settings -> Settings.of(settings).drainMs(300).done());
                var flying = door.wire()) {
            door.inbox = acceptance -> new CompletableFuture<>();
            flying.send(Door.signed("id-1", Door.ISSUE));
            Await.until("it is with the inbox", IN_TIME_MS, () -> door.accepted.size() == 1);

            assertThat(door.ingress.close().toCompletableFuture()).succeedsWithin(java.time.Duration.ofSeconds(10));
            assertThat(flying.untilClosed()).isEmpty();
        }
    }

    private static boolean refused(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (ConnectException refused) {
            return true;
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
