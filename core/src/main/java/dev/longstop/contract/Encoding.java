package dev.longstop.contract;

import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/** How bytes are written as text. */
public enum Encoding {
    /** Two digits a byte, either case. */
    HEX {
        @Override
        public Optional<byte[]> decode(String text) {
            if (text.length() % 2 != 0) {
                return Optional.empty();
            }
            var bytes = new byte[text.length() / 2];
            for (int i = 0; i < bytes.length; i++) {
                int high = hexDigit(text.charAt(2 * i));
                int low = hexDigit(text.charAt(2 * i + 1));
                if (high < 0 || low < 0) {
                    return Optional.empty();
                }
                bytes[i] = (byte) ((high << 4) | low);
            }
            return Optional.of(bytes);
        }

        @Override
        public String encode(byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
    },
    /** RFC 4648, canonical: exactly what an encoder writes, with its padding or with none. */
    BASE64 {
        @Override
        public Optional<byte[]> decode(String text) {
            return canonical(text, "+/", Base64.getDecoder(), Base64.getEncoder());
        }

        @Override
        public String encode(byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
    },
    /** RFC 4648's alphabet for URLs, canonical, as BASE64 otherwise. */
    BASE64URL {
        @Override
        public Optional<byte[]> decode(String text) {
            return canonical(text, "-_", Base64.getUrlDecoder(), Base64.getUrlEncoder());
        }

        @Override
        public String encode(byte[] bytes) {
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        }
    };

    // Looked up: no processor guesses which comparison a random digit passes. Not Character.digit, which takes the
    // digits of every script.
    private static final byte[] HEX_DIGITS = hexDigits();

    private static byte[] hexDigits() {
        var values = new byte[0x80];
        Arrays.fill(values, (byte) -1);
        for (int value = 0; value < 16; value++) {
            char digit = Character.forDigit(value, 16);
            values[digit] = (byte) value;
            values[Character.toUpperCase(digit)] = (byte) value;
        }
        return values;
    }

    private static int hexDigit(char c) {
        return c < HEX_DIGITS.length ? HEX_DIGITS[c] : -1;
    }

    /** The bytes that a text stands for; empty if it is not written so. */
    public abstract Optional<byte[]> decode(String text);

    /** The text of some bytes. */
    public abstract String encode(byte[] bytes);

    // Whatever decodes to the same bytes and is not what an encoder writes is refused: one signature, one text.
    private static Optional<byte[]> canonical(
            String text, String others, Base64.Decoder decoder, Base64.Encoder encoder) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean known = c < 0x80 && (Character.isLetterOrDigit(c) || c == '=' || others.indexOf(c) >= 0);
            if (!known) {
                return Optional.empty();
            }
        }
        try {
            var bytes = decoder.decode(text);
            var padded = encoder.encodeToString(bytes);
            boolean same = padded.equals(text) || padded.replace("=", "").equals(text);
            return same ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException misplacedPadding) {
            return Optional.empty();
        }
    }
}
