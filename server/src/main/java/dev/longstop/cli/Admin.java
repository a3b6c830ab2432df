package dev.longstop.cli;

import dev.longstop.config.Configuration;
import dev.longstop.config.SecretReference;
import dev.longstop.contract.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The admin API of a serving program, as commands see it. */
final class Admin {

    private final Http http;
    private final URI base;
    private final Optional<Secret> token;

    private Admin(Http http, URI base, Optional<Secret> token) {
        this.http = http;
        this.base = base;
        this.token = token;
    }

    /** What came of a question. */
    sealed interface Reply {}

    /** An answer. */
    record Got(JsonNode json) implements Reply {}

    /** There is no such thing. */
    record Missing() implements Reply {}

    /**
     * No answer, or none that helps.
     *
     * @param message what, where and what to do in one line
     * @param problem what the API said of it, if it did; else an empty object
     */
    record Failed(String message, JsonNode problem) implements Reply {

        Failed(String message) {
            this(message, JsonMapper.shared().createObjectNode());
        }
    }

    /** Where the API is, or why that cannot be known. */
    sealed interface Found {}

    /** It is there. */
    record At(Admin admin) implements Found {}

    /** The options or the configuration do not say. */
    record Nowhere(String message) implements Found {}

    /** The API at an address, asked with a token. */
    static Admin at(URI base, Secret token) {
        return new Admin(new Http(), URI.create(base.toString().replaceAll("/+$", "")), Optional.of(token));
    }

    /** Finds the API by the options, else by the configuration; what else is wrong with that does not matter here. */
    static Found find(ParseResult given, String urlOption, Surroundings surroundings) {
        var url = Options.value(given, urlOption);
        var reference = Options.value(given, Options.TOKEN);
        var file = Options.value(given, Options.CONFIG).orElse(Configured.FILE);
        boolean configured = Files.exists(surroundings.folder().resolve(file));
        if (!configured && url.isEmpty()) {
            return new Nowhere("there is no " + file + " here that says where the program is; give --config FILE, or "
                    + urlOption + " URL and --token REF");
        }
        var configuration = surroundings.read(file).draft();
        var base = url.map(Admin::uri).orElseGet(() -> reachable(configuration));
        if (base.isEmpty()) {
            return new Nowhere(
                    "give " + urlOption + " with the address of the admin API, such as http://127.0.0.1:8081");
        }
        Optional<Secret> token;
        if (reference.isPresent()) {
            var found = SecretReference.follow(reference.get(), surroundings.folder(), surroundings.environment());
            if (found instanceof SecretReference.Missing missing) {
                return new Nowhere("--token: " + missing.why());
            }
            token = Optional.of(((SecretReference.Value) found).secret());
        } else {
            token = configuration.admin().token().or(() -> generated(configuration));
        }
        if (token.isPresent() && !token.get().value().chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
            return new Nowhere("the token from " + token.get().name() + " is not one word of printable ASCII");
        }
        return new At(new Admin(new Http(), base.get(), token));
    }

    private static Optional<URI> reachable(Configuration configuration) {
        var listen = configuration.admin().listen();
        return listen.port() == 0 ? Optional.empty() : Optional.of(listen.reachable());
    }

    private static Optional<URI> uri(String text) {
        try {
            var uri = new URI(text.replaceAll("/+$", ""));
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static Optional<Secret> generated(Configuration configuration) {
        var file = configuration.adminTokenFile();
        try {
            var text = Files.readString(file).strip();
            return text.isEmpty() ? Optional.empty() : Optional.of(new Secret(file.toString(), text, Optional.empty()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Asks for a document; {@code query} in the order given. */
    Reply get(String path, Map<String, String> query) {
        var parameters = query.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        var uri = URI.create(base + path + (parameters.isEmpty() ? "" : "?" + parameters));
        Map<String, String> headers =
                token.map(it -> Map.of("Authorization", "Bearer " + it.value())).orElse(Map.of());
        return read(http.get(uri, headers));
    }

    /** Orders something. */
    Reply post(String path, JsonNode order) {
        var headers = new LinkedHashMap<String, String>();
        token.ifPresent(it -> headers.put("Authorization", "Bearer " + it.value()));
        headers.put("Content-Type", "application/json");
        return read(
                http.post(URI.create(base + path), headers, JsonMapper.shared().writeValueAsBytes(order)));
    }

    private Reply read(Http.Reply reply) {
        if (reply instanceof Http.Unreachable unreachable) {
            return new Failed("cannot reach the admin API at " + base + " (" + unreachable.why()
                    + "); is `longstop serve` running there? [ADMIN_UNREACHABLE]");
        }
        var answered = (Http.Answered) reply;
        return switch (answered.status()) {
            case 200, 201 -> parsed(answered.body());
            case 401, 403 ->
                new Failed("the admin API at " + base + " refused "
                        + token.map(it -> "the token from " + it.name()).orElse("a request without a token")
                        + "; give --token env:NAME or file:PATH [ADMIN_UNREACHABLE]");
            case 404 -> new Missing();
            default -> unhelpful(answered);
        };
    }

    /** Asks for an event by what its sender called it. */
    Reply event(String source, String eventId) {
        var query = new LinkedHashMap<String, String>();
        query.put("source", source);
        query.put("event_id", eventId);
        var reply = get("/api/events", query);
        if (!(reply instanceof Got got) || !got.json().path("events").isArray()) {
            return reply;
        }
        var events = got.json().path("events");
        return events.isEmpty()
                ? new Missing()
                : get("/api/events/" + events.get(0).path("seq").asString("0"), Map.of());
    }

    private static Reply parsed(byte[] body) {
        try {
            return new Got(JsonMapper.shared().readTree(body));
        } catch (JacksonException e) {
            return new Failed("what answered is not the admin API: no JSON [ADMIN_UNREACHABLE]");
        }
    }

    // Errors of the API are RFC 9457 problems.
    private Failed unhelpful(Http.Answered answered) {
        var message = "the admin API at " + base + " answered " + answered.status();
        try {
            var problem = JsonMapper.shared().readTree(answered.body());
            var said = problem.path("detail").stringValue(problem.path("title").stringValue(""));
            return new Failed(message + (said.isEmpty() ? "" : ": " + said), problem);
        } catch (JacksonException e) {
            return new Failed(message);
        }
    }
}
