package dev.longstop.verification;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GeneratorTest {

    /** Pinned, so that a seed found on one machine or JVM is worth something on another. */
    @Test
    void aSeedGivesTheSameValuesEverywhere() {
        var chance = new SeededRandomness(1);

        assertThat(chance.next()).isEqualTo(0x910a2dec89025cc1L);
        assertThat(chance.next()).isEqualTo(0xbeeb8da1658eec67L);
        assertThat(new SeededRandomness(1).token(4)).hasSize(8).isEqualTo(new SeededRandomness(1).token(4));
        assertThat(Generator.of(7).fork("a").seed())
                .isEqualTo(Generator.of(7).fork("a").seed());
    }

    @Test
    void aForkDoesNotDependOnWhatWasDrawn() {
        var fresh = Generator.of(7);
        var used = Generator.of(7);
        used.between(0, 100);

        assertThat(used.fork("store").text(50)).isEqualTo(fresh.fork("store").text(50));
        assertThat(fresh.fork("store").seed()).isNotEqualTo(fresh.fork("stor").seed());
        assertThat(fresh.fork("ab").seed()).isNotEqualTo(fresh.fork("ba").seed());
    }

    @Test
    void numbersStayWithinTheirBoundsAndReachThem() {
        var generator = Generator.of(3);

        var drawn = IntStream.range(0, 1_000)
                .map(i -> generator.between(-2, 2))
                .boxed()
                .toList();

        assertThat(drawn).allMatch(n -> n >= -2 && n <= 2).contains(-2, -1, 0, 1, 2);
    }

    @Test
    void chanceIsFairEnough() {
        var generator = Generator.of(4);

        long hits =
                IntStream.range(0, 10_000).filter(i -> generator.chance(0.25)).count();

        assertThat(hits).isBetween(2_300L, 2_700L);
        assertThat(generator.chance(0)).isFalse();
        assertThat(generator.chance(1)).isTrue();
    }

    @Test
    void textsAreShortEnoughAndSometimesHostile() {
        var generator = Generator.of(5);

        var texts = IntStream.range(0, 2_000).mapToObj(i -> generator.text(40)).toList();

        assertThat(texts).allMatch(text -> text.length() <= 40);
        assertThat(texts).anyMatch(text -> text.indexOf('\0') >= 0).anyMatch(String::isEmpty);
        assertThat(texts).anyMatch(text -> text.chars().anyMatch(c -> Character.isSurrogate((char) c)));
    }

    @Test
    void shufflingLosesNothing() {
        assertThat(Generator.of(6).shuffled(List.of(1, 2, 3, 4, 5))).containsExactlyInAnyOrder(1, 2, 3, 4, 5);
    }

    @Test
    void aSwarmTurnsSomeFaultsOffAndWeighsTheOthersWildly() {
        var names = IntStream.range(0, 300).mapToObj(i -> "fault" + i).toList();

        var weights = Generator.of(8).swarm(names);

        assertThat(weights.values().stream().filter(weight -> weight == 0).count())
                .isBetween(60L, 150L);
        assertThat(weights.values()).anyMatch(weight -> weight == 1).anyMatch(weight -> weight > 80);
        assertThat(weights.keySet()).containsExactlyElementsOf(names);
    }
}
