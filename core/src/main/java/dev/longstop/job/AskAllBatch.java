package dev.longstop.job;

import dev.longstop.store.Batch;
import dev.longstop.store.Tx;
import java.util.List;
import java.util.Map;

/** Makes it the turn of every unfinished job of a platform. */
final class AskAllBatch implements Batch<String, Integer> {

    static final AskAllBatch ALL = new AskAllBatch();

    private AskAllBatch() {}

    @Override
    public String name() {
        return "ask-all";
    }

    @Override
    public List<Integer> apply(Tx tx, List<String> platforms) {
        return platforms.stream()
                .map(platform -> tx.update(AskSql.ALL, Map.of("platform", platform, "now_ms", tx.nowMs())))
                .toList();
    }
}
