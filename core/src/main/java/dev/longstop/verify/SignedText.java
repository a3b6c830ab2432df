package dev.longstop.verify;

import dev.longstop.contract.Auth;
import dev.longstop.contract.Locator;
import dev.longstop.contract.Template;
import dev.longstop.contract.Template.Word;
import dev.longstop.event.EventId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The bytes that a sender signs, put together from a request by the contract's template.
 *
 * @param scheme the contract's signature
 * @param request what came
 * @param finder looks into it
 * @param stamp the timestamp's text
 */
record SignedText(Auth.Signature scheme, Request request, Finder finder, String stamp) {

    /**
     * The pieces in order; empty if one that must be there is absent.
     *
     * @param url the address under which the sender knows the source
     * @param secret the shared secret, for templates that hold it
     */
    Optional<List<byte[]>> pieces(String url, String secret) {
        var pieces = new ArrayList<byte[]>(scheme.signed().parts().size());
        for (var part : scheme.signed().parts()) {
            var piece = piece(part, url, secret);
            if (piece.isEmpty()) {
                return Optional.empty();
            }
            pieces.add(piece.get());
        }
        return Optional.of(pieces);
    }

    private Optional<byte[]> piece(Template.Part part, String url, String secret) {
        if (part instanceof Template.Text text) {
            return Optional.of(utf8(text.text()));
        }
        if (part instanceof Template.At at) {
            // A member that is absent from the body counts as empty text; a header that is absent was taken away.
            return at.place() instanceof Locator.InJson
                    ? Optional.of(ExactBytes.of(finder.find(at.place())))
                    : present(at.place());
        }
        return word((Word) part, url, secret);
    }

    private Optional<byte[]> word(Word word, String url, String secret) {
        return switch (word) {
            case BODY -> Optional.of(request.body());
            case TIMESTAMP -> Optional.of(stamp.getBytes(StandardCharsets.ISO_8859_1));
            case ID -> scheme.idFrom().flatMap(this::present);
            case URL -> url.isEmpty() ? Optional.empty() : Optional.of(utf8(url));
            case METHOD -> Optional.of(utf8(request.method()));
            case SECRET -> Optional.of(utf8(secret));
            case SHA256HEX_BODY -> Optional.of(utf8(HexFormat.of().formatHex(EventId.sha256(request.body()))));
            case CRC32_BODY -> Optional.of(utf8(String.valueOf(crc32(request.body()))));
            case SORTED_FORM -> Form.fields(request.body()).map(SignedText::sorted);
        };
    }

    private Optional<byte[]> present(Locator place) {
        boolean before = finder.repeated();
        var value = finder.find(place);
        return value.isEmpty() || finder.repeated() != before
                ? Optional.empty()
                : Optional.of(Finder.bytes(place, value));
    }

    private static byte[] sorted(List<Form.Field> fields) {
        var texts = new ArrayList<String>();
        fields.stream()
                .sorted(Comparator.comparing(Form.Field::nameText).thenComparing(Form.Field::text))
                .forEach(field -> texts.add(field.nameText() + field.text()));
        return utf8(String.join("", texts));
    }

    private static long crc32(byte[] body) {
        var crc = new CRC32();
        crc.update(body);
        return crc.getValue();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
