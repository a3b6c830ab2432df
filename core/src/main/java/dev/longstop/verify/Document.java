package dev.longstop.verify;

import dev.longstop.contract.Contract;
import dev.longstop.verify.Extraction.Defect;
import tools.jackson.databind.JsonNode;

/**
 * What a body says, read when it is first asked for and never twice. That is how verification comes before parsing: a
 * proof that needs the raw bytes alone never asks.
 */
public interface Document {

    /** What came of reading the body. */
    sealed interface Content {}

    /** It is JSON, or a form as JSON. */
    record Tree(JsonNode root) implements Content {}

    /** It cannot be used. */
    record Unreadable(Defect defect) implements Content {}

    /** The content; the same each time. */
    Content content();

    /** The document of a request whose body is at most as large as its contract allows. */
    static Document of(Contract contract, Request request) {
        return of(contract, request, contract.bodyBytesMax());
    }

    /**
     * The document of a request, as its contract says that it is written. <i>Threads</i>: one at a time.
     *
     * @param bytesMax the largest body that is taken, unpacked where it is compressed
     */
    static Document of(Contract contract, Request request, int bytesMax) {
        return new LazyDocument(contract, request, bytesMax);
    }
}
