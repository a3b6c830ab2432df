package dev.longstop.admin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask: the name that the caller used must be ours, and the token the configured one.
 *
 * <p>The name is checked since a page in a browser can be made to reach this port under a name of its own (DNS
 * rebinding).
 */
final class Gate {

    private static final String BEARER = "bearer ";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<String> ANY = Set.of("0.0.0.0", "::", "[::]");

    private final Set<String> names = new HashSet<>(LOOPBACK);
    private final boolean anyAddress;
    private final byte[] token;

    Gate(AdminSettings settings) {
        names.add(bracketed(settings.host()));
        settings.names().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        anyAddress = ANY.contains(settings.host());
        token = settings.token().getBytes(StandardCharsets.UTF_8);
    }

    /** Why a request may not be answered; empty if it may. */
    Optional<Reply> refusal(@Nullable String host, @Nullable String authorization) {
        if (host == null || !ours(host)) {
            return Optional.of(Reply.problem(421, "the Host header names no address of this API"));
        }
        if (authorization == null || !shows(authorization)) {
            return Optional.of(Reply.problem(401, "show the token as \"Authorization: Bearer ...\""));
        }
        return Optional.empty();
    }

    private boolean ours(String host) {
        int port = host.lastIndexOf(':');
        boolean hasPort = port > host.lastIndexOf(']');
        var name = (hasPort ? host.substring(0, port) : host).toLowerCase(Locale.ROOT);
        return names.contains(name) || (anyAddress && isAddress(name));
    }

    // Who listens on every address is reached under any of them; a name still has to be one that was configured.
    private static boolean isAddress(String name) {
        boolean v6 = name.startsWith("[") && name.endsWith("]");
        return v6 || (!name.isEmpty() && name.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9')));
    }

    private boolean shows(String authorization) {
        if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return false;
        }
        var shown = authorization.substring(BEARER.length()).strip();
        return MessageDigest.isEqual(shown.getBytes(StandardCharsets.UTF_8), token);
    }

    private static String bracketed(String host) {
        var lower = host.toLowerCase(Locale.ROOT);
        return lower.contains(":") && !lower.startsWith("[") ? "[" + lower + "]" : lower;
    }
}
