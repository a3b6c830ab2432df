package dev.longstop.verification;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Generated values for properties and simulation, from one seed.
 *
 * <p>Print {@link #seed} when a property fails. {@link #fork} gives a generator of its own to each concern, so that
 * drawing more for one does not change what another sees: that is what makes a failing case shrink.
 *
 * <p><i>Threads</i>: one.
 */
public final class Generator {

    /**
     * Texts that break careless code: empty, NUL, unpaired surrogates, SQL, paths, control and direction characters.
     */
    public static final List<String> HOSTILE = List.of(
            "",
            " ",
            "\0",
            "a\0b",
            "\r\nX-Injected: 1",
            "'; drop table run; --",
            "$(touch x)`touch y`",
            "../../etc/passwd",
            "\uD800",
            "\uDC00x",
            "\uD83D\uDE80",
            "e\u0301",
            "\u202Egnp.exe",
            "\uFEFF",
            "%00%0a%s%n",
            "${jndi:x}",
            "sha256:00",
            "hash:00",
            "null",
            "-0",
            "9223372036854775808",
            "\u001B[31m",
            "\u007F");

    private final long seed;
    private final SeededRandomness chance;

    private Generator(long seed) {
        this.seed = seed;
        this.chance = new SeededRandomness(seed);
    }

    /** A generator of a seed. */
    public static Generator of(long seed) {
        return new Generator(seed);
    }

    /** The seed it started from: to be printed with a failure. */
    public long seed() {
        return seed;
    }

    /** A generator for one concern; depends on the seed and the name only, not on what was drawn so far. */
    public Generator fork(String concern) {
        return new Generator(SeededRandomness.derive(seed, concern));
    }

    /** A whole number from {@code low} to {@code high}, both included. */
    public int between(int low, int high) {
        return (int) between((long) low, (long) high);
    }

    /** A whole number from {@code low} to {@code high}, both included. */
    public long between(long low, long high) {
        return low + chance.below(high - low + 1);
    }

    /** Any whole number, extremes and small ones far more often than chance would give them. */
    public long anyLong() {
        return switch (between(0, 4)) {
            case 0 -> between(-2L, 2L);
            case 1 -> between(-1_000L, 1_000L);
            case 2 -> Long.MAX_VALUE - between(0L, 2L);
            case 3 -> Long.MIN_VALUE + between(0L, 2L);
            default -> chance.next();
        };
    }

    /** True with a probability from 0 to 1. */
    public boolean chance(double probability) {
        return (chance.next() >>> 11) * 0x1.0p-53 < probability;
    }

    /** One of the elements; at least one must be there. */
    public <T> T pick(List<T> elements) {
        return elements.get(between(0, elements.size() - 1));
    }

    /** A list of {@code low} to {@code high} elements. */
    public <T> List<T> list(int low, int high, Function<Generator, T> element) {
        int size = between(low, high);
        var list = new ArrayList<T>(size);
        for (int i = 0; i < size; i++) {
            list.add(element.apply(this));
        }
        return List.copyOf(list);
    }

    /** The same elements in any order. */
    public <T> List<T> shuffled(List<T> elements) {
        var left = new ArrayList<>(elements);
        var order = new ArrayList<T>(left.size());
        while (!left.isEmpty()) {
            order.add(left.remove(between(0, left.size() - 1)));
        }
        return List.copyOf(order);
    }

    /** Any bytes, up to {@code max} of them. */
    public byte[] bytes(int max) {
        var bytes = new byte[between(0, max)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) chance.next();
        }
        return bytes;
    }

    /** Printable ASCII of {@code low} to {@code high} characters. */
    public String ascii(int low, int high) {
        int length = between(low, high);
        var text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) between(0x20, 0x7e));
        }
        return text.toString();
    }

    /** Lower-case letters of {@code low} to {@code high} characters. */
    public String word(int low, int high) {
        int length = between(low, high);
        var text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) between('a', 'z'));
        }
        return text.toString();
    }

    /** What a stranger might send: ASCII, any UTF-16 units, one of {@link #HOSTILE}, very long, or several joined. */
    public String text(int max) {
        var text = switch (between(0, 5)) {
            case 0 -> ascii(0, max);
            case 1 -> units(max);
            case 2 -> pick(HOSTILE);
            case 3 -> pick(HOSTILE) + ascii(0, max) + pick(HOSTILE);
            case 4 -> new String(bytes(max), StandardCharsets.ISO_8859_1);
            default -> pick(HOSTILE).repeat(between(1, 40));
        };
        return text.length() <= max ? text : text.substring(0, max);
    }

    private String units(int max) {
        int length = between(0, max);
        var text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) between(0, 0xFFFF));
        }
        return text.toString();
    }

    /**
     * Wildly different weights, as swarm testing wants them: about a third of the names are off entirely, the others
     * differ by factors of a hundred.
     *
     * @return every name with a weight of 0 (off) or 1 to 100, in the order given
     */
    public Map<String, Integer> swarm(List<String> names) {
        var weights = new LinkedHashMap<String, Integer>();
        for (var name : names) {
            var own = fork("swarm " + name);
            weights.put(name, own.chance(0.35) ? 0 : (int) Math.round(Math.pow(100, own.between(0, 100) / 100.0)));
        }
        return weights;
    }
}
