package dev.longstop.ingress;

import dev.longstop.event.SafeText;
import dev.longstop.inbox.Acceptance.Outcome;
import dev.longstop.ingress.Conversation.Phase;
import dev.longstop.telemetry.DeliveryOutcome;
import dev.longstop.telemetry.Metrics;
import dev.longstop.verify.Extraction.Defect;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer.
 *
 * <p><i>Threads</i>: its event loop only. What it holds of the budget is given back once: when it is refused, when its
 * caller goes away before the body is whole, or when its commit settles, however long after the answer that is.
 */
final class Exchange {

    private static final long CALLBACK_BYTES_MAX = 1 << 20;

    private final Gatekeeper gatekeeper;
    private final Conversation conversation;
    private final HttpServerRequest request;
    private final long startedNanos;
    private Optional<Entrance> entrance = Optional.empty();
    private Consumer<byte[]> then = body -> {};
    private long bodyBytesMax;
    private Body body = new Body(0);
    private long arrived;
    private long charged;
    private boolean answered;
    private boolean closing;

    Exchange(Gatekeeper gatekeeper, Conversation conversation, HttpServerRequest request) {
        this.gatekeeper = gatekeeper;
        this.conversation = conversation;
        this.request = request;
        this.startedNanos = gatekeeper.nanos();
    }

    /** Takes a delivery for a source. */
    void deliver(Entrance to) {
        entrance = Optional.of(to);
        receive(to.source().bodyBytesMax(), body -> examine(to, body));
    }

    /** Takes what an agent says of its run. */
    void callback(long run, String token) {
        receive(CALLBACK_BYTES_MAX, body -> gatekeeper.hear(run, token, body, this::heard));
    }

    private void heard(Answer answer) {
        release();
        if (!answered) {
            answered = true;
            send(answer);
        }
    }

    private void receive(long bytesMax, Consumer<byte[]> whole) {
        bodyBytesMax = bytesMax;
        then = whole;
        long declared = declaredLength();
        var expect = request.getHeader(HttpHeaders.EXPECT);
        if (declared > bytesMax) {
            refuse(Answer.TOO_LARGE, DeliveryOutcome.TOO_LARGE, "declared_length");
        } else if (!gatekeeper.budget().hasRoomFor(Math.max(0, declared)) || !charge(IngressSettings.REQUEST_BYTES)) {
            refuse(overloaded(), DeliveryOutcome.OVERLOADED, "bytes_in_flight");
        } else if (expect != null && !expect.equalsIgnoreCase("100-continue")) {
            refuse(Answer.EXPECTATION, DeliveryOutcome.MALFORMED, "expectation");
        } else {
            body = new Body(declared);
            conversation.enter(Phase.BODY, startedNanos);
            listen();
            if (expect != null) {
                request.response().writeContinue();
            }
        }
    }

    /** The length that the caller promised; -1 if it sends chunks until it is done. */
    private long declaredLength() {
        var length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length == null) {
            return request.headers().contains(HttpHeaders.TRANSFER_ENCODING) ? -1 : 0;
        }
        long declared = 0;
        for (int i = 0; i < length.length(); i++) {
            int digit = length.charAt(i) - '0';
            // The decoder has refused what is not a number; one that is too long for us is too large as well.
            if (digit < 0 || digit > 9 || declared > Integer.MAX_VALUE) {
                return Long.MAX_VALUE;
            }
            declared = declared * 10 + digit;
        }
        return declared;
    }

    private void listen() {
        request.handler(this::chunk).endHandler(end -> whole());
    }

    private void chunk(Buffer chunk) {
        arrived += chunk.length();
        if (answered) {
            if (arrived > gatekeeper.settings().leftoverBytesMax()) {
                conversation.close();
            }
        } else if (arrived > bodyBytesMax) {
            refuse(Answer.TOO_LARGE, DeliveryOutcome.TOO_LARGE, "length");
        } else if (charge(chunk.length())) {
            body.add(chunk);
        } else {
            refuse(overloaded(), DeliveryOutcome.OVERLOADED, "bytes_in_flight");
        }
    }

    private boolean charge(long bytes) {
        boolean room = gatekeeper.budget().take(bytes);
        charged += room ? bytes : 0;
        return room;
    }

    private void whole() {
        if (!answered) {
            conversation.enter(Phase.COMMIT, gatekeeper.nanos());
            var whole = body.whole();
            body = new Body(0);
            then.accept(whole);
        } else if (closing) {
            conversation.close();
        } else {
            conversation.enter(Phase.HEAD, gatekeeper.nanos());
        }
    }

    private void examine(Entrance to, byte[] whole) {
        gatekeeper
                .examine(to, gatekeeper.requests().of(request, whole))
                .onSuccess(finding -> found(to, finding))
                .onFailure(this::broken);
    }

    private void found(Entrance to, Finding finding) {
        if (answered) {
            release();
        } else if (finding instanceof Finding.Sound sound) {
            accept(sound);
        } else if (finding instanceof Finding.Forged forged) {
            refuse(
                    to.replies().forged(),
                    DeliveryOutcome.UNAUTHENTICATED,
                    forged.reason().word());
        } else if (finding instanceof Finding.Question question) {
            refuse(Answer.fixed(question.answer()), to.deliveries(), DeliveryOutcome.HANDSHAKE);
        } else if (finding instanceof Finding.Useless useless) {
            var reason = useless.defect().word();
            if (useless.defect() == Defect.LARGE_BODY) {
                refuse(Answer.TOO_LARGE, DeliveryOutcome.TOO_LARGE, reason);
            } else {
                refuse(Answer.unusable(reason), DeliveryOutcome.MALFORMED, reason);
            }
        }
    }

    private void accept(Finding.Sound sound) {
        // What is kept unpacked holds more than what arrived.
        long more = sound.acceptance().delivery().body().length - arrived;
        if (more > 0 && !charge(more)) {
            refuse(overloaded(), DeliveryOutcome.OVERLOADED, "bytes_in_flight");
            return;
        }
        long bytes = charged;
        charged = 0;
        gatekeeper.accept(sound.acceptance(), bytes, (outcomes, failure) -> settled(sound, outcomes, failure));
    }

    /** Examining ended in a bug of ours: the sender is to come again. */
    private void broken(Throwable bug) {
        gatekeeper.complain(bug);
        if (answered) {
            release();
        } else {
            refuse(unavailable(), DeliveryOutcome.UNAVAILABLE, "failure");
        }
    }

    private void settled(Finding.Sound sound, @Nullable List<Outcome> outcomes, @Nullable Throwable failure) {
        if (failure != null) {
            gatekeeper.complain(failure);
        }
        if (answered) {
            return;
        }
        if (outcomes == null) {
            refuse(unavailable(), DeliveryOutcome.UNAVAILABLE, "store");
            return;
        }
        answered = true;
        gatekeeper.metrics().accepted(gatekeeper.nanos() - startedNanos);
        entrance.ifPresent(to -> {
            to.countSecret(sound.acceptance().delivery().secret());
            to.deliveries().count(Replies.counted(sound.acceptance(), outcomes));
            send(to.replies().settled(sound.acceptance(), outcomes));
        });
    }

    /** The body or the commit took too long. What a late commit holds is given back when it settles. */
    void late() {
        if (conversation.phase() == Phase.BODY) {
            closing = true;
            refuse(Answer.TIMEOUT, DeliveryOutcome.MALFORMED, "slow_body");
        } else {
            answered = true;
            note(unavailable(), DeliveryOutcome.UNAVAILABLE, "slow_commit");
            send(unavailable());
        }
    }

    /** The caller went away. */
    void abandoned() {
        if (conversation.phase() == Phase.BODY) {
            answered = true;
            release();
        }
    }

    private Answer overloaded() {
        return entrance.map(to -> to.replies().overloaded()).orElse(Answer.OVERLOADED);
    }

    private Answer unavailable() {
        return entrance.map(to -> to.replies().unavailable()).orElse(Answer.UNAVAILABLE);
    }

    private void refuse(Answer answer, DeliveryOutcome outcome, String reason) {
        note(answer, outcome, reason);
        dismiss(answer);
    }

    private void note(Answer answer, DeliveryOutcome outcome, String reason) {
        entrance.ifPresent(to -> {
            to.deliveries().count(outcome);
            gatekeeper.remember(new Rejection(
                    gatekeeper.wallMs(), to.source().name(), answer.status(), reason, remote(), arrived, agent()));
        });
    }

    /** Answers what is for no source, of another method, or only a question. */
    void refuse(Answer answer, Metrics.Deliveries deliveries, DeliveryOutcome outcome) {
        deliveries.count(outcome);
        dismiss(answer);
    }

    /** Answers without looking at the body: what is left of it is read and dropped, up to a bound. */
    void dismiss(Answer answer) {
        answered = true;
        release();
        if (conversation.phase() == Phase.COMMIT) {
            send(answer);
            return;
        }
        if (conversation.phase() != Phase.BODY) {
            listen();
        }
        long declared = declaredLength();
        closing |= declared < 0
                || declared > gatekeeper.settings().leftoverBytesMax()
                || request.getHeader(HttpHeaders.EXPECT) != null;
        conversation.enter(Phase.LEFTOVER, gatekeeper.nanos());
        answer.send(request.response(), closing || gatekeeper.stopping());
    }

    private void send(Answer answer) {
        conversation.enter(Phase.HEAD, gatekeeper.nanos());
        if (!request.response().closed()) {
            answer.send(request.response(), gatekeeper.stopping());
        }
    }

    private void release() {
        body = new Body(0);
        gatekeeper.budget().giveBack(charged);
        charged = 0;
    }

    private String remote() {
        var address = request.remoteAddress();
        return address == null ? "" : String.valueOf(address.hostAddress());
    }

    private String agent() {
        var agent = request.getHeader(HttpHeaders.USER_AGENT);
        return agent == null ? "" : SafeText.of(agent, 100);
    }
}
