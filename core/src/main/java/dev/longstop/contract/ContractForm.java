package dev.longstop.contract;

import dev.longstop.contract.Contract.Answer;
import dev.longstop.contract.Contract.Encoding;
import dev.longstop.contract.Contract.Hmac;
import dev.longstop.contract.Contract.InHeader;
import dev.longstop.contract.Contract.InJson;
import dev.longstop.contract.Contract.Joined;
import dev.longstop.contract.Contract.Locator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Reads the declarative form of a contract. Every key of the form is known here; those that nothing acts on yet say so.
 */
final class ContractForm {

    private static final int BODY_BYTES_MAX = 64 * 1024 * 1024;
    private static final int DEADLINE_MS_MAX = 60_000;
    private static final long HORIZON_MS_MAX = 90L * 86_400_000;

    private static final List<String> KEYS =
            words("id auth body_authenticated event_id event_id_signed event_type action subject sender batch"
                    + " form_json_field keep_headers public_url success unwanted_event bad_auth unavailable deadline_ms"
                    + " retries methods max_body handshake");

    private static final List<String> AUTH_KEYS = words("name kind algorithm signature encoding secret_encoding"
            + " secret_strip signed id_from timestamp key_from url_ports");

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
        form.notAvailableYet("batch", "public_url");
        form.texts("methods").stream()
                .filter(method -> !method.equals("POST"))
                .forEach(method -> form.notYet("methods", method, List.of("POST")));
        statuses();
        var retries = form.object("retries");
        retries.onlyKeys(List.of("auto", "horizon"));
        retries.flag("auto", true);
        var contract = new Contract(
                form.requiredText("id"),
                auth(),
                form.flag("body_authenticated", true),
                locators("event_id"),
                form.flag("event_id_signed", false),
                locators("event_type"),
                locators("action"),
                locators("subject"),
                locators("sender"),
                form.text("form_json_field"),
                answer(),
                (int) form.quantity("max_body", "1MiB", Quantity::bytes, BODY_BYTES_MAX),
                form.integer("deadline_ms", 10_000, 100, DEADLINE_MS_MAX),
                retries.quantity("horizon", "72h", Quantity::milliseconds, HORIZON_MS_MAX),
                acknowledge(),
                form.texts("keep_headers"));
        return problems.isEmpty() ? new Contracts.Sound(contract) : new Contracts.Wrong(problems);
    }

    private void statuses() {
        form.object("unwanted_event").onlyNumber("status", 200);
        form.object("bad_auth").onlyNumber("status", 401);
        form.object("unavailable").onlyNumber("status", 503);
    }

    private Answer answer() {
        var success = form.object("success");
        success.onlyKeys(List.of("status", "body"));
        success.onlyValue("body", "");
        return new Answer(success.integer("status", 200, 200, 299));
    }

    private Contract.Auth auth() {
        var variants = form.objects("auth");
        if (variants.size() != 1) {
            form.problem("auth", variants.isEmpty() ? "is missing" : "more than one variant is not available yet");
            return new Hmac("HmacSHA256", "", "", Encoding.HEX);
        }
        var auth = variants.get(0);
        auth.onlyKeys(AUTH_KEYS);
        auth.onlyValue("kind", "signature");
        auth.requiredText("kind");
        auth.onlyValue("signed", "{body}");
        auth.onlyValue("secret_encoding", "utf8");
        auth.notAvailableYet("secret_strip", "id_from", "timestamp", "key_from", "url_ports");
        var signature = auth.object("signature");
        signature.onlyKeys(List.of("from", "split", "prefix", "ts_prefix"));
        signature.notAvailableYet("split", "ts_prefix");
        return new Hmac(
                oneOf(auth, "algorithm", algorithms()),
                signatureHeader(signature),
                signature.text("prefix").orElse(""),
                oneOf(auth, "encoding", encodings()));
    }

    private static String signatureHeader(FormNode signature) {
        var from = signature.requiredText("from");
        if (!from.startsWith("header:")) {
            signature.notYet("from", from, List.of("header:"));
        }
        return from.substring(from.indexOf(':') + 1).toLowerCase(Locale.ROOT);
    }

    /** The algorithms by their word in the form: Java's name of each. */
    private static Map<String, String> algorithms() {
        return new TreeMap<>(Map.of("hmac-sha1", "HmacSHA1", "hmac-sha256", "HmacSHA256", "hmac-sha512", "HmacSHA512"));
    }

    private static Map<String, Encoding> encodings() {
        var encodings = new LinkedHashMap<String, Encoding>();
        Arrays.stream(Encoding.values())
                .sorted(Comparator.reverseOrder())
                .forEach(encoding -> encodings.put(encoding.name().toLowerCase(Locale.ROOT), encoding));
        return encodings;
    }

    private static <T> T oneOf(FormNode node, String key, Map<String, T> values) {
        var word = node.requiredText(key);
        var value = values.get(word);
        if (value == null && !word.isEmpty()) {
            node.notYet(key, word, values.keySet());
        }
        return value == null ? values.values().iterator().next() : value;
    }

    private List<Locator> locators(String key) {
        var locators = new ArrayList<Locator>();
        for (var text : form.texts(key)) {
            locator(key, text).ifPresent(locators::add);
        }
        return locators;
    }

    private Optional<Locator> locator(String key, String text) {
        var kind = text.substring(0, text.indexOf(':') + 1);
        var rest = text.substring(kind.length());
        return switch (kind) {
            case "header:" -> Optional.of(new InHeader(rest.toLowerCase(Locale.ROOT)));
            case "json:" -> path(key, text);
            case "join:" -> {
                var parts = new ArrayList<Locator>();
                for (var part : rest.split("\\+", -1)) {
                    locator(key, part).ifPresent(parts::add);
                }
                yield Optional.of(new Joined(parts));
            }
            default -> {
                form.notYet(key, text, List.of("header:", "json:", "join:"));
                yield Optional.empty();
            }
        };
    }

    private Optional<Locator> path(String key, String text) {
        try {
            return Optional.of(new InJson(Path.parse(text)));
        } catch (IllegalArgumentException notPath) {
            form.problem(key, String.valueOf(notPath.getMessage()));
            return Optional.empty();
        }
    }

    private List<String> acknowledge() {
        var types = new ArrayList<String>();
        for (var handshake : form.objects("handshake")) {
            handshake.onlyKeys(List.of("kind", "event_type"));
            handshake.onlyValue("kind", "ack");
            handshake.requiredText("kind");
            types.addAll(handshake.texts("event_type"));
        }
        return types;
    }

    private static List<String> words(String line) {
        return List.of(line.split(" ", -1));
    }
}
