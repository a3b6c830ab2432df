package dev.longstop.ingress;

/**
 * A request that was refused: metadata only, nothing of its body.
 *
 * @param atMs when, in epoch milliseconds of the wall clock
 * @param source the configured endpoint
 * @param status what the caller was told
 * @param reason why; the caller was not told that
 * @param remote the address that it came from
 * @param bytes how much of a body had arrived
 * @param agent what the caller calls itself, cut; safe text
 */
public record Rejection(long atMs, String source, int status, String reason, String remote, long bytes, String agent) {}
