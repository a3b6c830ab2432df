package dev.longstop.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaTest {

    /** The number that lets a start skip the migrations must be that of the newest one. */
    @Test
    void theVersionIsThatOfTheNewestMigrationOfBothDatabases() throws Exception {
        for (var dialect : List.of("sqlite", "postgresql")) {
            assertThat(Schema.class.getResource("/db/" + dialect)).isNotNull();
            var directory = Path.of(Schema.class.getResource("/db/" + dialect).toURI());
            try (var files = Files.list(directory)) {
                var newest = files.map(file -> file.getFileName().toString())
                        .mapToInt(name -> Integer.parseInt(name.substring(1, name.indexOf("__"))))
                        .max();
                assertThat(newest).hasValue(Schema.VERSION);
            }
        }
    }
}
