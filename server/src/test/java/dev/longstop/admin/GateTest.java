package dev.longstop.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who may ask the admin API. */
class GateTest {

    @Test
    void theConfiguredNamesAreOurs() {
        var gate = new Gate(new AdminSettings("10.1.2.3", 1, "t", Set.of("Longstop.internal")));

        assertThat(status(gate, "10.1.2.3:8081", "Bearer t")).isEmpty();
        assertThat(status(gate, "longstop.INTERNAL", "Bearer t")).isEmpty();
        assertThat(status(gate, "10.1.2.4:8081", "Bearer t")).contains(421);
        assertThat(status(gate, null, "Bearer t")).contains(421);
        assertThat(status(gate, "", "Bearer t")).contains(421);
    }

    @Test
    void whoListensOnEveryAddressIsReachedUnderAnyAddressAndNoOtherName() {
        var gate = new Gate(AdminSettings.of("0.0.0.0", 1, "t"));

        assertThat(status(gate, "172.17.0.2:8081", "Bearer t")).isEmpty();
        assertThat(status(gate, "[fe80::1]:8081", "Bearer t")).isEmpty();
        assertThat(status(gate, "evil.example:8081", "Bearer t")).contains(421);
        assertThat(status(gate, "1.2.3.4.evil", "Bearer t")).contains(421);
    }

    @Test
    void onlyTheWholeTokenCounts() {
        var gate = new Gate(AdminSettings.of("localhost", 1, "token"));

        assertThat(status(gate, "localhost", "Bearer token")).isEmpty();
        for (var wrong : new String[] {"Bearer toke", "Bearer tokenx", "Bearer ", "Bearer TOKEN", "token", ""}) {
            assertThat(status(gate, "localhost", wrong)).as(wrong).contains(401);
        }
    }

    @Test
    void withoutATokenThereIsNoApi() {
        assertThatThrownBy(() -> AdminSettings.of("localhost", 1, " ")).isInstanceOf(IllegalArgumentException.class);
        assertThat(AdminSettings.of("localhost", 1, "hidden").toString()).doesNotContain("hidden");
    }

    private static Optional<Integer> status(
            Gate gate, @org.jspecify.annotations.Nullable String host, String authorization) {
        return gate.refusal(host, authorization).map(Reply::status);
    }
}
