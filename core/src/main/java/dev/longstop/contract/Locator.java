package dev.longstop.contract;

import java.util.List;
import java.util.stream.Stream;

/** A place in a delivery, or what stands for one. */
public sealed interface Locator {

    /** A header, sent once; its name in lower case. */
    record InHeader(String name) implements Locator {}

    /** A value in the JSON body; within a batch, in the item. */
    record InJson(Path path) implements Locator {}

    /** A parameter of the URL's query, sent once. */
    record InQuery(String name) implements Locator {}

    /** Several places, all of which must have a value; the values are joined by {@code :}. */
    record Joined(List<Locator> parts) implements Locator {
        public Joined {
            parts = List.copyOf(parts);
        }
    }

    /** What stands at another place; nothing where that is a certain word. */
    record Unless(Locator place, String word) implements Locator {}

    /** SHA-256 of what the event says, in hex: the body's, or the item's within a batch. */
    record BodyHash() implements Locator {}

    /** Always this. */
    record Constant(String text) implements Locator {}

    /** The names of the headers that it looks at. */
    default Stream<String> headers() {
        if (this instanceof InHeader header) {
            return Stream.of(header.name());
        }
        if (this instanceof Unless unless) {
            return unless.place().headers();
        }
        return this instanceof Joined joined ? joined.parts().stream().flatMap(Locator::headers) : Stream.empty();
    }

    /** Whether it looks into the body. */
    default boolean readsBody() {
        return this instanceof InJson
                || (this instanceof Unless unless && unless.place().readsBody())
                || (this instanceof Joined joined && joined.parts().stream().anyMatch(Locator::readsBody));
    }
}
