package dev.longstop.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The one path language. */
class PathTest {

    private static final JsonNode ROOT =
            JsonMapper.shared().readTree("{\"a\": {\"b\": [10, 20, 30]}, \"none\": null, \"x-y\": [{\"z\": true}]}");

    @Test
    void namesAndIndexesFindValues() {
        assertThat(find("$.a.b[0]")).isEqualTo("10");
        assertThat(find("$.a.b[-1]")).isEqualTo("30");
        assertThat(find("$.x-y[0].z")).isEqualTo("true");
        assertThat(find("json:a.b[1]")).isEqualTo("20");
        assertThat(find("$.none")).isEqualTo("null");
    }

    @Test
    void aPathMayStartWithAnIndex() {
        var list = JsonMapper.shared().readTree("[{\"a\": 1}]");

        assertThat(Path.parse("json:[0].a").find(list).orElseThrow().intValue()).isEqualTo(1);
        assertThat(Path.parse("$[0].a").find(list).orElseThrow().intValue()).isEqualTo(1);
    }

    @Test
    void theWholeDocumentIsAPathToo() {
        assertThat(Path.parse("$").find(ROOT)).contains(ROOT);
        assertThat(Path.parse("json:").find(ROOT)).contains(ROOT);
    }

    @Test
    void whatIsNotThereIsEmpty() {
        for (var path : new String[] {"$.b", "$.a.b[3]", "$.a.b[-4]", "$.a[0]", "$.a.b.c", "$.none.deeper"}) {
            assertThat(Path.parse(path).find(ROOT)).as(path).isEmpty();
        }
    }

    @Test
    void whatIsNoPathSaysWhere() {
        for (var path : new String[] {"", "a.b", "$.", "$.a..b", "$.a[", "$.a[x]", "$.a]b", "json:.a"}) {
            assertThatThrownBy(() -> Path.parse(path))
                    .as(path)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not a path");
        }
    }

    private static String find(String path) {
        return Path.parse(path).find(ROOT).orElseThrow().toString();
    }
}
