package dev.longstop.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Takes an answer's bytes up to a bound; with the first byte too many it drops the connection and is content. */
final class BoundedBody implements BodySubscriber<BoundedBody.Taken> {

    /** What was taken, and whether there was more. */
    record Taken(byte[] bytes, boolean cut) {}

    private final int bytesMax;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<Taken> taken = new CompletableFuture<>();
    private volatile Subscription subscription = new Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    };

    BoundedBody(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    @Override
    public CompletionStage<Taken> getBody() {
        return taken;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (var buffer : buffers) {
            int room = bytesMax - bytes.size();
            var part = new byte[Math.min(room, buffer.remaining())];
            buffer.get(part);
            bytes.writeBytes(part);
            if (buffer.hasRemaining()) {
                subscription.cancel();
                taken.complete(new Taken(bytes.toByteArray(), true));
                return;
            }
        }
        subscription.request(1);
    }

    @Override
    public void onError(Throwable failure) {
        taken.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        taken.complete(new Taken(bytes.toByteArray(), false));
    }

    /** Drops the connection. */
    void drop() {
        subscription.cancel();
    }
}
