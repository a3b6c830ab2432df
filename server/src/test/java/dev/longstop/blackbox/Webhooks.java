package dev.longstop.blackbox;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signatures as Standard Webhooks has them, made here and not by the program's own code. */
final class Webhooks {

    private Webhooks() {}

    /** The signature that a request should carry. */
    static String signature(String secret, Service.Asked asked) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            var key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            var signed = asked.header("webhook-id") + "." + asked.header("webhook-timestamp") + "." + asked.body();
            return Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
