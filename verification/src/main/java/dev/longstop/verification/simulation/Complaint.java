package dev.longstop.verification.simulation;

/** An invariant that does not hold, and what shows it. */
record Complaint(Invariant invariant, String what) {}
