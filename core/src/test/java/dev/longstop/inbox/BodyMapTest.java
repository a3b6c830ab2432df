package dev.longstop.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BodyMapTest {

    private static final int MANY = 20_000;

    private record Met(long key, long deliveryId) {}

    private static List<Met> walked(BodyMap map, int most) {
        var met = new ArrayList<Met>();
        int at = 0;
        while (at < map.capacity()) {
            at = map.walk(at, most, (key, deliveryId) -> met.add(new Met(key, deliveryId)));
        }
        return met;
    }

    @Test
    void allThatWasAddedIsFoundAndMetOnceOnAWalkInStretches() {
        var random = new Random(1);
        var map = new BodyMap();
        var added = new ArrayList<Met>();
        for (int i = 1; i <= MANY; i++) {
            var entry = new Met(random.nextLong(), i);
            map.add(entry.key(), entry.deliveryId());
            added.add(entry);
        }
        assertThat(map.size()).isEqualTo(MANY);
        assertThat(map.lastDelivery()).isEqualTo(MANY);
        added.forEach(entry -> assertThat(map.deliveries(entry.key())).containsExactly(entry.deliveryId()));
        assertThat(map.deliveries(random.nextLong())).isEmpty();
        assertThat(walked(map, 7)).containsExactlyInAnyOrderElementsOf(added);
    }

    /** So that a stretch of a walk touches few pages of an index. */
    @Test
    void aWalkMeetsKeysNearlyInTheirOrder() {
        var random = new Random(2);
        var map = new BodyMap();
        for (int i = 1; i <= MANY; i++) {
            map.add(random.nextLong(), i);
        }
        var keys = walked(map, MANY).stream().map(Met::key).toList();
        var sorted = keys.stream().sorted().toList();
        for (int i = 0; i < MANY; i += 97) {
            int off = Math.abs(sorted.indexOf(keys.get(i)) - i);
            // What does not fit in behind the last place stands at the first.
            assertThat(Math.min(off, MANY - off)).isLessThan(MANY / 100);
        }
    }

    @Test
    void keysThatAreAlikeAndKeysAtTheEndsAreAllKept() {
        var map = new BodyMap();
        var keys = List.of(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE, -1L, 0L, 0L, 1L);
        for (int i = 0; i < keys.size(); i++) {
            map.add(keys.get(i), i + 1);
        }
        assertThat(Arrays.stream(map.deliveries(Long.MAX_VALUE)).boxed()).containsExactlyInAnyOrder(1L, 2L);
        assertThat(map.deliveries(Long.MAX_VALUE - 1)).containsExactly(3);
        assertThat(map.deliveries(Long.MIN_VALUE)).containsExactly(4);
        assertThat(map.deliveries(-1)).containsExactly(5);
        assertThat(Arrays.stream(map.deliveries(0)).boxed()).containsExactlyInAnyOrder(6L, 7L);
        assertThat(walked(map, 3)).hasSize(keys.size());
    }

    @Test
    void aDeliveryWithoutANumberIsRefused() {
        var map = new BodyMap();
        assertThatThrownBy(() -> map.add(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
