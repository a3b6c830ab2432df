package dev.longstop.reconcile;

import dev.longstop.platform.Platform;
import dev.longstop.platform.Reader;
import dev.longstop.platform.Variables;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * One platform as it is configured: the data, under whose login, and whose its jobs are.
 *
 * @param name its name in the configuration
 * @param platform the data
 * @param given secrets, and values that hold for all its jobs
 * @param plants whether a job is ours only where it carries our key
 * @param installation the installation's id, which our keys contain
 */
public record Account(String name, Platform platform, Variables given, boolean plants, String installation) {

    /** What tells its login from another's. */
    String login() {
        return platform.login(given);
    }

    /** Understands what it says. */
    Reader reader() {
        return new Reader(platform);
    }

    /** What is needed to ask for one job. */
    Variables variables(String jobId, String askWith) {
        try {
            return given.andMembersOf(JsonMapper.shared().readTree(askWith)).and(Map.of("id", jobId));
        } catch (JacksonException damaged) {
            throw new IllegalStateException("what is needed to ask for a job is a JSON object", damaged);
        }
    }

    /** Whether a key that came back is one of this installation's. */
    boolean planted(String key) {
        return key.contains(keyPrefix());
    }

    /** Whether what came back holds a key, and not one that only begins like it. */
    static boolean carries(String text, String key) {
        int at = text.indexOf(key);
        while (at >= 0) {
            int end = at + key.length();
            if (end == text.length() || !Character.isLetterOrDigit(text.charAt(end))) {
                return true;
            }
            at = text.indexOf(key, end);
        }
        return false;
    }

    /** What every key begins with that this installation plants. */
    String keyPrefix() {
        return "ls-" + installation + "-";
    }
}
