package dev.longstop.cli;

import dev.longstop.contract.Auth;
import dev.longstop.contract.Contract;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code contracts show}: everything about one contract. */
final class ShowContract implements Command {

    private final Surroundings surroundings;

    ShowContract(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        return Options.command(
                        this,
                        "show",
                        "Says what follows from a contract, and prints its form: what to begin with for a sender that"
                                + " is not listed. With --json, the form alone.")
                .addPositional(Options.word("NAME", "1", "The contract, such as stripe."))
                .addOption(Options.config())
                .addOption(Options.json());
    }

    @Override
    public int run(ParseResult given) {
        var screen = surroundings.screen();
        var contracts = ContractList.contracts(surroundings, given);
        var name = Options.word(given).orElse("");
        var contract = contracts.find(name);
        var form = contracts.form(name);
        if (contract.isEmpty() || form.isEmpty()) {
            return screen.failed(contracts.missing(name) + "; `longstop contracts` lists them");
        }
        if (Options.has(given, Options.JSON)) {
            screen.json(form.get());
            return Exit.OK;
        }
        summary(contract.get()).lines().forEach(screen::line);
        screen.line("");
        screen.line(Screen.safeBlock(form.get().toPrettyString()));
        return Exit.OK;
    }

    private static Columns summary(Contract contract) {
        var names = contract.auth().stream().map(Auth::name).collect(Collectors.joining(", "));
        return new Columns()
                .row("contract", contract.id())
                .row("proof", ContractList.proofs(contract) + (contract.auth().size() > 1 ? " (" + names + ")" : ""))
                .row(
                        "body",
                        contract.bodyAuthenticated()
                                ? "covered by the proof"
                                : "NOT covered by the proof: ask the sender before you act on it")
                .row("identity", ContractList.identity(contract))
                .row("time", contract.signsTime() ? "signed, and compared with the clock" : "not signed")
                .row(
                        "read first",
                        contract.auth().stream().anyMatch(Auth::readsBody)
                                ? "the proof stands in the body, which is parsed to find it"
                                : "nothing: the raw bytes are verified before they are parsed")
                .row(
                        "answer",
                        String.valueOf(contract.answers().success().status()) + " within "
                                + Ages.duration(contract.deadlineMs()))
                .row(
                        "retries",
                        (contract.retries().auto() ? "by itself, for up to " : "only when asked, for up to ")
                                + Ages.duration(contract.retryHorizonMs()))
                .row("body at most", contract.bodyBytesMax() / 1024 + " KiB");
    }
}
