/** Tests of calls out; the contract that every caller keeps is a suite of the verification module. */
@NullMarked
package dev.longstop.http;

import org.jspecify.annotations.NullMarked;
