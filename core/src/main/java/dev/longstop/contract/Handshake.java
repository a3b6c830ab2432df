package dev.longstop.contract;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a sender asks to learn whether an endpoint is there and ours, and how it is answered. Nothing is stored. */
public sealed interface Handshake {

    /** What a delivery must say to be this question: text by place; all of it. */
    record When(Map<Locator, String> says) {
        public When {
            says = Map.copyOf(says);
        }
    }

    /** A signed question that is answered with a value of it, as plain text. */
    record Echo(When when, Locator value) implements Handshake {}

    /**
     * A signed question that is answered with a value of it and that value's HMAC under the same secret.
     *
     * @param algorithm of the HMAC
     * @param encoding how the HMAC is written
     * @param reply members of the JSON answer; {@code {value}} and {@code {hmac}} stand for the two
     */
    record HmacEcho(When when, Locator value, Algorithm algorithm, Encoding encoding, Map<String, String> reply)
            implements Handshake {
        public HmacEcho {
            reply = Collections.unmodifiableMap(new LinkedHashMap<>(reply));
        }
    }

    /** A signed question that is always answered the same. */
    record Constant(When when, Answers.Fixed answer) implements Handshake {}

    /**
     * An unsigned question that is answered with a parameter of the query, as plain text.
     *
     * @param method of the question
     * @param value the parameter
     * @param token the parameter that must equal the source's {@code verify_token}, where there is one
     * @param refusedStatus the answer if it does not
     */
    record QueryEcho(String method, String value, Optional<String> token, int refusedStatus) implements Handshake {}

    /** An unsigned question by a method alone, such as HEAD. */
    record Presence(String method, int status) implements Handshake {}

    /** Event types that only test the endpoint: kept like every event, and they start nothing. */
    record EndpointTest(List<String> types) implements Handshake {
        public EndpointTest {
            types = List.copyOf(types);
        }
    }
}
