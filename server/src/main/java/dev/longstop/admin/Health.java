package dev.longstop.admin;

import dev.longstop.ingress.Ingress;
import dev.longstop.store.Pulse;

/** Whether the program can do its work: the store commits, and the door is open. */
final class Health {

    private final Pulse pulse;
    private final Ingress ingress;

    Health(Pulse pulse, Ingress ingress) {
        this.pulse = pulse;
        this.ingress = ingress;
    }

    /** The program runs, whatever else is wrong. */
    Reply live() {
        return Reply.json(Words.object().put("status", "live"));
    }

    /** The program takes deliveries and can commit them; blocks on the store. */
    Reply ready() {
        var storeState = pulse.trouble().map(Enum::name).orElse("ok");
        boolean ready = storeState.equals("ok") && ingress.open();
        var answer = Words.object().put("status", ready ? "ready" : "not_ready");
        answer.putObject("checks").put("store", storeState).put("ingress", ingress.open() ? "ok" : "closed");
        return Reply.json(ready ? 200 : 503, answer);
    }
}
