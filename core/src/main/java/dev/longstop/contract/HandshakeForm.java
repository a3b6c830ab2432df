package dev.longstop.contract;

import dev.longstop.contract.Answers.Fixed;
import dev.longstop.contract.Handshake.When;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the questions that are no events: the key {@code handshake} of a contract. */
final class HandshakeForm {

    private static final String JSON = "application/json";
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "OPTIONS");

    private final FormNode form;

    private HandshakeForm(FormNode form) {
        this.form = form;
    }

    static List<Handshake> read(FormNode contract) {
        var handshakes = new ArrayList<Handshake>();
        for (var form : contract.objects("handshake")) {
            new HandshakeForm(form).handshake().ifPresent(handshakes::add);
        }
        return handshakes;
    }

    private Optional<Handshake> handshake() {
        var kinds = new LinkedHashMap<String, Function<HandshakeForm, Optional<Handshake>>>();
        kinds.put("ack", HandshakeForm::ack);
        kinds.put("json-echo", HandshakeForm::jsonEcho);
        kinds.put("json-const", HandshakeForm::jsonConst);
        kinds.put("hmac-echo", HandshakeForm::hmacEcho);
        kinds.put("query-echo", HandshakeForm::queryEcho);
        form.requiredText("kind");
        return form.oneOf("kind", kinds).flatMap(read -> read.apply(this));
    }

    private Optional<Handshake> ack() {
        form.onlyKeys(List.of("kind", "event_type", "method", "when", "status"));
        int status = form.integer("status", 200, 200, 299);
        if (form.has("method")) {
            return Optional.of(new Handshake.Presence(method("HEAD"), status));
        }
        if (form.has("when")) {
            return Optional.of(new Handshake.Constant(when(), new Fixed(status, Optional.of(""), "text/plain")));
        }
        if (!form.has("event_type")) {
            form.problem("event_type", "is missing; or \"when\", or \"method\"");
        }
        return Optional.of(new Handshake.EndpointTest(form.texts("event_type")));
    }

    private Optional<Handshake> jsonEcho() {
        form.onlyKeys(List.of("kind", "when", "value"));
        return value("json:challenge").map(value -> new Handshake.Echo(when(), value));
    }

    private Optional<Handshake> jsonConst() {
        form.onlyKeys(List.of("kind", "when", "status", "body"));
        if (!form.has("body")) {
            form.problem("body", "is missing");
        }
        var body = form.tree("body").toString();
        return Optional.of(new Handshake.Constant(
                when(), new Fixed(form.integer("status", 200, 200, 299), Optional.of(body), JSON)));
    }

    private Optional<Handshake> hmacEcho() {
        form.onlyKeys(List.of("kind", "when", "value", "algorithm", "encoding", "reply"));
        var algorithms = new LinkedHashMap<String, Algorithm>();
        for (var algorithm : Algorithm.values()) {
            if (algorithm.family() == Algorithm.Family.HMAC) {
                algorithms.put(algorithm.word(), algorithm);
            }
        }
        var algorithm = form.oneOf("algorithm", algorithms).orElse(Algorithm.HMAC_SHA256);
        var encoding = form.oneOf("encoding", Map.of("hex", Encoding.HEX, "base64", Encoding.BASE64))
                .orElse(Encoding.HEX);
        if (form.textsByKey("reply").isEmpty()) {
            form.problem("reply", "is missing");
        }
        return value("")
                .map(value -> new Handshake.HmacEcho(when(), value, algorithm, encoding, form.textsByKey("reply")));
    }

    private Optional<Handshake> queryEcho() {
        form.onlyKeys(List.of("kind", "method", "value", "token", "refused_status"));
        return Optional.of(new Handshake.QueryEcho(
                method("GET"),
                form.requiredText("value"),
                form.text("token"),
                form.integer("refused_status", 403, 400, 499)));
    }

    private String method(String otherwise) {
        var method = form.text("method").orElse(otherwise);
        if (!METHODS.contains(method)) {
            form.problem("method", "one of " + String.join(", ", METHODS) + " is expected");
        }
        return method;
    }

    private Optional<Locator> value(String otherwise) {
        var text = form.text("value").orElse(otherwise);
        if (text.isEmpty()) {
            form.problem("value", "is missing");
            return Optional.empty();
        }
        return Places.read(form, "value", text);
    }

    private When when() {
        var says = new HashMap<Locator, String>();
        form.textsByKey("when")
                .forEach((place, text) -> Places.read(form, "when", place).ifPresent(it -> says.put(it, text)));
        if (says.isEmpty()) {
            form.problem("when", "is missing: without it every delivery would be this question");
        }
        return new When(says);
    }
}
