package dev.longstop.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One word of the command line. Described by a model rather than by annotations, so that the program starts fast. */
interface Command {

    /** Its name, options and help. */
    CommandSpec spec();

    /** Does it; returns one of {@link Exit}. */
    int run(ParseResult given);
}
