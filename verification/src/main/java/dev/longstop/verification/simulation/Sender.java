package dev.longstop.verification.simulation;

import dev.longstop.verification.Generator;
import java.util.ArrayList;
import java.util.List;

/**
 * A sender of GitHub's kind that sends again until it hears success, and somebody who would like to be one.
 *
 * <p>It repeats, reorders, uses ids again for other content; its posts are lost or changed on their way, and so are our
 * answers, as the seed likes.
 */
final class Sender {

    private static final long PATIENCE_MS = 10_000;

    /** A message that is to be heard. */
    private static final class Errand {
        private final Message message;
        private boolean done;
        private int posts;

        Errand(Message message) {
            this.message = message;
        }
    }

    private final Messages messages;
    private final Generator chance;
    private final Swarm faults;
    private final Timeline timeline;
    private final Journal journal;
    private final List<Node> nodes;
    private final List<Errand> errands = new ArrayList<>();

    Sender(Scenario scenario, Swarm faults, Timeline timeline, Journal journal, List<Node> nodes) {
        this.chance = Generator.of(scenario.seed()).fork("sender");
        this.messages = new Messages(chance, faults);
        this.faults = faults;
        this.timeline = timeline;
        this.journal = journal;
        this.nodes = nodes;
    }

    /** Begins to tell so many events within a while. */
    void begin(int events, long withinMs) {
        for (int i = 1; i <= events; i++) {
            int number = i;
            long delayMs = chance.fork("delay " + i).between(0L, withinMs);
            timeline.in(delayMs, "event " + i, () -> tell(number));
        }
    }

    /** Whether everything that was to be told was heard. */
    boolean done() {
        return errands.stream().allMatch(errand -> errand.done);
    }

    /** What was not heard yet. */
    List<Message> untold() {
        return errands.stream()
                .filter(errand -> !errand.done)
                .map(errand -> errand.message)
                .toList();
    }

    private void tell(int number) {
        var message = messages.tell(number);
        send(message);
        if (faults.strikes(Fault.OTHER_CONTENT, 0.5)) {
            send(messages.other(message, number));
        }
        if (faults.strikes(Fault.REPLAY, 0.5)) {
            send(messages.replay(message));
        }
        if (faults.strikes(Fault.FORGE, 0.8)) {
            forge(messages.forge(message), "forged");
        }
        if (faults.strikes(Fault.MUTATED, 0.8)) {
            forge(messages.mutate(message), "mutated");
        }
    }

    private void send(Message message) {
        var errand = new Errand(message);
        errands.add(errand);
        post(errand, overtaken());
        if (faults.strikes(Fault.REPEAT, 0.8)) {
            var repeats = faults.stream(Fault.REPEAT);
            int copies = repeats.between(1, 5);
            boolean together = repeats.chance(0.5);
            for (int i = 0; i < copies; i++) {
                post(errand, together ? 0 : repeats.between(0L, 60_000L));
            }
        }
    }

    private long overtaken() {
        return faults.strikes(Fault.REORDER, 0.5) ? faults.stream(Fault.REORDER).between(0L, 30_000L) : 0;
    }

    /** Posts a message after a while, whether it was heard meanwhile or not. */
    private void post(Errand errand, long delayMs) {
        timeline.in(delayMs, "post " + errand.message, () -> post(errand));
    }

    private void post(Errand errand) {
        int post = ++errand.posts;
        var exchange = new Exchange();
        if (faults.strikes(Fault.POST_LOST, 0.5)) {
            journal.count("post lost");
        } else {
            node(errand).receive(errand.message.posted(errand.posts), status -> {
                journal.count("status " + status);
                if (!exchange.over) {
                    exchange.over = true;
                    heard(errand, status);
                }
            });
        }
        if (!exchange.over) {
            timeline.in(PATIENCE_MS, "patience " + errand.message + " " + post, () -> {
                if (!exchange.over) {
                    exchange.over = true;
                    again(errand);
                }
            });
        }
    }

    /** One post that an answer is awaited for. */
    private static final class Exchange {
        private boolean over;
    }

    private void heard(Errand errand, int status) {
        if (status == Entrance.REFUSED) {
            journal.complain(Invariant.SOUND, "an authentic request was refused: " + errand.message);
        } else if (status == Entrance.UNAVAILABLE || faults.strikes(Fault.SENDER_DEAF, 0.5)) {
            again(errand);
        } else {
            errand.done = true;
        }
    }

    private void again(Errand errand) {
        if (!errand.done) {
            post(errand, chance.between(500L, 20_000L));
        }
    }

    private void forge(Message message, String how) {
        journal.forged(message.hash());
        node(new Errand(message)).receive(message, status -> {
            journal.count(how + " " + status);
            if (status != Entrance.REFUSED) {
                journal.complain(Invariant.I2, "a forged request was answered " + status + ": " + message);
            }
        });
    }

    private Node node(Errand errand) {
        return nodes.get((chance.between(0, nodes.size() - 1) + errand.posts) % nodes.size());
    }
}
