package dev.longstop.cli;

import dev.longstop.proof.ScratchFolder;
import java.nio.file.Path;
import java.util.Optional;

/** Makes the scratch store of a trial or a measurement. */
final class ScratchStore {

    private ScratchStore() {}

    /**
     * Makes one; empty if that may not be, which has been said then.
     *
     * @param purpose what it is for, as a word of its name
     * @param folder the folder to make it in
     * @param ground the PostgreSQL server that it is to be on; empty for SQLite
     */
    static Optional<ScratchFolder> make(
            String purpose, Path folder, Optional<PostgresGround> ground, Surroundings surroundings) {
        var made = ScratchFolder.under(folder, purpose);
        if (ground.isEmpty()) {
            return Optional.of(made);
        }
        Optional<ScratchFolder.Postgres> store = Optional.empty();
        try {
            store = ground.get().scratch(purpose, surroundings.randomness());
        } finally {
            if (store.isEmpty()) {
                made.close();
            }
        }
        if (store.isEmpty()) {
            surroundings.screen().failed(ground.get().refusal());
        }
        return store.map(made::with);
    }
}
