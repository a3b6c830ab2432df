package dev.longstop.config;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import java.util.Collection;
import java.util.Optional;

/** The contracts that a source may name. */
public interface ContractLookup {

    /** The contract of a name; empty if there is none. */
    Optional<Contract> find(String name);

    /** The names of all of them. */
    Collection<String> names();

    /** Those that come with the program. */
    static ContractLookup builtIn() {
        return new ContractLookup() {
            @Override
            public Optional<Contract> find(String name) {
                return Contracts.builtIn(name) instanceof Contracts.Sound sound
                        ? Optional.of(sound.contract())
                        : Optional.empty();
            }

            @Override
            public Collection<String> names() {
                return Contracts.names();
            }
        };
    }
}
