package dev.longstop.effect;

import dev.longstop.event.Headers;

/**
 * A request as it was when its effect was born: every attempt sends the same bytes (I8), whatever the configuration
 * says by then. Secrets are not in it; they are put in when it is sent.
 *
 * @param method the HTTP method
 * @param url where it goes
 * @param headers what goes with it, besides the idempotency key and secrets
 * @param body the bytes; not to be changed
 */
public record FrozenRequest(String method, String url, Headers headers, byte[] body) {}
