package dev.longstop.config;

import dev.longstop.contract.Contract;
import java.util.Collection;
import java.util.Optional;

/** The contracts that a source may name. */
public interface ContractLookup {

    /** The contract of a name; empty if there is none. */
    Optional<Contract> find(String name);

    /** The names of all of them. */
    Collection<String> names();
}
