package dev.longstop.admin;

import java.util.Set;

/**
 * Where the admin API listens and whom it believes.
 *
 * @param host the address to listen on
 * @param port the port; 0 takes a free one
 * @param token what a caller shows as {@code Authorization: Bearer}; never empty
 * @param names further names under which callers reach it, besides {@code host} and those of this machine itself
 */
public record AdminSettings(String host, int port, String token, Set<String> names) {

    public AdminSettings {
        names = Set.copyOf(names);
        if (token.isBlank()) {
            throw new IllegalArgumentException("the admin API needs a token");
        }
    }

    /** Settings without further names. */
    public static AdminSettings of(String host, int port, String token) {
        return new AdminSettings(host, port, token, Set.of());
    }

    @Override
    public String toString() {
        return "AdminSettings[" + host + ":" + port + "]";
    }
}
