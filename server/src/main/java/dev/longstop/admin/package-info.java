/**
 * The admin API: what operators and their commands read, on a port of its own.
 *
 * <p><b>Takes</b> requests with a token, from names that are ours. <b>Gives</b> events, runs, rejections, health and
 * metrics as JSON and text. <b>Writes</b> what people order, through the queue and the inbox. <b>Promises</b> that
 * nothing but health is told without the token, that a page never costs more than a bounded look, and that no payload,
 * secret or signature is ever in an answer.
 */
@NullMarked
package dev.longstop.admin;

import org.jspecify.annotations.NullMarked;
