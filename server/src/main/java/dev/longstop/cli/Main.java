package dev.longstop.cli;

import dev.longstop.telemetry.ErrorCode;

/** Where the program begins. */
public final class Main {

    private Main() {}

    /** Runs one command and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(new Commands(Surroundings.ofProcess(serving())).run(args));
    }

    private static Serving serving() {
        return configuration -> new Serving.Refused(ErrorCode.LISTEN_FAILED, "serving is not part of this build");
    }
}
