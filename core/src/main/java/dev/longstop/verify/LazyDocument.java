package dev.longstop.verify;

import dev.longstop.contract.Contract;
import dev.longstop.verify.Extraction.Defect;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** A body that is read once. */
final class LazyDocument implements Document {

    private final Contract contract;
    private final Request request;
    private final int bytesMax;
    private @Nullable Content content;

    LazyDocument(Contract contract, Request request, int bytesMax) {
        this.contract = contract;
        this.request = request;
        this.bytesMax = bytesMax;
    }

    @Override
    public Content content() {
        var known = content;
        if (known == null) {
            known = read();
            content = known;
        }
        return known;
    }

    private Content read() {
        if (!Gzip.isEncoded(request)) {
            return read(request.body());
        }
        if (!Gzip.isGzip(request)) {
            return new Unreadable(Defect.ENCODED_BODY);
        }
        var unpacked = Gzip.unpack(request.body(), bytesMax);
        return unpacked instanceof Gzip.Bytes plain
                ? read(plain.bytes())
                : new Unreadable(((Gzip.Packed) unpacked).defect());
    }

    private Content read(byte[] body) {
        if (body.length == 0) {
            return contract.emptyBody()
                    ? new Tree(JsonNodeFactory.instance.objectNode())
                    : new Unreadable(Defect.EMPTY_BODY);
        }
        var type = request.only("content-type").orElse("");
        return Payload.of(contract).read(body, type);
    }
}
