package dev.longstop.cli;

import dev.longstop.app.ServeProcess;
import dev.longstop.app.Serving;

/** Where the program begins. */
public final class Main {

    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        // Most commands have no use for what it loads, the log first of all.
        Serving serving = (configuration, again) -> new ServeProcess().serve(configuration, again);
        System.exit(new Commands(Surroundings.ofProcess(serving)).run(args));
    }
}
