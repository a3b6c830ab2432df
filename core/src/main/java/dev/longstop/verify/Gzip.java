package dev.longstop.verify;

import dev.longstop.contract.Contract;
import dev.longstop.verify.Extraction.Defect;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Compressed bodies.
 *
 * <p><i>Bounds</i>: nothing is unpacked beyond a bound that the caller gives, whatever the packed bytes promise (C7).
 * <i>Source</i>: RFC 9110, 8.4; RFC 1952.
 */
public final class Gzip {

    private static final String HEADER = "content-encoding";
    private static final List<String> NAMES = List.of("gzip", "x-gzip");
    private static final int MAGIC_FIRST = 0x1f;
    private static final int MAGIC_SECOND = 0x8b;

    private Gzip() {}

    /** What came of unpacking. */
    public sealed interface Unpacked {}

    /** The bytes that were packed. */
    record Bytes(byte[] bytes) implements Unpacked {}

    /** A request whose body is the bytes that its sender signed. */
    public record Signed(Request request) implements Unpacked {}

    /** It cannot be unpacked, or not within the bound. */
    public record Packed(Defect defect) implements Unpacked {}

    /** Whether a request says that its body is packed in some way. */
    public static boolean isEncoded(Request request) {
        for (var encoding : request.headers().all(HEADER)) {
            if (!encoding.equalsIgnoreCase("identity")) {
                return true;
            }
        }
        return false;
    }

    /**
     * The request as its sender signed it: unpacked first where its contract says so, else as it was sent.
     *
     * @param bytesMax the largest body that is taken
     * @return {@link Signed}, or {@link Packed} where the bytes that were signed cannot be had
     */
    public static Unpacked signed(Contract contract, Request request, int bytesMax) {
        if (!contract.signsUnpacked() || !isGzip(request)) {
            return new Signed(request);
        }
        var unpacked = unpack(request.body(), bytesMax);
        return unpacked instanceof Bytes plain ? new Signed(plain(request, plain.bytes)) : unpacked;
    }

    private static Request plain(Request request, byte[] body) {
        Request.Lookup rest =
                name -> name.equals(HEADER) ? List.of() : request.headers().all(name);
        return new Request(request.method(), request.query(), rest, body);
    }

    /** Whether a request says that its body is packed in the one way that is unpacked. */
    static boolean isGzip(Request request) {
        var encodings = request.headers().all(HEADER);
        return encodings.size() == 1 && NAMES.stream().anyMatch(Request.trim(encodings.get(0))::equalsIgnoreCase);
    }

    /** Whether bytes begin as packed ones do; neither JSON nor a form does. */
    static boolean isPacked(byte[] bytes) {
        return bytes.length > 1 && (bytes[0] & 0xff) == MAGIC_FIRST && (bytes[1] & 0xff) == MAGIC_SECOND;
    }

    /** Unpacks at most so many bytes: {@link Bytes}, or {@link Packed}. */
    static Unpacked unpack(byte[] packed, int bytesMax) {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            var bytes = in.readNBytes(bytesMax);
            return in.read() < 0 ? new Bytes(bytes) : new Packed(Defect.LARGE_BODY);
        } catch (ZipException | EOFException notWhole) {
            return new Packed(Defect.BROKEN_BODY);
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory cannot be read", e);
        }
    }
}
