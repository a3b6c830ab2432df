package dev.longstop.cli;

import dev.longstop.app.ServeProcess;

/** Where the program begins. */
public final class Main {

    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(new Commands(Surroundings.ofProcess(new ServeProcess())).run(args));
    }
}
