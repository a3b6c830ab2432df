package dev.longstop.platform;

import dev.longstop.contract.Path;
import dev.longstop.event.Headers;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * How a platform lists its jobs.
 *
 * @param call the request for the first page
 * @param mode what the list holds
 * @param items where the jobs stand in a page
 * @param id where the id stands in each
 * @param paging how the next page is asked for
 */
public record Listing(Call call, Mode mode, Path items, Path id, Paging paging) {

    private static final String LINK = "@link";
    private static final String OFFSET = "@offset";
    private static final String ADDRESS = "@url";
    private static final Pattern NEXT_LINK = Pattern.compile("<([^>]*)>\\s*;[^,]*\\brel=\"?next\"?");

    /** What a list holds. */
    public enum Mode {
        /** The jobs that are at work: one that is absent needs a look. */
        ACTIVE_SET_DIFF,
        /** What changed after an instant: one that is absent is as it was. */
        UPDATED_SINCE,
        /** All jobs, the newest first. */
        NEWEST_FIRST,
        /** The jobs of one parent. */
        PER_PARENT,
        /** All jobs. */
        FULL;

        /** Whether a job that a whole list does not have is as it was. */
        public boolean absentIsUnchanged() {
            return this == UPDATED_SINCE;
        }

        /** The word in platforms' data. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Optional<Mode> of(String word) {
            return Arrays.stream(values())
                    .filter(mode -> mode.word().equals(word))
                    .findFirst();
        }
    }

    /**
     * How the next page is asked for.
     *
     * @param next where its mark stands: a path; {@code @link} for the header {@code Link}; {@code @offset} for the
     *     count of the jobs so far; empty for the id of the page's last job
     * @param more where it is said whether there is a next page; empty where a mark says so
     * @param parameter the parameter that takes the mark; {@code @url} where the mark is the whole address
     */
    record Paging(Optional<String> next, Optional<Path> more, Optional<String> parameter) {}

    /** The address of the page after this one; empty if this is the last. It is never another host's. */
    Optional<URI> next(URI asked, Headers headers, JsonNode page, int items, Optional<String> lastId) {
        boolean over = items == 0
                || paging.more
                        .map(path -> !Documents.value(page, path)
                                .map(JsonNode::asBoolean)
                                .orElse(false))
                        .orElse(false);
        var mark = over ? Optional.<String>empty() : mark(asked, headers, page, items, lastId);
        return mark.flatMap(text -> address(asked, text)).filter(uri -> sameOrigin(asked, uri) && !uri.equals(asked));
    }

    private Optional<String> mark(URI asked, Headers headers, JsonNode page, int items, Optional<String> lastId) {
        if (paging.next.isEmpty()) {
            return paging.more.isPresent() ? lastId : Optional.empty();
        }
        var next = paging.next.get();
        return switch (next) {
            case LINK ->
                headers.only("link").flatMap(value -> {
                    var match = NEXT_LINK.matcher(value);
                    return match.find() ? Optional.of(match.group(1)) : Optional.empty();
                });
            case OFFSET -> Optional.of(Long.toString(offset(asked) + items));
            default -> Documents.value(page, Path.parse(next)).flatMap(Documents::text);
        };
    }

    private long offset(URI asked) {
        return parameters(asked)
                .filter(part -> part.startsWith(name() + "="))
                .map(part -> part.substring(name().length() + 1))
                .filter(digits -> digits.matches("\\d{1,15}"))
                .map(Long::parseLong)
                .findFirst()
                .orElse(0L);
    }

    private Optional<URI> address(URI asked, String mark) {
        try {
            if (name().equals(ADDRESS)) {
                return Optional.of(asked.resolve(mark));
            }
            var kept = parameters(asked).filter(part -> !part.startsWith(name() + "="));
            var own = Stream.of(name() + "=" + URLEncoder.encode(mark, StandardCharsets.UTF_8));
            var query = Stream.concat(kept, own).collect(Collectors.joining("&"));
            var text = asked.toString();
            int at = text.indexOf('?');
            return Optional.of(URI.create((at < 0 ? text : text.substring(0, at)) + "?" + query));
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }

    private String name() {
        return paging.parameter.orElse(ADDRESS);
    }

    private static Stream<String> parameters(URI uri) {
        return Optional.ofNullable(uri.getRawQuery()).stream()
                .flatMap(query -> Arrays.stream(query.split("&")))
                .filter(part -> !part.isEmpty());
    }

    /** The login goes nowhere else, whatever a page says. */
    private static boolean sameOrigin(URI one, URI other) {
        return origin(one).equals(origin(other));
    }

    private static String origin(URI uri) {
        return (uri.getScheme() + "://" + uri.getRawAuthority()).toLowerCase(Locale.ROOT);
    }

    /** What is wrong with a mark's place; empty if nothing. */
    static Optional<String> fault(String next) {
        if (next.equals(LINK) || next.equals(OFFSET)) {
            return Optional.empty();
        }
        try {
            Path.parse(next);
            return Optional.empty();
        } catch (IllegalArgumentException notAPath) {
            return Optional.of("a path, @link or @offset is expected");
        }
    }
}
