package dev.longstop.proof;

/** Hears how a trial goes on, while it does. */
@FunctionalInterface
public interface Telling {

    /** A line for people. */
    void line(String text);
}
