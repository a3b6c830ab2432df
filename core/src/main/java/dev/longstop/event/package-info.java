/**
 * The nouns that every stage speaks of: a delivery as received, an event and its identity.
 *
 * <p><b>Takes</b> bytes and headers. <b>Gives</b> values that are safe to store and to show. <b>Writes</b> nothing.
 * <b>Promises</b> that two different identities never become one by being made safe.
 */
@NullMarked
package dev.longstop.event;

import org.jspecify.annotations.NullMarked;
