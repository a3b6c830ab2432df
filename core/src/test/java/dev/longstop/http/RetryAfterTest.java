package dev.longstop.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.event.Headers;
import dev.longstop.http.HttpCaller.Answered;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryAfterTest {

    private static final long NOW_MS = Instant.parse("2026-11-30T12:00:00Z").toEpochMilli();

    @Test
    void secondsAndDatesAreWaits() {
        assertThat(RetryAfter.parse("120", NOW_MS)).contains(120_000L);
        assertThat(RetryAfter.parse("0", NOW_MS)).contains(0L);
        assertThat(RetryAfter.parse("Mon, 30 Nov 2026 12:00:30 GMT", NOW_MS)).contains(30_000L);
    }

    @Test
    void theLongestWaitIsADayAndThePastIsNow() {
        assertThat(RetryAfter.parse("99999999999999999999", NOW_MS)).contains(RetryAfter.WAIT_MAX_MS);
        assertThat(RetryAfter.parse("999999999", NOW_MS)).contains(RetryAfter.WAIT_MAX_MS);
        assertThat(RetryAfter.parse("Tue, 30 Nov 2027 12:00:00 GMT", NOW_MS)).contains(RetryAfter.WAIT_MAX_MS);
        assertThat(RetryAfter.parse("Mon, 30 Nov 2026 11:00:00 GMT", NOW_MS)).contains(0L);
    }

    @Test
    void whatIsNeitherIsNoWait() {
        for (var value : new String[] {"", "-1", "soon", "1.5", "12 0", "\u0661"}) {
            assertThat(RetryAfter.parse(value, NOW_MS)).isEmpty();
        }
        var twice = new Answered(503, Headers.of("Retry-After", "1", "Retry-After", "2"), new byte[0], false);
        assertThat(twice.retryAfterMs(NOW_MS)).isEmpty();
    }
}
