package dev.longstop.inbox;

/**
 * What identifies an event: the inbox's unique key (S3).
 *
 * @param source the configured endpoint
 * @param id its identity within the source, as stored
 */
record EventKey(String source, String id) implements Comparable<EventKey> {

    /** The order in which every node writes keys. */
    @Override
    public int compareTo(EventKey other) {
        int bySource = source.compareTo(other.source);
        return bySource != 0 ? bySource : id.compareTo(other.id);
    }
}
