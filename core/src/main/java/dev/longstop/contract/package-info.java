/**
 * Contracts: data that says how one sender signs, identifies, types and expects to be answered.
 *
 * <p><b>Takes</b> contract files. <b>Gives</b> immutable contracts, secrets with their windows, and the one path
 * language. <b>Writes</b> nothing. <b>Promises</b> that nothing in Java knows a sender by name.
 */
@NullMarked
package dev.longstop.contract;

import org.jspecify.annotations.NullMarked;
