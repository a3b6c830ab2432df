package dev.longstop.platform;

import dev.longstop.event.Headers;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request to a platform, with {@code ${...}} where values go.
 *
 * @param method the HTTP method
 * @param path what follows the base address, its literal parts encoded already
 * @param headers besides those of the login
 * @param body a tree of JSON; empty for none
 */
public record Call(String method, String path, Map<String, String> headers, Optional<JsonNode> body) {

    private static final String UNRESERVED = "-._~";

    public Call {
        headers = Map.copyOf(headers);
    }

    /** A request that can be sent, or why there is none. */
    public sealed interface Filled {}

    /** It can be sent. */
    public record Ready(String method, URI uri, Headers headers, byte[] body) implements Filled {
        /** Never prints what may hold a secret. */
        @Override
        public String toString() {
            return "Ready[" + method + " " + uri.getHost() + "]";
        }
    }

    /**
     * It cannot.
     *
     * @param why a sentence for people, without secrets
     */
    public record Unfit(String why) implements Filled {}

    /**
     * Fills the templates.
     *
     * @param base the address of the platform's API, itself a template
     * @param auth the headers of the login
     */
    Filled fill(String base, List<AuthHeader> auth, Variables variables) {
        try {
            var address = Template.fill(base, variables, value -> value).replaceAll("/+$", "");
            var uri = URI.create(address + Template.fill(path, variables, Call::encoded));
            if (uri.getHost() == null || uri.getRawPath().matches(".*/\\.\\.?(/.*|$)")) {
                return new Unfit("the address of the call is not one: the job's id or a value of `with` does not fit");
            }
            var bytes = body.map(
                            tree -> Template.fill(tree, variables).toString().getBytes(StandardCharsets.UTF_8))
                    .orElse(new byte[0]);
            return new Ready(method, uri, headers(auth, variables), bytes);
        } catch (MissingVariable missing) {
            return new Unfit("a value is missing: " + missing.name());
        } catch (IllegalArgumentException notAnAddress) {
            return new Unfit("the address of the call is not one: the base address or a value of `with` does not fit");
        }
    }

    private Headers headers(List<AuthHeader> auth, Variables variables) {
        var all = new LinkedHashMap<String, List<String>>();
        if (body.isPresent()) {
            all.put("content-type", List.of("application/json"));
        }
        all.put("accept", List.of("application/json"));
        headers.forEach((name, value) -> all.put(name, List.of(Template.fill(value, variables, text -> text))));
        for (var header : auth) {
            header.fill(variables).ifPresent(value -> all.put(header.name(), List.of(value)));
        }
        return new Headers(all);
    }

    /** Percent-encodes a value that goes into an address; slashes are part of some platforms' ids and stay. */
    private static String encoded(String value) {
        var text = new StringBuilder();
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xff);
            boolean plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            if (plain || c == '/' || UNRESERVED.indexOf(c) >= 0) {
                text.append(c);
            } else {
                text.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
                text.append(Character.toUpperCase(Character.forDigit(c & 0xf, 16)));
            }
        }
        return text.toString();
    }

    /** The names of all variables of its templates. */
    List<String> names() {
        var names = new ArrayList<>(Template.names(path));
        headers.values().forEach(value -> names.addAll(Template.names(value)));
        body.ifPresent(tree -> names.addAll(Template.names(JsonMapper.shared().writeValueAsString(tree))));
        return List.copyOf(names);
    }

    /**
     * A header of the login.
     *
     * @param name the header
     * @param value its template
     * @param optional whether it is left out where its secret is not configured
     */
    record AuthHeader(String name, String value, boolean optional) {

        Optional<String> fill(Variables variables) {
            boolean left = optional && !Template.names(value).stream().allMatch(variables::has);
            return left ? Optional.empty() : Optional.of(Template.fill(value, variables, text -> text));
        }
    }
}
