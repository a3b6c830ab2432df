package dev.longstop.verification.bugs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GardenTest {

    private static final String FILE = "core/src/main/resources/words.txt";

    private static final String PATCH = """
            Wrong: two words change
              their places.
            Who: people.
            Must fail: I1 with seeds 1

            diff --git a/core/src/main/resources/words.txt b/core/src/main/resources/words.txt
            --- a/core/src/main/resources/words.txt
            +++ b/core/src/main/resources/words.txt
            @@ -1,4 +1,4 @@
             one

            -two
            +three
             four
            """;

    @TempDir
    Path root;

    private String planted(String text) throws IOException {
        var file = root.resolve(FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        var bug = PlantedBug.read(Files.writeString(root.resolve("words.patch"), PATCH));
        assertThat(bug.wrong()).isEqualTo("two words change their places.");
        var classes = new Garden(root, root.resolve("scratch"), "").plant(bug);
        assertThat(file).content().isEqualTo(text);
        return Files.readString(classes.resolve("words.txt"));
    }

    @Test
    void onlyTheCopyIsChanged() throws IOException {
        assertThat(planted("one\n\ntwo\nfour\nfive\n")).isEqualTo("one\n\nthree\nfour\nfive\n");
    }

    @Test
    void linesThatHaveMovedAreFound() throws IOException {
        assertThat(planted("zero\none\n\ntwo\nfour")).isEqualTo("zero\none\n\nthree\nfour");
    }

    @Test
    void aPatchThatDoesNotFitSaysWhatToDo() {
        assertThatThrownBy(() -> planted("one\n\ntwo\nfive\n"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("verification/bugs/words.patch cannot be planted any more")
                .hasMessageContaining("git diff")
                .hasMessageContaining("git restore " + FILE)
                .hasMessageContaining(
                        "does not have these lines, or has them more than once:\n  one\n  \n  two\n  four");
    }

    /** Where the lines are there twice and stand at neither place as they did, nobody knows which are meant. */
    @Test
    void aPatchThatFitsTwiceDoesNotFit() {
        assertThatThrownBy(() -> planted("zero\none\n\ntwo\nfour\none\n\ntwo\nfour\n"))
                .hasMessageContaining("or has them more than once");
    }

    @Test
    void aHeadThatSaysTooLittleIsRefused() throws IOException {
        var file = Files.writeString(root.resolve("mute.patch"), PATCH.replace("Who: people.\n", ""));

        assertThatThrownBy(() -> PlantedBug.read(file)).hasMessageContaining("the head of mute.patch says");
    }
}
