package dev.longstop.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Row ids taken from the database's sequences in blocks.
 *
 * <p><i>Threads</i>: one at a time; each connection that writes has its own blocks.
 */
final class PostgresIds {

    /** What the sequences of the schema advance by. */
    private static final long BLOCK = 1_000;

    private static final Set<String> TABLES = Set.of("delivery", "job", "run", "effect", "mismatch", "action");

    private static final String TAKE = """
            -- ids: take a block
            select nextval(cast(:sequence as regclass))
            """;

    private static final class Block {
        private long next;
        private long left;
    }

    private final Map<String, Block> blocks = new HashMap<>();

    long next(String table, Tx tx) {
        if (!TABLES.contains(table)) {
            throw new IllegalArgumentException("not a table whose ids are counted: " + table);
        }
        var block = blocks.computeIfAbsent(table, none -> new Block());
        if (block.left == 0) {
            block.next = take(table, tx);
            block.left = BLOCK;
        }
        block.left--;
        return block.next++;
    }

    private static long take(String table, Tx tx) {
        List<Long> first = tx.query(TAKE, Map.of("sequence", table + "_id"), row -> row.getLong(1));
        return first.get(0);
    }
}
