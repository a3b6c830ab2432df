package dev.longstop.measure;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one part of a measurement saw: the open loop, or the closed one.
 *
 * @param perSecond how many a second were accepted of what counts
 * @param answers how many deliveries came to which end, the warm-up included
 * @param latency from when a delivery was to be sent to its answer; in a closed loop from when it was sent
 * @param beforeSending how much of that had passed when it was sent
 * @param processors how many processors the program kept busy on average, if the system says
 */
record Part(
        double perSecond, Map<Answer, Long> answers, Times latency, Times beforeSending, Optional<Double> processors) {

    Part {
        answers = Map.copyOf(answers);
    }

    /** A part by its volley. */
    static Part of(Volley volley, Optional<Double> processors) {
        return new Part(
                volley.acceptedPerSecond(),
                volley.answers(),
                Times.of(volley.latencies()),
                Times.of(volley.beforeSending()),
                processors);
    }

    /** What so many of a hundred did not exceed, in milliseconds. */
    record Times(double p50Ms, double p90Ms, double p99Ms, double p999Ms, double maxMs) {

        static Times of(Latencies all) {
            return new Times(
                    all.percentileMs(50),
                    all.percentileMs(90),
                    all.percentileMs(99),
                    all.percentileMs(99.9),
                    all.maxMs());
        }

        private ObjectNode json(ObjectNode json) {
            return json.put("p50", p50Ms)
                    .put("p90", p90Ms)
                    .put("p99", p99Ms)
                    .put("p99_9", p999Ms)
                    .put("max", maxMs);
        }
    }

    /** In the order of their kinds, those that there are. */
    Map<Answer, Long> byKind() {
        return answers.isEmpty() ? Map.of() : new EnumMap<>(answers);
    }

    /** How many were not acknowledged. */
    long failed() {
        return answers.entrySet().stream()
                .filter(entry -> !entry.getKey().acknowledged())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** For programs. */
    ObjectNode json(ObjectNode json) {
        json.put("accepted_per_second", perSecond);
        var kinds = json.putObject("answers");
        byKind().forEach((kind, count) -> kinds.put(kind.word(), count));
        latency.json(json.putObject("latency_ms"));
        beforeSending.json(json.putObject("before_sending_ms"));
        processors.ifPresentOrElse(it -> json.put("processors", it), () -> json.putNull("processors"));
        return json;
    }
}
