package dev.longstop.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.store.Dialect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IngressSettingsTest {

    /** Who writes to PostgreSQL has a processor to itself, where there are two; nothing else is other. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "8, 7"})
    void oneLoopLessBeforePostgresql(int loops, int left) {
        var settings = IngressSettings.of("localhost", 8_080).withLoops(loops);
        var before = settings.before(Dialect.POSTGRESQL);
        assertThat(before.loops()).isEqualTo(left);
        assertThat(before).usingRecursiveComparison().ignoringFields("loops").isEqualTo(settings);
        assertThat(settings.before(Dialect.SQLITE)).isEqualTo(settings);
    }
}
