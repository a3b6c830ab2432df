package dev.longstop.verify;

import dev.longstop.contract.Contract;
import dev.longstop.verify.Extraction.Defect;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** A body that is read once. */
final class LazyDocument implements Document {

    private final Contract contract;
    private final Request request;
    private @Nullable Content content;

    LazyDocument(Contract contract, Request request) {
        this.contract = contract;
        this.request = request;
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
        if (request.body().length == 0) {
            return contract.emptyBody()
                    ? new Tree(JsonNodeFactory.instance.objectNode())
                    : new Unreadable(Defect.EMPTY_BODY);
        }
        if (!request.headers().all("content-encoding").stream().allMatch("identity"::equalsIgnoreCase)) {
            return new Unreadable(Defect.ENCODED_BODY);
        }
        var type = request.only("content-type").orElse("");
        return Payload.of(contract).read(request.body(), type);
    }
}
