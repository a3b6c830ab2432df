/** Tests of the admin API, over real sockets and a real store. */
@NullMarked
package dev.longstop.admin;

import org.jspecify.annotations.NullMarked;
