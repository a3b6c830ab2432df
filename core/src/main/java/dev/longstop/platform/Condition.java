package dev.longstop.platform;

import dev.longstop.contract.Path;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What a document must say for a rule to count: every test holds.
 *
 * <p>{@code null} counts as absent. A value that cannot be compared does not match.
 *
 * @param tests by place, in the order of the file
 */
record Condition(Map<Path, Test> tests) {

    Condition {
        tests = Map.copyOf(tests);
    }

    /** Whether a document says so. */
    boolean holds(JsonNode document) {
        return tests.entrySet().stream()
                .allMatch(test -> test.getValue().holds(Documents.value(document, test.getKey())));
    }

    /** Whether it asks for a member of the document. */
    boolean asks(String member) {
        return tests.keySet().stream().anyMatch(path -> path.steps().equals(List.<Object>of(member)));
    }

    /** What is asked of one value. */
    sealed interface Test {

        boolean holds(Optional<JsonNode> value);
    }

    /** It is this value. */
    record Is(JsonNode wanted) implements Test {
        @Override
        public boolean holds(Optional<JsonNode> value) {
            return value.filter(node -> same(node, wanted)).isPresent();
        }
    }

    /** It is one of these, or none of them. An absent value is none of them. */
    record In(List<JsonNode> wanted, boolean member) implements Test {
        In {
            wanted = List.copyOf(wanted);
        }

        @Override
        public boolean holds(Optional<JsonNode> value) {
            return member
                    == value.filter(node -> wanted.stream().anyMatch(one -> same(node, one)))
                            .isPresent();
        }
    }

    /** It is there, or is not. */
    record Exists(boolean wanted) implements Test {
        @Override
        public boolean holds(Optional<JsonNode> value) {
            return value.isPresent() == wanted;
        }
    }

    /** It is a number above a bound, or at it where {@code orEqual}. */
    record Above(BigDecimal bound, boolean orEqual) implements Test {
        @Override
        public boolean holds(Optional<JsonNode> value) {
            return value.filter(JsonNode::isNumber)
                    .map(node -> node.decimalValue().compareTo(bound))
                    .filter(order -> orEqual ? order >= 0 : order > 0)
                    .isPresent();
        }
    }

    private static boolean same(JsonNode node, JsonNode wanted) {
        return (node.isNumber() && wanted.isNumber())
                ? node.decimalValue().compareTo(wanted.decimalValue()) == 0
                : node.equals(wanted);
    }
}
