package dev.longstop.loop;

/**
 * Threads for work that blocks, in bounded number.
 *
 * <p>A simulation has its own: it keeps what is started and does it when it likes. <i>Threads</i>: safe.
 */
public interface Workers {

    /** How many pieces of work could be started now; others may be quicker. */
    int free();

    /**
     * Starts a piece of work.
     *
     * @param name what it is called in thread dumps
     * @return false if there is no place for it or the workers are closed; then nothing was started
     */
    boolean start(String name, Runnable work);
}
