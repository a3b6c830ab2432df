package dev.longstop.verification.simulation;

import dev.longstop.verification.Generator;
import java.util.Arrays;
import java.util.List;

/** Writes the requests of a sender of GitHub's kind. */
final class Messages {

    private record Kind(String type, String action, String subject) {}

    /** Some start one agent, some two, some only a shadow, some nothing. */
    private static final List<Kind> KINDS = List.of(
            new Kind("issues", "opened", "issue"),
            new Kind("issues", "labeled", "issue"),
            new Kind("pull_request", "opened", "pull_request"),
            new Kind("issue_comment", "created", "issue"),
            new Kind("star", "created", "none"),
            new Kind("ping", "", "none"));

    /** Ids that a header can carry and that careless code trips over. */
    private static final List<String> HOSTILE_IDS = List.of(
            "sha256:00",
            "hash:00",
            "'; drop table run; --",
            "\u00e9t\u00e9",
            "\u00ff",
            "a/b/../c",
            "%00",
            "x".repeat(255),
            "x".repeat(256),
            "x".repeat(4_000));

    private final Generator chance;
    private final Swarm faults;
    private int forged;

    Messages(Generator chance, Swarm faults) {
        this.chance = chance;
        this.faults = faults;
    }

    /** What the sender has to tell, the first time. */
    Message tell(int number) {
        var own = chance.fork("event " + number);
        var id = faults.strikes(Fault.HOSTILE_TEXT, 0.5)
                ? number + own.pick(HOSTILE_IDS)
                : "%08d-8f1e-11ee-8b3f-0242ac120002".formatted(number);
        return write(
                "event " + number, id, own, World.SECRETS.get(own.between(0, 1)).value(), true);
    }

    /** Another content under the id of a message. */
    Message other(Message first, int number) {
        var own = faults.stream(Fault.OTHER_CONTENT).fork("other " + number);
        return write(
                first.label() + " changed",
                first.id(),
                own,
                World.SECRETS.get(0).value(),
                true);
    }

    /** A request of somebody who does not know the secret; it may use the id of a message. */
    Message forge(Message like) {
        var own = faults.stream(Fault.FORGE).fork("forged " + forged++);
        return write("forged " + forged, own.chance(0.5) ? like.id() : own.word(3, 12), own, "guessed", false);
    }

    /** The same request with a body that something on the way has changed: a bit turned, cut short, or longer. */
    Message mutate(Message message) {
        var own = faults.stream(Fault.MUTATED);
        var body = message.body();
        int at = own.between(0, body.length - 1);
        var changed = body.clone();
        switch (own.between(0, 2)) {
            case 0 -> changed[at] ^= (byte) (1 << own.between(0, 7));
            case 1 -> changed = Arrays.copyOf(body, at);
            default -> changed = Arrays.copyOf(body, body.length + 1 + at);
        }
        return new Message(message.label() + " mutated", message.id(), message.headers(), changed, false);
    }

    /** The same body under another id, as somebody does who caught a request on its way. */
    Message replay(Message message) {
        var headers = new java.util.TreeMap<>(message.headers().values());
        var id = "replay-" + faults.stream(Fault.REPLAY).word(8, 8);
        headers.put("x-github-delivery", List.of(id));
        return new Message(
                message.label() + " replayed", id, new dev.longstop.event.Headers(headers), message.body(), true);
    }

    private Message write(String label, String id, Generator own, String secret, boolean authentic) {
        var kind = own.pick(KINDS);
        var text = faults.strikes(Fault.HOSTILE_TEXT, 0.5) ? own.text(200) : own.word(3, 30);
        var action = faults.strikes(Fault.HOSTILE_TEXT, 0.1) ? own.text(40) : kind.action();
        var subject = kind.subject().equals("none")
                ? ""
                : "\"%s\":{\"number\":%d},".formatted(kind.subject(), own.between(1, 3));
        var form = "{\"action\":%s,%s\"repository\":{\"full_name\":\"acme/site\"},"
                + "\"sender\":{\"login\":\"%s\"},\"text\":%s}";
        var json = form.formatted(
                quoted(action), subject, own.chance(0.1) ? "acme-agent" : "ada", quoted(label + " " + text));
        return Message.of(label, id, new Message.Said(kind.type(), json), secret, authentic);
    }

    /** JSON of any text, lone surrogates included. */
    private static String quoted(String text) {
        var json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c > 0x7e || c == '"' || c == '\\') {
                json.append("\\u%04x".formatted((int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}
