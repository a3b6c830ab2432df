package dev.longstop.verification.simulation;

import dev.longstop.loop.Step;
import dev.longstop.store.Batch;
import dev.longstop.store.Dialect;
import dev.longstop.store.Read;
import dev.longstop.store.Store;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A store that passes everything on: what planted bugs are made from. */
class Passing implements Store {

    final Store below;

    Passing(Store below) {
        this.below = below;
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        return below.submit(batch, item);
    }

    @Override
    public Dialect dialect() {
        return below.dialect();
    }

    @Override
    public <T> T read(Read<T> read) {
        return below.read(read);
    }

    @Override
    public String installation() {
        return below.installation();
    }

    @Override
    public List<Step> steps() {
        return below.steps();
    }

    @Override
    public long walBytes() {
        return below.walBytes();
    }

    @Override
    public long clockMs() {
        return below.clockMs();
    }

    @Override
    public void close() {
        below.close();
    }
}
