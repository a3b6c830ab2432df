package dev.longstop.config;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads networks as {@code address/bits}; an address alone is a network of one. */
final class Networks {

    private static final Pattern FOUR = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,3}){3})(?:/([0-9]{1,2}))?");
    private static final Pattern SIX = Pattern.compile("([0-9a-f:]{2,39})(?:/([0-9]{1,3}))?");

    private Networks() {}

    /** The network with its bits; empty if the text is none. */
    static Optional<String> canonical(String text) {
        var four = FOUR.matcher(text);
        if (four.matches()) {
            boolean octets = Arrays.stream(four.group(1).split("\\.")).allMatch(part -> Integer.parseInt(part) <= 255);
            return octets ? withBits(four.group(1), four.group(2), 32) : Optional.empty();
        }
        var six = SIX.matcher(text);
        return six.matches() && six.group(1).contains(":")
                ? withBits(six.group(1), six.group(2), 128)
                : Optional.empty();
    }

    private static Optional<String> withBits(String address, @org.jspecify.annotations.Nullable String bits, int max) {
        int count = bits == null ? max : Integer.parseInt(bits);
        return count <= max ? Optional.of(address + "/" + count) : Optional.empty();
    }
}
