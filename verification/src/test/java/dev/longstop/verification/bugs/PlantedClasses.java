package dev.longstop.verification.bugs;

import dev.longstop.store.Store;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;

/**
 * The project's classes once more, apart from those that run the tests, with planted ones before them. Libraries are
 * shared.
 */
final class PlantedClasses extends URLClassLoader {

    private static final String OURS = "dev.longstop.";

    private PlantedClasses(URL[] places) {
        super(places, PlantedClasses.class.getClassLoader());
    }

    /** The project's classes behind some others; without any, as they are. */
    static PlantedClasses behind(Path root, List<Path> planted) {
        var places = new ArrayList<>(planted);
        places.add(place(Store.class));
        places.add(place(PlantedBug.class));
        places.add(place(PlantedClasses.class));
        places.add(root.resolve("core").resolve("target").resolve("test-classes"));
        try {
            var urls = new URL[places.size()];
            for (int i = 0; i < urls.length; i++) {
                if (!Files.exists(places.get(i))) {
                    throw new IllegalStateException(places.get(i) + " is not there; build the modules together");
                }
                urls[i] = places.get(i).toUri().toURL();
            }
            return new PlantedClasses(urls);
        } catch (MalformedURLException e) {
            throw new IllegalStateException("every path is a URL", e);
        }
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("every place of classes is a URI", e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            var known = findLoadedClass(name);
            return known == null ? findClass(name) : known;
        }
    }

    @Override
    public URL getResource(String name) {
        var own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        var own = findResources(name);
        return own.hasMoreElements() ? own : super.getResources(name);
    }
}
