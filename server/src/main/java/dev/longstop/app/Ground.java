package dev.longstop.app;

import dev.longstop.store.Pulse;
import dev.longstop.store.Store;
import dev.longstop.telemetry.Metrics;
import dev.longstop.time.Randomness;
import dev.longstop.time.Time;

/**
 * What every part of the program stands on.
 *
 * @param owner this process, by an id that is new at every start
 * @param pulse whether the store can commit
 */
record Ground(String owner, Time time, Randomness randomness, Metrics metrics, Store store, Pulse pulse) {}
