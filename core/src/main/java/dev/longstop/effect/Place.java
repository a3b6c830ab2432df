package dev.longstop.effect;

import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Where an effect goes, and in which form it is said there. */
public sealed interface Place {

    /** The address; empty where what the event is about names none. */
    String url(Occasion occasion);

    /** The words in the form of this place; empty where they are sent as they are. */
    default Optional<ObjectNode> said(String words, String key, Occasion occasion) {
        return Optional.empty();
    }

    /**
     * An address of its own.
     *
     * @param url an absolute address
     */
    record Address(String url) implements Place {
        @Override
        public String url(Occasion occasion) {
            return url;
        }
    }

    /**
     * The issue or pull request that the event is about, as a comment with a mark that nobody sees.
     *
     * @param base the address of the API, without a slash at its end
     */
    record Issue(String base) implements Place {

        private static final Pattern SUBJECT = Pattern.compile("([A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+):([0-9]{1,18})");

        @Override
        public String url(Occasion occasion) {
            var subject = SUBJECT.matcher(subject(occasion));
            return subject.matches()
                    ? base + "/repos/" + subject.group(1) + "/issues/" + subject.group(2) + "/comments"
                    : "";
        }

        @Override
        public Optional<ObjectNode> said(String words, String key, Occasion occasion) {
            return Optional.of(JsonMapper.shared().createObjectNode().put("body", words + "\n\n" + Marks.of(key)));
        }
    }

    /**
     * A channel, or the thread that the event is about, as a message whose metadata hold the key.
     *
     * @param base the address of the API, without a slash at its end
     * @param channel the channel; empty for the channel and thread of the event: {@code CHANNEL:TIMESTAMP}
     */
    record Channel(String base, Optional<String> channel) implements Place {

        private static final Pattern SUBJECT = Pattern.compile("(?:.*:)?([A-Z0-9]{2,20}):([0-9]{1,12}\\.[0-9]{1,9})");

        @Override
        public String url(Occasion occasion) {
            boolean known =
                    channel.isPresent() || SUBJECT.matcher(subject(occasion)).matches();
            return known ? base + "/chat.postMessage" : "";
        }

        @Override
        public Optional<ObjectNode> said(String words, String key, Occasion occasion) {
            var message = JsonMapper.shared().createObjectNode();
            var subject = SUBJECT.matcher(subject(occasion));
            if (channel.isPresent()) {
                message.put("channel", channel.get());
            } else if (subject.matches()) {
                message.put("channel", subject.group(1)).put("thread_ts", subject.group(2));
            }
            message.put("text", words);
            message.putObject("metadata")
                    .put("event_type", SlackSearch.EVENT_TYPE)
                    .putObject("event_payload")
                    .put("key", key);
            return Optional.of(message);
        }
    }

    private static String subject(Occasion occasion) {
        JsonNode event = occasion.facts().path("event");
        return event.path("subject").asString("");
    }
}
