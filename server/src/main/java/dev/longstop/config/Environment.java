package dev.longstop.config;

import java.util.Optional;

/** The variables that the program was started with. */
@FunctionalInterface
public interface Environment {

    /** The value of a variable; empty if it is not set. */
    Optional<String> get(String name);

    /** The process's own. */
    static Environment ofProcess() {
        return name -> Optional.ofNullable(System.getenv(name));
    }
}
