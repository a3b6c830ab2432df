package dev.longstop.config;

/** A place in the file, both from 1. */
record Position(int line, int column) {

    /** The file as a whole. */
    static final Position WHOLE_FILE = new Position(0, 0);
}
