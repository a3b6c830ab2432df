package dev.longstop.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodingTest {

    @Test
    void everyByteIsReadInEitherCase() {
        var bytes = new byte[256];
        IntStream.range(0, 256).forEach(i -> bytes[i] = (byte) i);
        assertThat(Encoding.HEX.decode(HexFormat.of().formatHex(bytes))).hasValue(bytes);
        assertThat(Encoding.HEX.decode(HexFormat.of().withUpperCase().formatHex(bytes)))
                .hasValue(bytes);
        assertThat(Encoding.HEX.encode(bytes)).isEqualTo(HexFormat.of().formatHex(bytes));
    }

    /** Neighbours of the digits in the table, digits of other scripts, and what is cut short. */
    @ParameterizedTest
    @ValueSource(
            strings = {"0", "0/", ":0", "0@", "g0", "0G", "`0", "0 ", "-1", "0x", "٣٣", "００", "0\u0080", "0\u0130"})
    void whatIsNoPairOfDigitsIsRefused(String text) {
        assertThat(Encoding.HEX.decode(text)).isEmpty();
    }

    /** One byte has one text: what an encoder would not write is refused. */
    @ParameterizedTest
    @ValueSource(strings = {"QR==", "QQ=", "Q Q=", "QQ==\n", "_w==", "Q"})
    void whatNoEncoderWritesIsRefused(String text) {
        assertThat(Encoding.BASE64.decode("QQ==")).hasValue(new byte[] {'A'});
        assertThat(Encoding.BASE64.decode(text)).isEmpty();
    }
}
