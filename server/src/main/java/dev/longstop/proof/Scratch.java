package dev.longstop.proof;

import java.nio.file.Path;
import java.util.Optional;

/** Where a trial plays: a folder and a store that were made for it. Closing removes both. */
public interface Scratch extends AutoCloseable {

    /** The folder, empty at first. */
    Path folder();

    /** The value of the configuration's key {@code store}. */
    String store();

    /** What {@code file:secrets/database} is to hold. */
    Optional<String> password();

    /** What it is, for people. */
    String words();

    @Override
    void close();
}
