package dev.longstop.admin;

import dev.longstop.ingress.Ingress;
import dev.longstop.store.Store;
import dev.longstop.store.StoreFailure;

/** Whether the program can do its work: the store answers, and the door is open. */
final class Health {

    private final Store store;
    private final Ingress ingress;

    Health(Store store, Ingress ingress) {
        this.store = store;
        this.ingress = ingress;
    }

    /** The program runs, whatever else is wrong. */
    Reply live() {
        return Reply.json(Words.object().put("status", "live"));
    }

    /** The program takes deliveries and can commit them; blocks on the store. */
    Reply ready() {
        var storeState = storeState();
        boolean ready = storeState.equals("ok") && ingress.open();
        var answer = Words.object().put("status", ready ? "ready" : "not_ready");
        answer.putObject("checks").put("store", storeState).put("ingress", ingress.open() ? "ok" : "closed");
        return Reply.json(ready ? 200 : 503, answer);
    }

    private String storeState() {
        try {
            store.clockMs();
            return "ok";
        } catch (StoreFailure failure) {
            return failure.code().name();
        }
    }
}
