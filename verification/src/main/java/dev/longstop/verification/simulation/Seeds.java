package dev.longstop.verification.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/**
 * Many scenarios, as many at a time as there are processors, and the smallest one that fails.
 *
 * <p>System properties choose other ones: {@code seeds} (how many, from 1), {@code seed} (this one alone), and with it
 * {@code events}, {@code nodes} and {@code off} (faults by commas). <i>Threads</i>: a simulation is called by several.
 */
public final class Seeds {

    /** What a shrinking may cost: so many more simulations. */
    private static final int SHRINKS_MAX = 200;

    /** How many scenarios are given out together: after each lot their results are looked at, in order. */
    private static final int LOT = 100;

    /**
     * What was run without a failure.
     *
     * @param scenarios how many
     * @param steps how many steps they took
     * @param tally what happened in them
     */
    public record Report(int scenarios, long steps, Tally tally) {}

    private final List<Scenario> scenarios;

    private Seeds(List<Scenario> scenarios) {
        this.scenarios = List.copyOf(scenarios);
    }

    /** Seeds 1 to {@code count}. */
    public static Seeds first(int count) {
        return new Seeds(LongStream.rangeClosed(1, count).mapToObj(Scenario::of).toList());
    }

    /** What the system properties choose, else seeds 1 to {@code count}. */
    public static Seeds chosen(int count) {
        var seed = Optional.ofNullable(System.getProperty("seed"));
        if (seed.isEmpty()) {
            return first(Integer.getInteger("seeds", count));
        }
        var usual = Scenario.of(Long.parseLong(seed.get()));
        return new Seeds(List.of(new Scenario(
                usual.seed(),
                Integer.getInteger("events", usual.events()),
                Integer.getInteger("nodes", usual.nodes()),
                faults(System.getProperty("off", "")))));
    }

    private static Set<Fault> faults(String words) {
        var faults = EnumSet.noneOf(Fault.class);
        Arrays.stream(words.split(",", -1))
                .filter(word -> !word.isBlank())
                .map(Fault::of)
                .forEach(faults::add);
        return faults;
    }

    /** How many scenarios there are. */
    public int size() {
        return scenarios.size();
    }

    /** The first failure, as it came. */
    public Optional<Result.Broken> firstBroken(Function<Scenario, Result> simulation) {
        return scenarios.stream()
                .map(simulation)
                .filter(Result.Broken.class::isInstance)
                .map(Result.Broken.class::cast)
                .findFirst();
    }

    /**
     * Runs all of them.
     *
     * @param test the name of the test class, for the command that replays a failure
     * @throws AssertionError at the first failure, shrunk; its message has everything that is needed to replay it
     */
    public Report hold(String test, Function<Scenario, Result> simulation) {
        return hold(test, simulation, held -> {});
    }

    /**
     * The same, telling after every lot how many scenarios have held.
     *
     * @param progress hears the number
     */
    public Report hold(String test, Function<Scenario, Result> simulation, IntConsumer progress) {
        long steps = 0;
        var tally = Tally.NONE;
        for (int from = 0; from < scenarios.size(); from += LOT) {
            int to = Math.min(from + LOT, scenarios.size());
            for (var result :
                    scenarios.subList(from, to).parallelStream().map(simulation).toList()) {
                steps += result.steps();
                if (result instanceof Result.Broken broken) {
                    throw new AssertionError(describe(test, broken, shrink(broken, simulation)));
                }
                if (result instanceof Result.Held held) {
                    tally = tally.plus(held.tally());
                }
            }
            progress.accept(to);
        }
        return new Report(scenarios.size(), steps, tally);
    }

    /** A smaller scenario that breaks the same invariant: fewer events, fewer nodes, faults switched off one by one. */
    public static Result.Broken shrink(Result.Broken broken, Function<Scenario, Result> simulation) {
        var smallest = broken;
        int left = SHRINKS_MAX;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (var simpler : simplifications(smallest.scenario())) {
                var candidate = simpler.apply(smallest.scenario());
                if (candidate.equals(smallest.scenario())) {
                    continue;
                }
                if (left-- == 0) {
                    return smallest;
                }
                if (simulation.apply(candidate) instanceof Result.Broken again
                        && again.invariant() == broken.invariant()) {
                    smallest = again;
                    smaller = true;
                }
            }
        }
        return smallest;
    }

    /** What may make a scenario simpler, the boldest first. */
    private static List<UnaryOperator<Scenario>> simplifications(Scenario from) {
        var simplifications = new ArrayList<UnaryOperator<Scenario>>();
        simplifications.add(scenario -> scenario.withEvents(scenario.events() / 2));
        simplifications.add(scenario -> scenario.withEvents(scenario.events() * 3 / 4));
        simplifications.add(scenario -> scenario.withEvents(Math.max(0, scenario.events() - 1)));
        simplifications.add(scenario -> scenario.withNodes(1));
        simplifications.add(scenario -> scenario.withNodes(Math.max(1, scenario.nodes() - 1)));
        Arrays.stream(Fault.values())
                .filter(from::allows)
                .forEach(fault -> simplifications.add(scenario -> scenario.without(fault)));
        return simplifications;
    }

    private static String describe(String test, Result.Broken found, Result.Broken smallest) {
        var scenario = smallest.scenario();
        return """
                %s does not hold: %s
                %s
                found with seed %d (%d steps), shrunk to %d events, %d nodes, %d steps; without: %s
                the last steps:
                  %s
                replay: mvn -q -pl verification -am test -Dtest=%s \
                      -Dsurefire.failIfNoSpecifiedTests=false %s""".formatted(
                        smallest.invariant(),
                        smallest.invariant().text(),
                        smallest.what(),
                        found.scenario().seed(),
                        found.steps(),
                        scenario.events(),
                        scenario.nodes(),
                        smallest.steps(),
                        scenario.off().isEmpty() ? "nothing" : scenario.offWords(),
                        String.join("\n  ", smallest.trace()),
                        test,
                        arguments(scenario));
    }

    private static String arguments(Scenario scenario) {
        var arguments =
                "-Dseed=%d -Devents=%d -Dnodes=%d".formatted(scenario.seed(), scenario.events(), scenario.nodes());
        return scenario.off().isEmpty() ? arguments : arguments + " -Doff=" + scenario.offWords();
    }
}
