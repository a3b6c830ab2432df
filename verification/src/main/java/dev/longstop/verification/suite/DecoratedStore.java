package dev.longstop.verification.suite;

import dev.longstop.loop.Step;
import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.Read;
import dev.longstop.store.Store;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A store around another, which a fault or a test's wish is put into. Closing it closes nothing. */
interface DecoratedStore extends Store {

    /** The store within. */
    Store inner();

    @Override
    default Dialect dialect() {
        return inner().dialect();
    }

    @Override
    default <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        return inner().submit(batch, item);
    }

    @Override
    default <T> T read(Read<T> read) {
        return inner().read(read);
    }

    @Override
    default String installation() {
        return inner().installation();
    }

    @Override
    default List<Step> steps() {
        return inner().steps();
    }

    @Override
    default long walBytes() {
        return inner().walBytes();
    }

    @Override
    default long clockMs() {
        return inner().clockMs();
    }

    @Override
    default void close() {}
}
