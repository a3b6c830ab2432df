package dev.longstop.cli;

import dev.longstop.config.ContractLookup;
import dev.longstop.config.OwnContracts;
import dev.longstop.contract.Auth;
import dev.longstop.contract.Contract;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

/** {@code contracts}: which senders are known, and how each of them signs. */
final class ContractList implements Command {

    private final Surroundings surroundings;

    ContractList(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.examples(
                options(Options.command(
                        this,
                        "contracts",
                        "Lists the contracts: how each sender signs, identifies and types its events. Those in the"
                                + " folder `contracts` beside the configuration go before those that are built in.")),
                "longstop contracts",
                "longstop contracts show stripe",
                "longstop contracts test recorded.json",
                "longstop contracts test recorded.json --contract contracts/acme.yaml");
        spec.addSubcommand("list", options(Options.command(this, "list", "Lists the contracts.")));
        spec.addSubcommand("show", new ShowContract(surroundings).spec());
        spec.addSubcommand("test", new TryRecordings(surroundings).spec());
        return spec;
    }

    private static CommandSpec options(CommandSpec spec) {
        return spec.addOption(Options.config()).addOption(Options.json());
    }

    /** The contracts that a configuration may name; what is wrong with its own ones is printed. */
    static OwnContracts contracts(Surroundings surroundings, ParseResult given) {
        var file = surroundings
                .folder()
                .resolve(Options.value(given, Options.CONFIG).orElse(Configured.FILE));
        var read = OwnContracts.beside(file, ContractLookup.builtIn());
        read.problems().forEach(problem -> surroundings.screen().remark(Screen.safe("error    " + problem)));
        return read.contracts();
    }

    @Override
    public int run(ParseResult given) {
        var contracts = contracts(surroundings, given);
        var columns = new Columns().row("CONTRACT", "FROM", "PROOF", "IDENTITY");
        var json = JsonMapper.shared().createArrayNode();
        for (var name : contracts.names()) {
            var from = contracts.isOwn(name) ? OwnContracts.FOLDER : "built in";
            contracts.find(name).ifPresent(contract -> {
                columns.row(name, from, proofs(contract), identity(contract));
                json.addObject()
                        .put("id", name)
                        .put("own", contracts.isOwn(name))
                        .put("proof", proofs(contract))
                        .put("body_authenticated", contract.bodyAuthenticated())
                        .put("event_id_signed", contract.eventIdSigned());
            });
        }
        if (Options.has(given, Options.JSON)) {
            surroundings.screen().json(json);
        } else {
            columns.lines().forEach(surroundings.screen()::line);
        }
        return Exit.OK;
    }

    /** All proofs of a contract in a few words. */
    static String proofs(Contract contract) {
        return contract.auth().stream().map(ContractList::proof).distinct().collect(Collectors.joining(", or "));
    }

    private static String proof(Auth auth) {
        if (auth instanceof Auth.Signature signature) {
            return signature.algorithm().word();
        }
        if (auth instanceof Auth.Jwt jwt) {
            return "token signed by " + jwt.alg();
        }
        return auth instanceof Auth.None ? "none" : auth instanceof Auth.Basic ? "password" : "token";
    }

    /** What the identity is worth. */
    static String identity(Contract contract) {
        boolean hashed = contract.batch()
                .map(batch -> batch.id().isEmpty())
                .orElse(contract.eventId().isEmpty());
        return hashed ? "digest of the body" : contract.eventIdSigned() ? "signed" : "not signed";
    }
}
