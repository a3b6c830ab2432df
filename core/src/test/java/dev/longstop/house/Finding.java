package dev.longstop.house;

/**
 * One place that breaks a rule of the house.
 *
 * @param path the file, from the root
 * @param line the line, from 1
 * @param what what is wrong and what to do about it
 */
record Finding(String path, long line, String what) {

    @Override
    public String toString() {
        return path + ":" + line + ": " + what;
    }
}
