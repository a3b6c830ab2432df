package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite's native library, unpacked once beside the data.
 *
 * <p>The driver's own way unpacks a copy per start into the system's temporary folder, which may forbid execution, and
 * leaves it there when the process is killed.
 */
final class NativeLibrary {

    private static final String PATH = "org.sqlite.lib.path";
    private static final String TEMPORARY = "org.sqlite.tmpdir";

    private NativeLibrary() {}

    /** Sees to it that the driver, when it is first used in this process, loads the library from {@code directory}. */
    static void unpackInto(Path directory) {
        if (System.getProperty(PATH) != null) {
            return;
        }
        var resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
        try (var bundled = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
            Files.createDirectories(directory);
            if (System.getProperty(TEMPORARY) == null) {
                System.setProperty(TEMPORARY, directory.toString());
            }
            if (bundled == null) {
                return; // An unusual machine: the driver looks for an installed library.
            }
            var bytes = bundled.readAllBytes();
            var versioned = Files.createDirectories(directory.resolve("driver-" + SQLiteJDBCLoader.getVersion()));
            var library = versioned.resolve(LibraryLoaderUtil.getNativeLibName());
            if (!Files.exists(library) || Files.size(library) != bytes.length) {
                var partial = Files.createTempFile(versioned, "unpacking", ".part");
                Files.write(partial, bytes);
                Files.move(partial, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            System.setProperty(PATH, versioned.toAbsolutePath().toString());
        } catch (IOException failure) {
            throw new StoreFailure(
                    ErrorCode.STORE_UNAVAILABLE, "SQLite's native library cannot be unpacked: " + directory, failure);
        }
    }
}
