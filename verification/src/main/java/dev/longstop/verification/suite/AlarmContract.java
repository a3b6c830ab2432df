package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.alarm.AlarmBook;
import dev.longstop.alarm.StoredAlarms;
import dev.longstop.telemetry.Alarm;
import java.util.ArrayList;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** U6: what people are told outlives the process, and is not told again by the next one or by another node. */
public interface AlarmContract {

    /** The database of a test. */
    Stores stores();

    /** Once a day for one kind and subject, on every node and over restarts; what it says then is the newest. */
    @Test
    default void theSameIsNewsOnceADay() {
        assertThat(Answers.of(book().note(stuck("claude/s1", "for an hour")))).isTrue();
        assertThat(Answers.of(new StoredAlarms(stores().other()).note(stuck("claude/s1", "for two hours"))))
                .isFalse();
        assertThat(Answers.of(book().note(stuck("claude/s2", "for an hour")))).isTrue();
        assertThat(Answers.of(book().told(stuck("claude/s1", "for an hour")))).isTrue();
        stores().restart();
        assertThat(Answers.of(book().note(stuck("claude/s1", "for three hours"))))
                .isFalse();
        new Rows(stores().one()).change("update setting set changed_at = changed_at - 86400000");
        assertThat(Answers.of(book().note(stuck("claude/s1", "for a day")))).isTrue();
        assertThat(book().waiting()).contains(stuck("claude/s1", "for a day"));
    }

    /** What was written down and not told waits, oldest first; what was told a day ago is forgotten. */
    @Test
    default void whatIsStillToBeToldWaits() {
        Answers.of(book().note(stuck("a", "first")));
        Answers.of(book().note(stuck("b", "second")));
        Answers.of(book().note(stuck("c", "third")));
        Answers.of(book().told(stuck("b", "second")));
        new Rows(stores().one())
                .change("update setting set changed_at = changed_at - 86400000 where value like '%\"b\"%'");
        stores().restart();
        assertThat(book().waiting()).containsExactlyInAnyOrder(stuck("a", "first"), stuck("c", "third"));
        Answers.of(book().note(stuck("d", "fourth")));
        assertThat(new Rows(stores().one()).count("setting where name like 'alarm:%'"))
                .isEqualTo(3);
    }

    /** Many at once, the same among them: one of each is news. */
    @Test
    default void theSameInOneCommitIsNewsOnce() {
        var together = new Together(stores().one());
        var book = new StoredAlarms(together);
        var answers = new ArrayList<CompletionStage<Boolean>>();
        for (var subject : new String[] {"a", "b", "a", "a", "b"}) {
            answers.add(book.note(stuck(subject, "it is")));
        }
        Answers.of(together.commit());
        assertThat(Answers.of(answers)).containsExactly(true, true, false, false, false);
    }

    private AlarmBook book() {
        return new StoredAlarms(stores().one());
    }

    private static Alarm stuck(String subject, String sentence) {
        return new Alarm("stuck", subject, sentence, "longstop jobs show 1");
    }
}
