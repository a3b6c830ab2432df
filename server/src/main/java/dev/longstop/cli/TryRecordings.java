package dev.longstop.cli;

import dev.longstop.config.OwnContracts;
import dev.longstop.config.SecretReference;
import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.verify.Recording;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code contracts test}: recorded deliveries through the verifier and extractor, each at its own clock. */
final class TryRecordings implements Command {

    private static final String CONTRACT = "--contract";
    private static final int BYTES_MAX = 64 * 1024 * 1024;

    private final Surroundings surroundings;

    TryRecordings(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        var spec = Options.command(
                this,
                "test",
                "Puts recorded deliveries through the verifier, each at its own clock, and says which are decided"
                        + " otherwise than recorded.",
                "",
                "A file holds `sender` and `cases`; `longstop capture` writes one. The contract is the one of the"
                        + " sender's name, or the one given.",
                "",
                "Exit code 0 if every case was decided as recorded.");
        spec.addPositional(PositionalParamSpec.builder()
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .paramLabel("FILE")
                        .arity("1..*")
                        .required(true)
                        .index("0..*")
                        .description("Recorded deliveries.")
                        .build())
                .addOption(Options.valued("FILE", "The contract, as JSON or YAML.", CONTRACT))
                .addOption(Options.config())
                .addOption(Options.json());
        return spec;
    }

    /** What became of the cases so far. */
    private static final class Tally {
        private int passed;
        private int failed;
        private final List<String> lines = new ArrayList<>();
        private final ArrayNode json = JsonMapper.shared().createArrayNode();

        void failed(String file, String name, String what) {
            failed++;
            note("FAILED", file, name, what);
        }

        void otherwise(String file, String name, String what) {
            passed++;
            note("otherwise", file, name, what);
        }

        private void note(String verdict, String file, String name, String what) {
            lines.add(verdict + "  " + file + "  " + name + ": " + what);
            json.addObject()
                    .put("verdict", verdict)
                    .put("file", file)
                    .put("case", name)
                    .put("what", what);
        }
    }

    @Override
    public int run(ParseResult given) {
        var contracts = ContractList.contracts(surroundings, given);
        var chosen = Options.value(given, CONTRACT);
        var problems = new ArrayList<String>();
        var contract = chosen.flatMap(file -> contract(file, problems));
        if (!problems.isEmpty()) {
            problems.forEach(problem -> surroundings.screen().remark(Screen.safe("error    " + problem)));
            return surroundings.screen().failed(chosen.orElse("") + " is not a contract that can be used");
        }
        var tally = new Tally();
        for (var file : files(given)) {
            try {
                tryFile(file, contract, contracts, tally);
            } catch (IllegalArgumentException | IOException unusable) {
                var what = unusable instanceof IOException ? "cannot be read" : String.valueOf(unusable.getMessage());
                return surroundings.screen().failed(file + ": " + what);
            }
        }
        return report(tally, Options.has(given, Options.JSON));
    }

    private static List<String> files(ParseResult given) {
        List<String> files = given.matchedPositionalValue(0, List.of());
        return files;
    }

    private Optional<Contract> contract(String file, List<String> problems) {
        var form = OwnContracts.form(surroundings.folder().resolve(file), problems);
        return form.flatMap(it -> {
            var reading = Contracts.read(it);
            if (reading instanceof Contracts.Wrong wrong) {
                problems.addAll(wrong.problems());
            }
            return reading instanceof Contracts.Sound sound ? Optional.of(sound.contract()) : Optional.empty();
        });
    }

    private void tryFile(String file, Optional<Contract> chosen, OwnContracts contracts, Tally tally)
            throws IOException {
        var recording = Recording.read(followed(bytes(file)));
        var contract = chosen.or(() -> contracts.find(recording.sender()))
                .orElseThrow(() ->
                        new IllegalArgumentException(contracts.missing(recording.sender()) + "; give --contract FILE"));
        for (var recorded : recording.cases()) {
            var difference = recorded.difference(contract);
            if (difference.isEmpty()) {
                tally.passed++;
            } else if (recorded.otherwise().isPresent()) {
                tally.otherwise(
                        file,
                        recorded.name(),
                        difference.get() + " on purpose: "
                                + recorded.otherwise().get());
            } else {
                tally.failed(
                        file,
                        recorded.name(),
                        "recorded as " + (recorded.accepted() ? "accept" : "reject") + ", " + difference.get());
            }
        }
    }

    /** The recording with the values of secrets in place of their references, so that a file need not hold any. */
    private byte[] followed(byte[] recording) {
        JsonNode root;
        try {
            root = JsonMapper.shared().readTree(recording);
        } catch (JacksonException notJson) {
            return recording;
        }
        for (var recorded : root.path("cases")) {
            if (recorded instanceof ObjectNode object) {
                for (var member : List.of("secret", "public_key")) {
                    follow(object, member);
                }
            }
        }
        return root.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void follow(ObjectNode recorded, String member) {
        var given = recorded.path(member);
        var texts = recorded.putArray(member);
        for (var one :
                given.isArray() ? given : JsonMapper.shared().createArrayNode().add(given)) {
            if (one.isString()) {
                texts.add(value(one.stringValue()));
            }
        }
    }

    private String value(String text) {
        if (!text.startsWith("env:") && !text.startsWith("file:")) {
            return text;
        }
        var found = SecretReference.follow(text, surroundings.folder().toAbsolutePath(), surroundings.environment());
        if (found instanceof SecretReference.Missing missing) {
            throw new IllegalArgumentException(missing.why());
        }
        return ((SecretReference.Value) found).secret().value();
    }

    private byte[] bytes(String file) throws IOException {
        try {
            Path path = surroundings.folder().resolve(file);
            if (Files.size(path) > BYTES_MAX) {
                throw new IllegalArgumentException("it is larger than " + BYTES_MAX / (1024 * 1024) + " MiB");
            }
            return Files.readAllBytes(path);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("this is not a path", e);
        }
    }

    private int report(Tally tally, boolean asJson) {
        var screen = surroundings.screen();
        if (asJson) {
            var json = JsonMapper.shared().createObjectNode();
            json.put("passed", tally.passed).put("failed", tally.failed).set("cases", tally.json);
            screen.json(json);
        } else {
            tally.lines.forEach(line -> screen.line(Screen.safe(line)));
            screen.line(tally.passed + " passed, " + tally.failed + " failed");
        }
        return tally.failed == 0 ? Exit.OK : Exit.FAILED;
    }
}
