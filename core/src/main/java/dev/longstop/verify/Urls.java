package dev.longstop.verify;

import java.util.List;
import java.util.regex.Pattern;

/** The ways in which one address may be written. */
final class Urls {

    private static final Pattern URL = Pattern.compile("(https?)://([^/?#:]+)(?::([0-9]+))?(.*)");

    private Urls() {}

    /** The address as given, with its port and without. */
    static List<String> withAndWithoutPort(String url) {
        var parts = URL.matcher(url);
        if (!parts.matches()) {
            return List.of(url);
        }
        var scheme = parts.group(1);
        var port = parts.group(3) == null ? scheme.equals("https") ? "443" : "80" : parts.group(3);
        var host = scheme + "://" + parts.group(2);
        return List.of(host + ":" + port + parts.group(4), host + parts.group(4));
    }
}
