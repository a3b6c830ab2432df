package dev.longstop.config;

import java.math.BigInteger;
import java.util.regex.Pattern;

/** Gives words without quotation marks their type. <i>Source</i>: YAML 1.2.2, section 10.3.2 (core schema). */
final class Literal {

    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,100}");
    private static final Pattern FRACTION =
            Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?");

    private Literal() {}

    /** {@code Boolean}, {@code Long}, {@code BigInteger}, {@code Double}, or the text as it is. */
    static Object of(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        if (WHOLE.matcher(text).matches()) {
            var number = new BigInteger(text.startsWith("+") ? text.substring(1) : text);
            return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
        }
        return text.length() <= 100 && FRACTION.matcher(text).matches() ? (Object) Double.valueOf(text) : text;
    }
}
