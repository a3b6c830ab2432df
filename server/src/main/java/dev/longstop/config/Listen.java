package dev.longstop.config;

import java.net.URI;
import java.util.Set;

/**
 * An address that the program listens on.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param port 0 to 65535; 0 is any free one
 */
public record Listen(String host, int port) {

    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");
    private static final Set<String> HERE = Set.of("localhost", "::1", "0:0:0:0:0:0:0:1");

    /** Whether only this machine can connect. */
    public boolean isLocal() {
        return HERE.contains(host) || host.startsWith("127.");
    }

    /** Whether it stands for every address of the machine. */
    public boolean isEverywhere() {
        return EVERYWHERE.contains(host);
    }

    /** Where a client on this machine reaches it. */
    public URI reachable() {
        var name = isEverywhere() ? (host.equals("0.0.0.0") ? "127.0.0.1" : "::1") : host;
        return URI.create("http://" + new Listen(name, port));
    }

    /** Whether two sockets cannot both have their address. */
    boolean collidesWith(Listen other) {
        return port != 0 && port == other.port && (host.equals(other.host) || isEverywhere() || other.isEverywhere());
    }

    /** {@code host:port}, IPv6 in brackets. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
