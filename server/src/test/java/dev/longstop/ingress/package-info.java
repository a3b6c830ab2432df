/** Tests of the public server, over real sockets. */
@NullMarked
package dev.longstop.ingress;

import org.jspecify.annotations.NullMarked;
