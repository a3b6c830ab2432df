/**
 * Faults that are put into a copy of the program's sources, to show that something notices them.
 *
 * <p><b>Takes</b> a patch and the sources that it is about. <b>Gives</b> classes that go before the real ones.
 * <b>Writes</b> into a scratch folder. <b>Promises</b> that a patch which does not fit any more is said, never half
 * applied.
 */
@NullMarked
package dev.longstop.verification.bugs;

import org.jspecify.annotations.NullMarked;
