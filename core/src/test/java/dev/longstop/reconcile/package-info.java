/** Tests of reconcile, without a store or with one. */
@NullMarked
package dev.longstop.reconcile;

import org.jspecify.annotations.NullMarked;
