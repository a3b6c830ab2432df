package dev.longstop.verify;

import dev.longstop.contract.Answers.Fixed;
import dev.longstop.contract.Contract;
import dev.longstop.contract.Handshake;
import dev.longstop.contract.Locator;
import dev.longstop.contract.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers the questions by which senders learn that an endpoint is there and ours: pure, from the contract's data.
 *
 * <p><i>Bounds</i>: what is echoed has at most {@link #ECHO_CHARS_MAX} characters, and is plain text to every browser.
 */
public final class Handshakes {

    /** Nothing longer is echoed. */
    public static final int ECHO_CHARS_MAX = 1_024;

    private static final String TEXT = "text/plain";

    private Handshakes() {}

    /**
     * The answer to a question.
     *
     * @param answer what the caller gets
     * @param granted whether it is what the sender hopes for
     */
    public record Reply(Fixed answer, boolean granted) {}

    /** The answer to an unsigned question; empty if the request is none. */
    public static Optional<Reply> unsigned(Contract contract, Trust trust, Request request) {
        for (var handshake : contract.handshakes()) {
            if (handshake instanceof Handshake.Presence presence
                    && presence.method().equals(request.method())) {
                return Optional.of(new Reply(new Fixed(presence.status(), Optional.of(""), TEXT), true));
            }
            if (handshake instanceof Handshake.QueryEcho echo && echo.method().equals(request.method())) {
                var reply = echo(echo, trust, request);
                if (reply.isPresent()) {
                    return reply;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Reply> echo(Handshake.QueryEcho echo, Trust trust, Request request) {
        var finder = new Finder(request, () -> null, () -> new byte[0]);
        var value = finder.find(new Locator.InQuery(echo.value()));
        if (value.isEmpty()) {
            return Optional.empty();
        }
        boolean believed = echo.token()
                .map(name -> finder.find(new Locator.InQuery(name)))
                .map(token -> trust.verifyToken()
                        .filter(secret -> same(secret, token))
                        .isPresent())
                .orElse(true);
        boolean granted = believed && value.length() <= ECHO_CHARS_MAX && !finder.repeated();
        return Optional.of(
                granted
                        ? new Reply(new Fixed(200, Optional.of(value), TEXT), true)
                        : new Reply(new Fixed(echo.refusedStatus(), Optional.of(""), TEXT), false));
    }

    private static boolean same(Secret secret, String token) {
        return MessageDigest.isEqual(
                secret.value().getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The answer to a signed question; empty if the delivery is none.
     *
     * @param secret what the question was signed with
     */
    public static Optional<Reply> signed(
            Contract contract, Request request, Document document, Optional<Secret> secret) {
        for (var handshake : contract.handshakes()) {
            var answer = signed(handshake, Proof.finder(request, document), secret);
            if (answer.isPresent()) {
                return answer.map(it -> new Reply(it, true));
            }
        }
        return Optional.empty();
    }

    private static Optional<Fixed> signed(Handshake handshake, Finder finder, Optional<Secret> secret) {
        if (handshake instanceof Handshake.Constant constant) {
            return Optional.of(constant.answer()).filter(it -> says(finder, constant.when()));
        }
        if (handshake instanceof Handshake.Echo echo && says(finder, echo.when())) {
            return value(finder, echo.value()).map(text -> new Fixed(200, Optional.of(text), TEXT));
        }
        if (handshake instanceof Handshake.HmacEcho echo && says(finder, echo.when())) {
            return value(finder, echo.value()).flatMap(text -> secret.map(it -> hmac(echo, text, it)));
        }
        return Optional.empty();
    }

    private static boolean says(Finder finder, Handshake.When when) {
        return when.says().entrySet().stream()
                .allMatch(entry -> finder.find(entry.getKey()).equals(entry.getValue()));
    }

    private static Optional<String> value(Finder finder, Locator place) {
        return Optional.of(finder.find(place)).filter(text -> !text.isEmpty() && text.length() <= ECHO_CHARS_MAX);
    }

    private static Fixed hmac(Handshake.HmacEcho echo, String text, Secret secret) {
        var digest = new KeyedDigest(echo.algorithm().javaName(), secret.value().getBytes(StandardCharsets.UTF_8))
                .of(List.of(ExactBytes.of(text)));
        var reply = JsonMapper.shared().createObjectNode();
        echo.reply()
                .forEach((member, form) -> reply.put(
                        member,
                        form.equals("{value}")
                                ? text
                                : form.equals("{hmac}") ? echo.encoding().encode(digest) : form));
        return new Fixed(200, Optional.of(reply.toString()), "application/json");
    }
}
