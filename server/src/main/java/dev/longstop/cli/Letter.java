package dev.longstop.cli;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Secret;
import dev.longstop.inbox.Source;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A delivery as its sender would make it, composed from nothing but the contract's data.
 *
 * @param id what identifies it
 * @param type what happened
 * @param body the bytes to sign and send
 */
record Letter(String id, String type, byte[] body) {

    /** The headers that the sender would send, the signature among them. */
    Map<String, String> headers(Source source, Secret secret) {
        var contract = source.contract();
        var headers = new LinkedHashMap<String, String>();
        headers.put("Content-Type", "application/json");
        headers.put("User-Agent", "longstop-send/" + Version.number());
        put(headers, contract.eventId(), id);
        put(headers, contract.eventType(), type);
        if (contract.auth() instanceof Contract.Hmac hmac) {
            headers.put(hmac.header(), hmac.prefix() + encoded(hmac, digest(hmac, secret)));
        }
        return headers;
    }

    private static void put(Map<String, String> headers, List<Contract.Locator> places, String value) {
        for (var place : places) {
            if (place instanceof Contract.InHeader header) {
                headers.put(header.name(), value);
                return;
            }
        }
    }

    private byte[] digest(Contract.Hmac hmac, Secret secret) {
        try {
            var mac = Mac.getInstance(hmac.algorithm());
            mac.init(new SecretKeySpec(
                    secret.value().getBytes(java.nio.charset.StandardCharsets.UTF_8), hmac.algorithm()));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a contract's algorithm is known to Java: " + hmac.algorithm(), e);
        }
    }

    private static String encoded(Contract.Hmac hmac, byte[] digest) {
        return switch (hmac.encoding()) {
            case HEX -> HexFormat.of().formatHex(digest);
            case BASE64 -> Base64.getEncoder().encodeToString(digest);
        };
    }
}
