import static java.nio.charset.StandardCharsets.UTF_8;

import dev.longstop.agent.HandlerAgent;
import dev.longstop.consumer.Road;
import dev.longstop.queue.Ending;
import dev.longstop.store.SqliteSettings;
import java.nio.file.Path;

/** Longstop as a library: own store, own handler, no server. Run it twice, or kill it: each key is greeted once. */
public final class Greeting {

    public static void main(String[] names) {
        var greet = HandlerAgent.of("greet", work -> Ending.done("Hello, " + new String(work.payload(), UTF_8)));
        try (var road = Road.open(SqliteSettings.of(Path.of("data", "greeting.db")), greet)) {
            for (var name : names) {
                long run = road.start("greet", name, ("\"" + name + "\"").getBytes(UTF_8));
                System.out.println(road.await(run, 10_000).result().orElse("not yet"));
            }
        }
    }
}
