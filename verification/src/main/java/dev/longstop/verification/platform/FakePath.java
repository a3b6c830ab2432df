package dev.longstop.verification.platform;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** A text of a platform's form, read backwards: which job a request is about, and under which key. */
record FakePath(String form, Pattern pattern) {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");
    private static final String ID = "id";
    private static final String KEY = "jobKey";

    /** The path of a call; nothing matches where the platform has no such call. */
    static FakePath of(JsonNode call) {
        return of(call.path("path").asString(""));
    }

    /** A path: literal parts as they are, the id and the key by their names, other values as they come. */
    static FakePath of(String form) {
        return new FakePath(form, pattern(form, "[^?]+?"));
    }

    /** A text that stands in a body, read in the same way. */
    static FakePath inBody(String form) {
        return new FakePath(form, pattern(form, ".*?"));
    }

    private static Pattern pattern(String form, String any) {
        var pattern = new StringBuilder();
        var variable = VARIABLE.matcher(form);
        int at = 0;
        while (variable.find()) {
            var name = variable.group(1);
            boolean asked = name.equals(ID) || name.equals(KEY);
            pattern.append(Pattern.quote(form.substring(at, variable.start())));
            pattern.append(asked ? "(?<" + name + ">" + any + ")" : any);
            at = variable.end();
        }
        return Pattern.compile(pattern.append(Pattern.quote(form.substring(at))).toString(), Pattern.DOTALL);
    }

    /** Whether a text is of this form. */
    boolean is(String text) {
        return !form.isEmpty() && pattern.matcher(text).matches();
    }

    /** The job's id in a text of this form; empty where the text is of another, or names none. */
    Optional<String> id(String text) {
        return value(text, ID);
    }

    /** The job's key in a text of this form; empty as above. */
    Optional<String> key(String text) {
        return value(text, KEY);
    }

    private Optional<String> value(String text, String name) {
        return form.contains("${" + name + "}")
                ? Optional.of(pattern.matcher(text))
                        .filter(Matcher::matches)
                        .map(found -> URLDecoder.decode(found.group(name), StandardCharsets.UTF_8))
                : Optional.empty();
    }
}
