package dev.longstop.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** What is in the program's jar, and what is not. */
class ProgramJarTest {

    private static final String PROOF = "dev/longstop/verification/";

    /** The demo and the trial play platforms; suites, and what only tests need, are not brought along for that. */
    @Test
    void ofTheProofItHasTheFakePlatformAlone() throws IOException {
        try (var jar = new JarFile(Installation.jar().toFile())) {
            var names = jar.stream().map(ZipEntry::getName).toList();
            assertThat(names).contains(PROOF + "platform/FakePlatform.class");
            assertThat(names)
                    .filteredOn(name -> name.startsWith(PROOF) && name.endsWith(".class"))
                    .allSatisfy(name -> assertThat(name).startsWith(PROOF + "platform/"));
            assertThat(names)
                    .noneMatch(name -> name.matches("(META-INF/versions/\\d+/)?(org/junit|org/assertj|io/zonky)/.*"))
                    .noneMatch(name -> name.endsWith(".txz"));
        }
    }
}
