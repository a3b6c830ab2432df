package dev.longstop.verification.bugs;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs whole test classes that are loaded among some classes.
 *
 * @param run how many tests came to an end
 * @param failed those that failed, {@code Class.method}, and why
 */
record TestsTrial(long run, Map<String, String> failed) {

    TestsTrial {
        failed = Map.copyOf(failed);
    }

    /** Where tests are looked for, by the simple name of their class. */
    private static final String[] PACKAGES = {
        "dev.longstop.store.",
        "dev.longstop.job.",
        "dev.longstop.effect.",
        "dev.longstop.queue.",
        "dev.longstop.verification.suite."
    };

    static TestsTrial among(ClassLoader classes, Collection<String> names) {
        var listener = new Listener();
        var request = LauncherDiscoveryRequestBuilder.request();
        names.forEach(name -> request.selectors(selectClass(type(classes, name))));
        LauncherFactory.create().execute(request.build(), listener);
        return new TestsTrial(listener.run.get(), listener.failed);
    }

    private static Class<?> type(ClassLoader classes, String name) {
        for (var place : PACKAGES) {
            if (classes.getResource((place + name).replace('.', '/') + ".class") != null) {
                try {
                    return classes.loadClass(place + name);
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException("a class that is there", e);
                }
            }
        }
        throw new IllegalStateException("no test " + name + " in " + String.join(", ", PACKAGES));
    }

    private static final class Listener implements TestExecutionListener {
        private final Map<String, String> failed = new TreeMap<>();
        private final AtomicLong run = new AtomicLong();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                run.incrementAndGet();
            }
            result.getThrowable()
                    .ifPresent(failure -> failed.put(
                            test.getSource()
                                    .filter(MethodSource.class::isInstance)
                                    .map(MethodSource.class::cast)
                                    .map(source -> simple(source.getClassName()) + "." + source.getMethodName())
                                    .orElse(test.getDisplayName()),
                            String.valueOf(failure)));
        }

        private static String simple(String className) {
            return className.substring(className.lastIndexOf('.') + 1);
        }
    }
}
