package dev.longstop.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.queue.SeededChance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Laws of the merge over observations in any order, repeated, from every channel (I6, I13's ground, R8 to R10). */
class MergeProperty {

    private static final int ROUNDS = 4_000;

    /**
     * Rank never falls inside a generation, an outcome never changes, and each generation arrives at one at most once.
     */
    @Test
    void rankNeverFallsAndOutcomesStay() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            var chance = new SeededChance(seed);
            var scene = new Scene();
            var before = Optional.<Job>empty();
            for (int i = 0; i < 12; i++) {
                scene.later(chance.below(120_000));
                observe(scene, chance);
                var after = scene.job();
                var standing = before.filter(job -> job.generation() == after.generation());
                if (standing.isPresent()) {
                    var from = standing.get();
                    assertThat(after.state().rank())
                            .as("seed %d", seed)
                            .isGreaterThanOrEqualTo(from.state().rank());
                    if (from.state().outcome()) {
                        assertThat(after.state()).as("seed %d", seed).isEqualTo(from.state());
                        assertThat(after.endedAtMs()).as("seed %d", seed).isEqualTo(from.endedAtMs());
                    }
                }
                assertThat(after.over())
                        .as("seed %d", seed)
                        .isEqualTo(after.state().outcome());
                assertThat(after.over() && after.nextAskAtMs().isPresent())
                        .as("seed %d", seed)
                        .isFalse();
                before = Optional.of(after);
            }
            assertThat(generations(scene.outcomes())).as("seed %d", seed).doesNotHaveDuplicates();
        }
    }

    /** Observations that agree on the outcome end in it, whatever their order and however often they come (R4, R11). */
    @Test
    void anyOrderOfAgreeingObservationsEndsInTheSameOutcome() {
        var outcomes = List.of(JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED, JobState.EXPIRED);
        for (long seed = 0; seed < ROUNDS; seed++) {
            var chance = new SeededChance(seed);
            var outcome = chance.one(outcomes);
            var observations = new ArrayList<Seen>();
            for (int i = 0; i < 6; i++) {
                observations.add(sequenced(chance, chance.one(OPEN)));
                observations.add(sequenced(chance, outcome));
            }
            chance.shuffle(observations);
            var scene = new Scene();
            observations.forEach(seen -> scene.see(chance.one(CHANNELS), seen));
            assertThat(scene.state()).as("seed %d", seed).isEqualTo(outcome);
            assertThat(scene.outcomes()).as("seed %d", seed).hasSize(1);
            assertThat(scene.job().tally().contradictions()).as("seed %d", seed).isZero();
        }
    }

    /**
     * Whatever was lost of a history, however often and in whichever order the rest of it came: one read of the
     * platform makes up for it, and effects follow once (I12, R11, R19).
     */
    @Test
    void onePullMakesUpForEverythingThatWasLost() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            var chance = new SeededChance(seed);
            var outcome = chance.one(OUTCOMES);
            var history = history(chance, outcome);
            history.removeIf(seen -> chance.below(2) == 0);
            chance.shuffle(history);
            var scene = new Scene();
            history.forEach(seen -> scene.see(chance.one(CHANNELS), seen));
            scene.see(Channel.PULL, Seen.of(outcome).at(new Sequence("t", "99")));
            assertThat(scene.state()).as("seed %d", seed).isEqualTo(outcome);
            assertThat(scene.effects()).as("seed %d", seed).isEqualTo(1);
            assertThat(scene.job().tally().contradictions()).as("seed %d", seed).isZero();
        }
    }

    /** Of two outcomes the first that is committed stays, and the other is recorded as often as it comes. */
    @Test
    void ofTwoOutcomesTheFirstStays() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            var chance = new SeededChance(seed);
            var both = new ArrayList<>(OUTCOMES);
            chance.shuffle(both);
            var history = history(chance, both.get(0));
            history.add(Seen.of(both.get(1)));
            chance.shuffle(history);
            var scene = new Scene();
            history.forEach(seen -> scene.see(chance.one(CHANNELS), seen));
            var outcomes =
                    history.stream().map(Seen::state).filter(JobState::outcome).toList();
            assertThat(scene.state()).as("seed %d", seed).isEqualTo(outcomes.get(0));
            assertThat(scene.effects()).as("seed %d", seed).isEqualTo(1);
            assertThat(scene.job().tally().contradictions()).as("seed %d", seed).isEqualTo((int)
                    outcomes.stream().filter(state -> state != outcomes.get(0)).count());
        }
    }

    /**
     * Generations that have an order: whatever comes of them in whichever order, followed by one read of the newest,
     * ends with the newest, each generation that came to an outcome has its effects once, and none came to another.
     */
    @Test
    void eachGenerationHasItsOwnOutcomeAndEffects() {
        for (long seed = 0; seed < ROUNDS; seed++) {
            var chance = new SeededChance(seed);
            long newest = 1 + chance.below(4);
            var ends = new ArrayList<JobState>();
            var history = new ArrayList<Named>();
            for (long number = 1; number <= newest; number++) {
                ends.add(chance.one(OUTCOMES));
                for (var seen : history(chance, ends.get((int) number - 1))) {
                    history.add(new Named(epoch(number, true), seen));
                }
            }
            chance.shuffle(history);
            var scene = new Scene();
            history.stream()
                    .limit(chance.below(history.size()))
                    .forEach(named -> scene.see(
                            chance.one(CHANNELS), Optional.of(named.epoch), Optional.of(named.seen), scene.nowMs()));
            var last = ends.get(ends.size() - 1);
            scene.see(Channel.PULL, last, epoch(newest, true));
            assertThat(scene.state()).as("seed %d", seed).isEqualTo(last);
            assertThat(scene.job().epoch().orElseThrow().order())
                    .as("seed %d", seed)
                    .contains(newest);
            assertThat(scene.outcomes()).as("seed %d", seed).hasSize(scene.effects());
            assertThat(generations(scene.outcomes())).as("seed %d", seed).doesNotHaveDuplicates();
            assertThat(scene.job().tally().contradictions()).as("seed %d", seed).isZero();
        }
    }

    private record Named(Epoch epoch, Seen seen) {}

    /** What a platform says of one piece of work on its way to an outcome, with repetitions. */
    private static List<Seen> history(SeededChance chance, JobState outcome) {
        var history = new ArrayList<Seen>();
        for (int i = 0; i < 5; i++) {
            history.add(sequenced(chance, chance.one(OPEN)));
            history.add(sequenced(chance, outcome));
        }
        return history;
    }

    private static final List<JobState> OUTCOMES =
            List.of(JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED, JobState.EXPIRED);

    private static final List<JobState> OPEN = List.of(
            JobState.UNKNOWN, JobState.QUEUED, JobState.RUNNING, JobState.WAITING, JobState.LOST, JobState.ENDED);

    private static final List<Channel> CHANNELS = List.of(Channel.values());

    private static void observe(Scene scene, SeededChance chance) {
        var epoch = chance.below(3) > 0
                ? Optional.<Epoch>empty()
                : Optional.of(epoch(1 + chance.below(3), chance.below(2) == 0));
        var seen = chance.below(6) == 0
                ? Optional.<Seen>empty()
                : Optional.of(sequenced(chance, chance.one(List.of(JobState.values()))));
        scene.see(chance.one(CHANNELS), epoch, seen, scene.nowMs() - chance.below(240_000));
    }

    private static Epoch epoch(long number, boolean ordered) {
        return new Epoch(Long.toString(number), ordered ? Optional.of(number) : Optional.empty());
    }

    private static Seen sequenced(SeededChance chance, JobState state) {
        var seen = Seen.of(state);
        return chance.below(2) == 0
                ? seen
                : seen.at(new Sequence(chance.below(4) == 0 ? "other" : "t", Long.toString(chance.below(20))));
    }

    private static List<String> generations(List<String> outcomes) {
        return outcomes.stream()
                .map(text -> text.substring(0, text.indexOf(':')))
                .toList();
    }
}
