package dev.longstop.cli;

/** Exit codes: a contract with scripts. */
final class Exit {

    /** It went well. */
    static final int OK = 0;

    /** It did not, or the configuration has problems. */
    static final int FAILED = 1;

    /** The command line was wrong. */
    static final int USAGE = 2;

    /** Somebody broke it off: what a shell says of a process that SIGINT ended. */
    static final int INTERRUPTED = 130;

    private Exit() {}
}
