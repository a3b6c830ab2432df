package dev.longstop.store;

import java.util.List;
import java.util.Optional;

/**
 * A part of a list, newest first.
 *
 * @param items what was found; may be fewer than asked for although there is more, where a filter is narrow
 * @param before where the next part begins: to be handed in as {@code before}; empty at the end
 * @param <T> what the list holds
 */
public record Page<T>(List<T> items, Optional<Long> before) {

    /** The most items of a page. */
    public static final int LIMIT_MAX = 200;

    /** The most rows that are looked at for one page: a narrow filter costs no more than this (L8). */
    public static final int WINDOW = 10_000;

    public Page {
        items = List.copyOf(items);
    }
}
