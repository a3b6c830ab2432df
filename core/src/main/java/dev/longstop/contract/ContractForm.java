package dev.longstop.contract;

import dev.longstop.contract.Answers.Fixed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Reads the declarative form of a contract. Every key of the form is known here; those that nothing acts on yet say so.
 */
final class ContractForm {

    private static final int BODY_BYTES_MAX = 64 * 1024 * 1024;
    private static final int DEADLINE_MS_MAX = 60_000;
    private static final int RETRY_AFTER_S_MAX = 86_400;
    private static final long HORIZON_MS_MAX = 90L * 86_400_000;
    private static final List<String> METHODS = List.of("POST", "PUT");

    static final List<String> KEYS =
            words("id auth body_authenticated gzip event_id event_id_signed event_type action subject sender batch"
                    + " form_json_field empty_body keep_headers public_url success unwanted_event bad_auth unavailable"
                    + " deadline_ms retries methods max_body handshake");

    private final FormNode form;
    private final List<String> problems;

    private ContractForm(JsonNode root) {
        this.problems = new ArrayList<>();
        this.form = new FormNode(root, "", problems);
    }

    static Contracts.Reading read(JsonNode root) {
        return new ContractForm(root).read();
    }

    private Contracts.Reading read() {
        if (!problems.isEmpty()) {
            return new Contracts.Wrong(problems);
        }
        form.onlyKeys(KEYS);
        if (form.has("public_url")) {
            form.problem("public_url", "belongs to the source's configuration");
        }
        var auth = AuthForm.read(form);
        var eventId = Places.of(form, "event_id");
        var contract = new Contract(
                form.requiredText("id"),
                auth,
                form.flag("body_authenticated", Coverage.ofBody(auth)),
                form.oneOf("gzip", Map.of("sent", false, "unpacked", true)).orElse(false),
                eventId,
                form.flag("event_id_signed", Coverage.ofId(auth, eventId)),
                Places.of(form, "event_type"),
                Places.of(form, "action"),
                Places.of(form, "subject"),
                Places.of(form, "sender"),
                form.text("form_json_field"),
                form.flag("empty_body", false),
                batch(),
                answers(),
                (int) form.quantity("max_body", "1MiB", Quantity::bytes, BODY_BYTES_MAX),
                form.integer("deadline_ms", 10_000, 100, DEADLINE_MS_MAX),
                retries(),
                methods(),
                HandshakeForm.read(form),
                form.texts("keep_headers"));
        return problems.isEmpty() ? new Contracts.Sound(contract) : new Contracts.Wrong(problems);
    }

    private Optional<Batch> batch() {
        if (!form.has("batch")) {
            return Optional.empty();
        }
        var batch = form.object("batch");
        batch.onlyKeys(words("items id event_type action subject empty_is verify_each"));
        var items = Places.path(batch, "items", batch.requiredText("items"));
        boolean heartbeat = batch.oneOf("empty_is", Map.of("heartbeat", true)).orElse(false);
        return items.map(path -> new Batch(
                path,
                Places.inItem(batch, "id"),
                Places.inItem(batch, "event_type"),
                Places.inItem(batch, "action"),
                Places.inItem(batch, "subject"),
                heartbeat,
                batch.text("verify_each").flatMap(text -> Places.path(batch, "verify_each", Places.bare(text)))));
    }

    private Answers answers() {
        var success = form.object("success");
        success.onlyKeys(words("status body content_type"));
        var unwanted = form.object("unwanted_event");
        unwanted.onlyKeys(words("status"));
        var badAuth = form.object("bad_auth");
        badAuth.onlyKeys(words("status"));
        var unavailable = form.object("unavailable");
        unavailable.onlyKeys(words("status retry_after_s"));
        int status = success.integer("status", 200, 200, 299);
        return new Answers(
                new Fixed(
                        status,
                        success.text("body"),
                        success.text("content_type").orElse("text/plain")),
                unwanted.integer("status", status, 200, 299),
                refusal(badAuth),
                unavailability(unavailable),
                unavailable.integer("retry_after_s", 30, 1, RETRY_AFTER_S_MAX));
    }

    // Senders take 404 and 410 as "this endpoint is gone", and disable or delete it.
    private static int refusal(FormNode badAuth) {
        int status = badAuth.integer("status", 401, 400, 499);
        if (status == 404 || status == 410) {
            badAuth.problem("status", status + " makes senders give the endpoint up");
        }
        return status;
    }

    private static int unavailability(FormNode unavailable) {
        int status = unavailable.integer("status", 503, 429, 599);
        if (status > 429 && status < 500) {
            unavailable.problem("status", "429, or from 500 to 599, is expected");
        }
        return status;
    }

    private Contract.Retries retries() {
        var retries = form.object("retries");
        retries.onlyKeys(words("auto horizon"));
        return new Contract.Retries(
                retries.flag("auto", true), retries.quantity("horizon", "72h", Quantity::milliseconds, HORIZON_MS_MAX));
    }

    private List<String> methods() {
        var methods = form.texts("methods");
        methods.stream()
                .filter(method -> !METHODS.contains(method))
                .forEach(method ->
                        form.problem("methods", "\"" + method + "\" is not one of " + String.join(", ", METHODS)));
        return methods.isEmpty() ? List.of("POST") : methods;
    }

    private static List<String> words(String line) {
        return List.of(line.split(" ", -1));
    }
}
