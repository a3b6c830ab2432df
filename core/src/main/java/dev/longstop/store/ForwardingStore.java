package dev.longstop.store;

import dev.longstop.loop.Step;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A store that passes everything on to another: what stands before one says only what it does differently. */
public abstract class ForwardingStore implements Store {

    /** What everything is passed on to. */
    protected final Store below;

    /** Before this store, which stays its opener's until {@link #close} is passed on. */
    protected ForwardingStore(Store below) {
        this.below = below;
    }

    @Override
    public Dialect dialect() {
        return below.dialect();
    }

    @Override
    public <I, O> CompletionStage<O> submit(Batch<I, O> batch, I item) {
        return below.submit(batch, item);
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
