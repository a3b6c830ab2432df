package dev.longstop.consumer;

import dev.longstop.queue.RunState;
import dev.longstop.telemetry.Alarm;
import dev.longstop.telemetry.Alarms;

/** Tells people of runs that go on only with them; once a day for each agent: a bad night is not told run by run. */
final class RunAlarms {

    private final Alarms alarms;

    RunAlarms(Alarms alarms) {
        this.alarms = alarms;
    }

    /** A run came to a state; tells if that is one that waits for a person. */
    void came(String agent, long run, String state) {
        if (state.equals(RunState.DEAD.word())) {
            tell(agent, run, state, "will not be tried again");
        } else if (state.equals(RunState.UNCERTAIN.word())) {
            tell(agent, run, state, "did something that nobody can tell");
        } else if (state.equals(RunState.HELD.word())) {
            tell(agent, run, state, "was cut off, and waits to be released");
        }
    }

    private void tell(String agent, long run, String state, String what) {
        alarms.tell(new Alarm(state, agent, "run " + run + " " + what, "longstop runs show " + run));
    }
}
