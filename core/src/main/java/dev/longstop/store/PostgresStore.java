package dev.longstop.store;

import dev.longstop.loop.Step;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The store in a PostgreSQL database that many nodes share: each stream of commits has connections of its own.
 *
 * <p><i>Promises</i>: refuses a server whose commits could be lost; the server's clock is the store's. <i>Source</i>:
 * design section 4, "Stores", N3.
 */
public final class PostgresStore implements Store {

    private final String installation;
    private final Committing accept;
    private final Committing work;
    private final Readers readers;

    private PostgresStore(String installation, Committing accept, Committing work, Readers readers) {
        this.installation = installation;
        this.accept = accept;
        this.work = work;
        this.readers = readers;
    }

    /**
     * Opens the store; creates or migrates its schema.
     *
     * <p><i>Errors</i>: {@link StoreFailure} with {@code STORE_UNAVAILABLE}, {@code STORE_NOT_DURABLE} or
     * {@code STORE_SCHEMA}; nothing is left open then.
     */
    public static PostgresStore open(PostgresSettings settings, Time time, Randomness randomness) {
        var database = new PostgresDatabase(settings.url(), settings.user(), settings.password());
        var first = new PostgresWriter(database, time, randomness);
        try {
            Schema.migrate(
                    first.connection(),
                    Dialect.POSTGRESQL,
                    new Schema.Target(settings.url(), settings.user(), settings.password()));
            first.connection().rollback();
            return new PostgresStore(
                    Installation.of(first, randomness),
                    committing("accept", settings.acceptWriters(), settings, time, randomness),
                    committing("work", settings.workWriters(), settings, time, randomness),
                    new Readers(() -> PostgresReader.open(database), PostgresFailures::ofRead));
        } catch (SQLException failure) {
            throw PostgresFailures.of(failure);
        } finally {
            first.close();
        }
    }

    private static Committing committing(
            String stream, int writers, PostgresSettings settings, Time time, Randomness randomness) {
        var database = new PostgresDatabase(settings.url(), settings.user(), settings.password());
        var waiting = new Waiting();
        var commits = new ArrayList<GroupCommit>();
        for (int i = 1; i <= writers; i++) {
            var writer = new PostgresWriter(database, time, randomness);
            commits.add(new GroupCommit(stream + "-" + i, waiting, writer, time, settings.observer()));
        }
        return new Committing(waiting, commits, Turning.THREADS);
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRESQL;
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        return switch (batch.stream()) {
            case ACCEPT -> accept.submit(batch, item);
            case WORK -> work.submit(batch, item);
        };
    }

    @Override
    public <T> T read(Read<T> read) {
        return readers.read(read);
    }

    @Override
    public String installation() {
        return installation;
    }

    @Override
    public List<Step> steps() {
        return List.of();
    }

    @Override
    public long walBytes() {
        return 0;
    }

    @Override
    public long clockMs() {
        return read(Tx::nowMs);
    }

    @Override
    public void close() {
        accept.close();
        work.close();
        readers.close();
    }
}
