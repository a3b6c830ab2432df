package dev.longstop.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.queue.Ending;
import dev.longstop.queue.Ending.Dead;
import dev.longstop.queue.Ending.Done;
import dev.longstop.queue.Ending.Retry;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackBodyTest {

    private static Optional<Ending> read(String body) {
        return CallbackBody.read(body.getBytes(UTF_8));
    }

    @Test
    void theStateDecidesAndTheResultIsKeptAsText() {
        assertThat(read("{\"state\":\"succeeded\",\"result\":\"fine\"}"))
                .hasValueSatisfying(
                        ending -> assertThat(((Done) ending).report().result()).isEqualTo("fine"));
        assertThat(read("{\"state\":\"failed\",\"result\":{\"why\":[1]}}"))
                .hasValueSatisfying(
                        ending -> assertThat(((Dead) ending).report().result()).isEqualTo("{\"why\":[1]}"));
        assertThat(read("{\"state\":\"retry\",\"retry_after\":2.5}"))
                .hasValueSatisfying(
                        ending -> assertThat(((Retry) ending).retryAfterMs()).contains(2_000L));
        assertThat(read("{\"state\":\"retry\",\"retry_after\":1e300}"))
                .hasValueSatisfying(
                        ending -> assertThat(((Retry) ending).retryAfterMs()).contains(86_400_000L));
        assertThat(read("{\"state\":\"succeeded\",\"result\":null}"))
                .hasValueSatisfying(
                        ending -> assertThat(((Done) ending).report().result()).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "null", "[]", "{}", "{\"state\":1}", "{\"state\":\"maybe\"}", "{\"state\":", "\"done\""})
    void whatDoesNotSayHowTheWorkEndedIsNoCallback(String body) {
        assertThat(read(body)).isEmpty();
    }
}
