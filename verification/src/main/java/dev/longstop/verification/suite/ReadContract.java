package dev.longstop.verification.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.inbox.Acceptance;
import dev.longstop.inbox.EventState;
import dev.longstop.inbox.EventSummary;
import dev.longstop.inbox.EventsRead;
import dev.longstop.inbox.EventsRead.Filter;
import dev.longstop.inbox.Inbox;
import dev.longstop.queue.RunList;
import dev.longstop.queue.RunSeed;
import dev.longstop.queue.RunState;
import dev.longstop.queue.RunSummary;
import dev.longstop.store.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What people are shown of inbox and queue: complete, newest first, page by page, at a bounded cost (L8). */
public interface ReadContract {

    /** The database of a test. */
    Stores stores();

    /** Keyset paging: a page goes on where the one before ended, whatever came in between. */
    @Test
    default void eventsAreListedPageByPage() {
        for (int i = 0; i < 7; i++) {
            accept(Letters.one("e" + i, "" + i));
        }
        var first = events().list(Filter.newest(3));
        assertThat(ids(first)).containsExactly("e6", "e5", "e4");
        accept(Letters.one("e7", "7"));
        var second = events().list(page(3, first.before()));
        assertThat(ids(second)).containsExactly("e3", "e2", "e1");
        var third = events().list(page(3, second.before()));
        assertThat(ids(third)).containsExactly("e0");
        assertThat(third.before()).isEmpty();
    }

    /** An event's state is the worst of its runs; without runs it is done, or ignored with its reason. */
    @Test
    default void anEventsStateIsTheWorstOfItsRuns() {
        accept(Letters.one("e1", "1", RunSeed.of("triage"), RunSeed.of("ask")));
        accept(Letters.one("e2", "2", RunSeed.of("triage"), RunSeed.of("ask")));
        accept(Letters.one("e3", "3", RunSeed.of("triage")));
        accept(Letters.one("e4", "4"));
        accept(ignored("e5"));
        accept(Letters.one("e6", "6", new RunSeed[0]));
        state("e1", "triage", "dead");
        state("e2", "ask", "done");
        state("e3", "triage", "done");
        rows().change("update run set state = 'held', held = 'limit', due_at = null where event_seq = " + seq("e4"));
        assertThat(events().list(Filter.newest(10)).items())
                .extracting(EventSummary::state)
                .containsExactly(
                        EventState.DONE,
                        EventState.IGNORED,
                        EventState.HELD,
                        EventState.DONE,
                        EventState.PENDING,
                        EventState.DEAD);
        assertThat(ids(events().list(inState(EventState.DEAD)))).containsExactly("e1");
        assertThat(ids(events().list(inState(EventState.PENDING)))).containsExactly("e2");
        assertThat(ids(events().list(inState(EventState.HELD)))).containsExactly("e4");
        assertThat(ids(events().list(inState(EventState.DONE)))).containsExactly("e6", "e3");
        assertThat(ids(events().list(inState(EventState.IGNORED)))).containsExactly("e5");
        assertThat(events().list(inState(EventState.EXPIRED)).items()).isEmpty();
    }

    /** Filters by source, type, and text; a percent sign is a percent sign. */
    @Test
    default void eventsAreFound() {
        accept(Letters.one("alpha-1", "1"), Letters.one("beta%2", "2"), Letters.watched("gitlab", "alpha-3", "3"));
        assertThat(ids(events().list(of("gitlab", "", "")))).containsExactly("alpha-3");
        assertThat(ids(events().list(of("github", "issues", "")))).containsExactly("beta%2", "alpha-1");
        assertThat(ids(events().list(of("", "issues.opened", "")))).containsExactly("alpha-3", "beta%2", "alpha-1");
        assertThat(ids(events().list(of("github", "issues.closed", "")))).isEmpty();
        assertThat(ids(events().list(of("", "", "ALPHA")))).containsExactly("alpha-3", "alpha-1");
        assertThat(ids(events().list(of("", "", "%")))).containsExactly("beta%2");
        assertThat(ids(events().list(of("", "", "app#7")))).hasSize(3);
    }

    /** A filter that matches little costs a window, not the table: the page is short, and says where to go on. */
    @Test
    default void aNarrowFilterSaysWhereToGoOn() {
        accept(Letters.one("needle", "1"));
        var together = new Together(stores().one());
        for (int i = 0; i < Page.WINDOW; i++) {
            new Inbox(together).accept(Letters.one("hay" + i, "{}", new RunSeed[0]));
        }
        Answers.of(together.commit());
        var first = events().list(of("", "", "needle"));
        assertThat(first.items()).isEmpty();
        var second = events().list(new Filter(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("needle"), first.before(), 5));
        assertThat(ids(second)).containsExactly("needle");
        assertThat(second.before()).isEmpty();
    }

    /** An event by row or key, with its delivery, its runs and what else came under its key. */
    @Test
    default void anEventIsShownWithItsRunsAndMismatches() {
        accept(Letters.one("e1", "{}", RunSeed.of("triage"), RunSeed.of("ask")), Letters.one("e1", "{other}"));
        var shown = events().show("github", "e1").orElseThrow();
        assertThat(events().show(shown.summary().event().seq())).contains(shown);
        assertThat(shown.summary().runs()).extracting(RunSummary::agent).containsExactly("triage", "ask");
        assertThat(shown.mismatches()).hasSize(1);
        assertThat(shown.mismatches().get(0).bodyBytes()).isEqualTo(7);
        assertThat(shown.itemHash())
                .hasSize(64)
                .isNotEqualTo(shown.mismatches().get(0).itemHash());
        assertThat(shown.headers().only("user-agent")).contains("sender/1");
        assertThat(shown.secret()).contains("main");
        assertThat(shown.prunedAtMs()).isEmpty();
        assertThat(events().show("github", "e2")).isEmpty();
        assertThat(events().show(Long.MAX_VALUE)).isEmpty();
    }

    /** Runs are listed page by page, and found by agent and state. */
    @Test
    default void runsAreListedPageByPage() {
        for (int i = 0; i < 5; i++) {
            accept(Letters.one("e" + i, "" + i, RunSeed.of("triage"), RunSeed.of("ask")));
        }
        var seen = new ArrayList<String>();
        Optional<Long> before = Optional.empty();
        for (int i = 0; i < 4; i++) {
            var page = runs().list(new RunList.Filter(Optional.empty(), Optional.empty(), before, 3));
            page.items().forEach(run -> seen.add(run.eventId() + run.agent()));
            before = page.before();
        }
        assertThat(before).isEmpty();
        assertThat(seen)
                .containsExactly(
                        "e4ask",
                        "e4triage",
                        "e3ask",
                        "e3triage",
                        "e2ask",
                        "e2triage",
                        "e1ask",
                        "e1triage",
                        "e0ask",
                        "e0triage");
        state("e3", "ask", "dead");
        state("e1", "ask", "done");
        assertThat(found("", RunState.DEAD)).containsExactly("e3ask");
        assertThat(found("ask", RunState.PENDING)).containsExactly("e4ask", "e2ask", "e0ask");
        assertThat(found("ask", RunState.DONE)).containsExactly("e1ask");
        var dead = runs().list(new RunList.Filter(Optional.empty(), Optional.of(RunState.DEAD), Optional.empty(), 3));
        var shown = runs().show(dead.items().get(0).id()).orElseThrow();
        assertThat(shown.summary().outcome()).contains("set by a test");
        assertThat(shown.result()).isEmpty();
        assertThat(runs().show(Long.MAX_VALUE)).isEmpty();
    }

    private List<String> found(String agent, RunState state) {
        var filter = new RunList.Filter(text(agent), Optional.of(state), Optional.empty(), 100);
        return runs().list(filter).items().stream()
                .map(run -> run.eventId() + run.agent())
                .toList();
    }

    private void state(String eventId, String agent, String state) {
        rows().change("update run set state = '" + state + "', outcome = 'set by a test', due_at = null, ended_at = 1"
                + " where agent = '" + agent + "' and event_seq = " + seq(eventId));
    }

    private long seq(String eventId) {
        return events().show("github", eventId).orElseThrow().summary().event().seq();
    }

    private static Filter page(int limit, Optional<Long> before) {
        return new Filter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), before, limit);
    }

    private static Filter inState(EventState state) {
        return new Filter(
                Optional.empty(), Optional.empty(), Optional.of(state), Optional.empty(), Optional.empty(), 5);
    }

    private static Filter of(String source, String type, String q) {
        return new Filter(text(source), text(type), Optional.empty(), text(q), Optional.empty(), 5);
    }

    private static Optional<String> text(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }

    private static List<String> ids(Page<EventSummary> page) {
        return page.items().stream().map(summary -> summary.event().id()).toList();
    }

    private static Acceptance ignored(String id) {
        var delivery = Letters.delivery(Letters.SOURCE, id, false);
        var item = Letters.item(id, delivery.bodyHash());
        var ignored = new Acceptance.Item(
                item.id(), item.hash(), "ping", "", Optional.empty(), true, Optional.of("no rule"), List.of());
        return new Acceptance(delivery, List.of(ignored));
    }

    private void accept(Acceptance... acceptances) {
        for (var acceptance : acceptances) {
            Answers.of(new Inbox(stores().one()).accept(acceptance));
        }
    }

    private EventsRead events() {
        return new EventsRead(stores().one());
    }

    private RunList runs() {
        return new RunList(stores().one());
    }

    private Rows rows() {
        return new Rows(stores().one());
    }
}
