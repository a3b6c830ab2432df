/**
 * A fake of each platform that is known as data, over real HTTP.
 *
 * <p><b>Takes</b> the recordings that come with the platforms, and a script. <b>Gives</b> servers on the loopback
 * interface. <b>Writes</b> nothing. <b>Promises</b> to answer as was recorded: nothing here knows a platform by name.
 */
@NullMarked
package dev.longstop.verification.platform;

import org.jspecify.annotations.NullMarked;
