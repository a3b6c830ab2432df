package dev.longstop.platform;

/** A call cannot be made, since a value that its template needs is not there. */
final class MissingVariable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String name;

    MissingVariable(String name) {
        super("a template needs a value that is not there: " + name, null, false, false);
        this.name = name;
    }

    String name() {
        return name;
    }
}
