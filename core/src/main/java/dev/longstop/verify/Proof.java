package dev.longstop.verify;

import dev.longstop.event.EventId;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One way in which a delivery may show whose it is, with its keys prepared. <i>Threads</i>: safe. */
interface Proof {

    /** The verdict on a request; the document is read only where the contract says that the proof stands in it. */
    Verdict check(Request request, Document document, long wallMs);

    /** A finder in a whole request that reads the body only if a place is in it. */
    static Finder finder(Request request, Document document) {
        Supplier<@Nullable JsonNode> root = () -> document.content() instanceof Document.Tree tree ? tree.root() : null;
        return new Finder(request, root, () -> EventId.sha256(request.body()));
    }
}
