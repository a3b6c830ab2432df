package dev.longstop.verify;

import dev.longstop.contract.Auth;
import dev.longstop.verify.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The signatures that a delivery brings.
 *
 * @param signatures decoded; at least one, unless something is wrong
 * @param stamp the timestamp that stands beside them, or an empty text
 * @param wrong why none of them can be tried
 */
record Candidates(List<byte[]> signatures, String stamp, Optional<Reason> wrong) {

    /** No delivery brings more, of whatever kind. */
    static final int MAX = 16;

    /** Sixteen signatures of 4,096 bits in hex. */
    private static final int LENGTH_MAX = 16 * 1_100;

    static Candidates read(Auth.Place place, String sent) {
        if (sent.length() > LENGTH_MAX) {
            return wrong(Reason.MALFORMED_SIGNATURE);
        }
        if (place.split().isEmpty()) {
            return sent.startsWith(place.prefix())
                    ? of(List.of(sent.substring(place.prefix().length())), "", place)
                    : wrong(Reason.MALFORMED_SIGNATURE);
        }
        var items = items(sent, place.split());
        if (items.size() > MAX) {
            return wrong(Reason.TOO_MANY_SIGNATURES);
        }
        var texts = new ArrayList<String>();
        var stamp = "";
        for (var item : items) {
            if (place.stampPrefix().filter(item::startsWith).isPresent()) {
                if (!stamp.isEmpty()) {
                    return wrong(Reason.MALFORMED_TIMESTAMP);
                }
                stamp = item.substring(place.stampPrefix().get().length());
            }
            if (item.startsWith(place.prefix())) {
                texts.add(item.substring(place.prefix().length()));
            }
        }
        return of(texts, stamp, place);
    }

    private static List<String> items(String sent, String separator) {
        var items = new ArrayList<String>();
        int from = 0;
        for (int at = sent.indexOf(separator); at >= 0 && items.size() < MAX; at = sent.indexOf(separator, from)) {
            items.add(Request.trim(sent.substring(from, at)));
            from = at + separator.length();
        }
        items.add(Request.trim(sent.substring(from)));
        return items;
    }

    private static Candidates of(List<String> texts, String stamp, Auth.Place place) {
        var signatures = new ArrayList<byte[]>(texts.size());
        for (var text : texts) {
            place.encoding().decode(text).ifPresent(signatures::add);
        }
        return signatures.isEmpty()
                ? wrong(Reason.MALFORMED_SIGNATURE)
                : new Candidates(signatures, stamp, Optional.empty());
    }

    private static Candidates wrong(Reason reason) {
        return new Candidates(List.of(), "", Optional.of(reason));
    }
}
