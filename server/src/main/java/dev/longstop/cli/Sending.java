package dev.longstop.cli;

import dev.longstop.queue.RunState;
import dev.longstop.time.Patience;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One letter on its way: posted, answered, followed. Prints as it goes, or one JSON document at the end. */
final class Sending {

    private static final long LOOK_EVERY_MS = 200;

    private final Surroundings surroundings;
    private final Screen screen;
    private final boolean json;
    private final Letter letter;
    private final String eventId;
    private final Letter.Posted posted;
    private final String signer;
    private final Http http = new Http();
    private final ObjectNode report = JsonMapper.shared().createObjectNode();
    private final ArrayNode answers;
    private String verdict = "";

    /** A letter with the headers that it goes with, and the name of the secret that signed it. */
    Sending(Surroundings surroundings, boolean json, Letter letter, Letter.Posted posted, String signer) {
        this.surroundings = surroundings;
        this.screen = surroundings.screen();
        this.json = json;
        this.letter = letter;
        this.eventId = letter.eventId();
        this.posted = posted;
        this.signer = signer;
        report.put("event", letter.source().name() + "/" + eventId).put("type", letter.type());
        answers = report.putArray("answers");
    }

    /** Posts a letter that is not as it should be, which the caller says in a word; well if it is refused. */
    int expectRefusal(URI postbox, String what) {
        say(what);
        var answered = exchange(postbox);
        if (answered.isEmpty()) {
            return finish(Exit.FAILED);
        }
        int wanted = letter.source().contract().answers().badAuthStatus();
        boolean refused = answered.get().status() == wanted;
        return finish(refused ? Exit.OK : screen.failed("a forged delivery was not refused with " + wanted));
    }

    /** Posts the letter, twice if so wished; the second must be a duplicate. */
    int post(URI postbox, boolean twice) {
        say(letter.type() + ", id " + eventId + ", " + letter.body().length + " bytes, signed with " + signer);
        for (int time = 1; time <= (twice ? 2 : 1); time++) {
            var answered = exchange(postbox);
            if (answered.isEmpty()) {
                return Exit.FAILED;
            }
            int status = answered.get().status();
            if (status < 200 || status > 299) {
                return screen.failed("not accepted: " + advice(status));
            }
            var said = status(answered.get());
            if (time == 2 && !said.equals("duplicate")) {
                return screen.failed("the second of the same was answered \"" + said + "\", not \"duplicate\"");
            }
            verdict = time == 1 ? said : verdict;
        }
        return Exit.OK;
    }

    private static String advice(int status) {
        return switch (status) {
            case 401 -> "the program has another secret than this configuration";
            case 404 ->
                "the program has no such source; is it another program, or was it started before the source was added?";
            case 413 -> "the body is larger than the source takes";
            case 503 -> "the program is overloaded or cannot reach its store; see its log";
            default -> "status " + status;
        };
    }

    /** Whether there is something to follow. */
    boolean startsSomething() {
        return verdict.equals("accepted") || verdict.equals("duplicate");
    }

    private Optional<Http.Answered> exchange(URI postbox) {
        long began = surroundings.time().nanos();
        var method = letter.source().contract().methods().get(0);
        var reply = http.send(method, postbox, posted.headers(), letter.body());
        long ms = (surroundings.time().nanos() - began) / 1_000_000;
        if (reply instanceof Http.Unreachable unreachable) {
            screen.failed(
                    "cannot reach " + postbox + " (" + unreachable.why() + "); is `longstop serve` running there?");
            return Optional.empty();
        }
        var answered = (Http.Answered) reply;
        var body = parsed(answered.body());
        answers.addObject().put("status", answered.status()).put("ms", ms).set("body", body);
        say("POST " + postbox + " -> " + answered.status() + " " + Screen.safe(body.toString()) + " in " + ms + " ms");
        return Optional.of(answered);
    }

    private static JsonNode parsed(byte[] body) {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException e) {
            return JsonMapper.shared().createObjectNode();
        }
    }

    // Where the contract has the sender answered in its own words, ours stand in a header.
    private static String status(Http.Answered answered) {
        var inHeader = answered.headers().getOrDefault("longstop-status", List.of());
        return inHeader.isEmpty() ? parsed(answered.body()).path("status").asString("") : inHeader.get(0);
    }

    /** Follows what the event started until it is over or the time is. */
    int follow(Admin admin, long waitMs) {
        long end = surroundings.time().nanos() + waitMs * 1_000_000;
        var seen = new HashMap<String, String>();
        while (true) {
            var reply = admin.event(letter.source().name(), eventId);
            if (reply instanceof Admin.Failed failed) {
                return screen.failed("accepted, but cannot be followed: " + failed.message());
            }
            if (reply instanceof Admin.Got got) {
                var runs = got.json().path("runs");
                runs.forEach(run -> tell(run, seen));
                var ended = ended(admin, runs);
                if (ended.isPresent()) {
                    return ended.get();
                }
            }
            if (surroundings.time().nanos() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return screen.failed("accepted, and not over after " + waitMs / 1_000 + " s; `longstop events show "
                        + letter.source().name() + "/" + eventId + "` shows how it goes on");
            }
            Patience.until(LOOK_EVERY_MS, () -> false);
        }
    }

    private void tell(JsonNode run, Map<String, String> seen) {
        var id = Listing.text(run, "id");
        var state = Runs.state(run, surroundings.time().wallMs());
        if (!Listing.text(run, "state").equals(seen.put(id, Listing.text(run, "state")))) {
            say("run " + id + " of " + Listing.text(run, "agent") + ": " + state);
        }
    }

    private Optional<Integer> ended(Admin admin, JsonNode runs) {
        boolean done = true;
        for (var run : runs) {
            var state = state(run);
            if (state.isEmpty() || !(state.get().over() || state.get() == RunState.HELD)) {
                return Optional.empty();
            }
            done &= state.get() == RunState.DONE;
        }
        var results = report.putArray("runs");
        for (var run : runs) {
            var full = admin.get("/api/runs/" + Listing.text(run, "id"), Map.of());
            var shown = full instanceof Admin.Got got ? got.json() : run;
            results.add(shown);
            sayResult(shown);
        }
        return Optional.of(done ? Exit.OK : screen.failed("not everything that it started is done"));
    }

    private void sayResult(JsonNode run) {
        var words = run.path("outcome").asString("") + " " + run.path("held").asString("");
        say("run " + Listing.text(run, "id") + " of " + Listing.text(run, "agent") + " is " + Listing.text(run, "state")
                + (words.isBlank() ? "" : ": " + Screen.safe(words.strip())));
        if (!json) {
            Screen.safeBlock(run.path("result").asString(""))
                    .lines()
                    .map(line -> "  | " + line)
                    .forEach(screen::line);
        }
    }

    private static Optional<RunState> state(JsonNode run) {
        var word = Listing.text(run, "state").toUpperCase(Locale.ROOT);
        return Arrays.stream(RunState.values())
                .filter(state -> state.name().equals(word))
                .findFirst();
    }

    /** Prints the report where JSON is wanted, and says what an ignored event means. */
    int finish(int exit) {
        int all = exit;
        if (exit == Exit.OK
                && verdict.equals("ignored")
                && !letter.source().contract().acknowledge().contains(letter.type())) {
            all = screen.failed("ignored: nothing was started; the source's rules decide what starts something");
        }
        if (json) {
            screen.json(report.put("exit", all));
        }
        return all;
    }

    private void say(String line) {
        if (!json) {
            screen.line(Screen.safe(line));
        }
    }
}
