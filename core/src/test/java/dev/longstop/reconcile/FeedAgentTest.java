package dev.longstop.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.queue.Ending;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An event that announces a success without its result: what follows may speak of it, so it is asked for first. */
class FeedAgentTest {

    private static final String COMPLETED = "{\"type\":\"response.completed\",\"data\":{\"id\":\"r\"}}";

    @TempDir
    private static Path folder;

    @Test
    void theResultIsAskedForBeforeAnythingFollows() {
        try (var plant = new Plant(folder, "openai-responses", true).watch("r")) {
            plant.answers(200, "{\"id\":\"r\",\"status\":\"in_progress\"}").turn();

            assertThat(plant.feed(COMPLETED, 1)).isInstanceOf(Ending.Retry.class);

            assertThat(plant.texts("select name from effect order by id")).isEmpty();
            var output = "[{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"it is a typo\"}]}]";
            plant.answers(200, "{\"id\":\"r\",\"status\":\"completed\",\"output\":" + output + "}")
                    .turn();
            assertThat(plant.feed(COMPLETED, 2)).isInstanceOf(Ending.Done.class);
            plant.pass(300_000);
            assertThat(plant.texts("select state || ' ' || result from job order by id"))
                    .containsExactly("succeeded it is a typo");
            assertThat(plant.texts("select name from effect order by id")).containsExactly("tell");
            assertThat(plant.texts("select count(*) from job where rescued_at is not null order by 1"))
                    .as("a webhook said so")
                    .containsExactly("0");
        }
    }

    /** The platform does not answer, or does not know it any more: then what was announced counts, and soon. */
    @Test
    void whereNobodyTellsTheResultTheEventDecides() {
        try (var plant = new Plant(folder, "openai-responses", true).watch("r")) {
            for (int attempt = 1; attempt <= 4; attempt++) {
                plant.answers(404, "{}").turn();
                assertThat(plant.feed(COMPLETED, attempt)).isInstanceOf(Ending.Retry.class);
            }
            assertThat(plant.feed(COMPLETED, 5)).isInstanceOf(Ending.Done.class);

            assertThat(plant.texts("select state || ' ' || decided_by from job order by id"))
                    .containsExactly("succeeded push");
            assertThat(plant.texts("select name from effect order by id")).containsExactly("tell");
        }
    }

    /** A failure has no result to wait for. */
    @Test
    void whatNeedsNoResultIsBelievedAtOnce() {
        try (var plant = new Plant(folder, "openai-responses", true).watch("r")) {
            assertThat(plant.feed(COMPLETED.replace("completed", "failed"), 1)).isInstanceOf(Ending.Done.class);

            assertThat(plant.texts("select state from job order by id")).containsExactly("failed");
        }
    }
}
