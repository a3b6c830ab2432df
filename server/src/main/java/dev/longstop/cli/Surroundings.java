package dev.longstop.cli;

import dev.longstop.app.Serving;
import dev.longstop.config.ConfigurationFile;
import dev.longstop.config.ContractLookup;
import dev.longstop.config.Environment;
import dev.longstop.time.Randomness;
import dev.longstop.time.SystemRandomness;
import dev.longstop.time.SystemTime;
import dev.longstop.time.Time;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * What commands act in.
 *
 * @param screen where they print
 * @param input what they may be given on standard input
 * @param environment the variables of the process
 * @param folder the folder that relative paths start at
 * @param time the clocks
 * @param randomness where secrets and ids come from
 * @param serving what {@code serve} runs
 */
record Surroundings(
        Screen screen,
        InputStream input,
        Environment environment,
        Path folder,
        Time time,
        Randomness randomness,
        Serving serving) {

    /** Those of this process. */
    static Surroundings ofProcess(Serving serving) {
        var environment = Environment.ofProcess();
        return new Surroundings(
                Screen.ofProcess(environment),
                System.in,
                environment,
                Path.of(""),
                new SystemTime(),
                new SystemRandomness(),
                serving);
    }

    /** Reads a configuration file of this folder. */
    ConfigurationFile.Checked read(String file) {
        return new ConfigurationFile(environment, ContractLookup.builtIn(), time).read(folder.resolve(file));
    }
}
