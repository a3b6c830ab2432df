package dev.longstop.config;

import dev.longstop.contract.Contract;
import dev.longstop.contract.Contracts;
import dev.longstop.telemetry.Suggestion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The contracts in the folder {@code contracts} beside the configuration, before those that come with the program.
 *
 * <p><i>Shape</i>: {@code NAME.json}, {@code NAME.yaml} or {@code NAME.yml}, whose {@code id} is NAME.
 * <i>Bounds</i>: 500 files of at most 256 KiB.
 */
public final class OwnContracts implements ContractLookup {

    /** The folder's name. */
    public static final String FOLDER = "contracts";

    private static final int FILES_MAX = 500;
    private static final int BYTES_MAX = 256 * 1024;

    private final ContractLookup others;
    private final Map<String, Contract> own = new TreeMap<>();
    private final Map<String, JsonNode> forms = new TreeMap<>();
    private final Set<Path> files = new TreeSet<>();

    private OwnContracts(ContractLookup others) {
        this.others = others;
    }

    /**
     * What came of looking into a folder.
     *
     * @param contracts those that can be used, before the built-in ones
     * @param problems what is wrong with the others
     * @param files the folder and what is in it
     */
    public record Read(OwnContracts contracts, List<Problem> problems, Set<Path> files) {}

    /** Reads those beside a configuration file; a folder that is not there has none. */
    public static Read beside(Path configurationFile, ContractLookup others) {
        var folder = configurationFile.toAbsolutePath().resolveSibling(FOLDER);
        var problems = new Problems(FOLDER);
        var contracts = new OwnContracts(others);
        contracts.files.add(folder);
        contracts.readAll(folder, problems);
        return new Read(contracts, problems.all(), contracts.files);
    }

    /** What came of one file: its form, or why it has none. */
    public static Optional<JsonNode> form(Path file, List<String> problems) {
        var found = new Problems(file.toString());
        var form = text(file, found).flatMap(text -> parsed(file, text, found));
        found.all().forEach(problem -> problems.add(problem.toString()));
        return form;
    }

    private void readAll(Path folder, Problems problems) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (var files = Files.list(folder)) {
            var named = files.filter(file -> file.getFileName().toString().matches(".*\\.(json|ya?ml)"))
                    .sorted()
                    .toList();
            if (named.size() > FILES_MAX) {
                problems.error(Position.WHOLE_FILE, "", "the folder has more than " + FILES_MAX + " files");
            }
            named.stream().limit(FILES_MAX).forEach(file -> read(file, problems));
        } catch (IOException e) {
            problems.error(
                    Position.WHOLE_FILE,
                    "",
                    "the folder cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private void read(Path file, Problems problems) {
        files.add(file);
        var name = file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
        var found = new Problems(FOLDER + "/" + file.getFileName());
        var form = text(file, found).flatMap(text -> parsed(file, text, found));
        form.ifPresent(it -> take(name, it, found));
        for (var problem : found.all()) {
            problems.error(Position.WHOLE_FILE, file.getFileName().toString(), problem.message());
        }
    }

    private void take(String name, JsonNode form, Problems found) {
        var reading = Contracts.read(form);
        if (reading instanceof Contracts.Wrong wrong) {
            wrong.problems().forEach(problem -> found.error(Position.WHOLE_FILE, "", problem));
            return;
        }
        var contract = ((Contracts.Sound) reading).contract();
        if (!contract.id().equals(name)) {
            found.error(
                    Position.WHOLE_FILE,
                    "",
                    "its id is " + Shown.quoted(contract.id()) + "; the file's name and the id are the same");
            return;
        }
        own.put(name, contract);
        forms.put(name, form);
    }

    private static Optional<String> text(Path file, Problems problems) {
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                problems.error(Position.WHOLE_FILE, "", "the file is larger than " + BYTES_MAX / 1024 + " KiB");
                return Optional.empty();
            }
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            problems.error(Position.WHOLE_FILE, "", "the file is not UTF-8 text");
        } catch (IOException e) {
            problems.error(
                    Position.WHOLE_FILE,
                    "",
                    "the file cannot be read (" + e.getClass().getSimpleName() + ")");
        }
        return Optional.empty();
    }

    private static Optional<JsonNode> parsed(Path file, String text, Problems problems) {
        if (!file.getFileName().toString().endsWith(".json")) {
            return Yaml.read(text, problems).map(Node::json);
        }
        try {
            return Optional.of(JsonMapper.shared().readTree(text));
        } catch (JacksonException e) {
            problems.error(Position.WHOLE_FILE, "", "the file is not JSON: " + e.getOriginalMessage());
            return Optional.empty();
        }
    }

    @Override
    public Optional<Contract> find(String name) {
        return Optional.ofNullable(own.get(name)).or(() -> others.find(name));
    }

    @Override
    public Collection<String> names() {
        var names = new TreeSet<>(others.names());
        names.addAll(own.keySet());
        return names;
    }

    /** Whether a name is one of the folder's. */
    public boolean isOwn(String name) {
        return own.containsKey(name);
    }

    /** The form of a contract as its file has it. */
    public Optional<JsonNode> form(String name) {
        return Optional.ofNullable(forms.get(name)).or(() -> Contracts.form(name));
    }

    /** Why there is no contract of a name, in a sentence. */
    public String missing(String name) {
        return "there is no contract called " + Shown.quoted(name) + Suggestion.hint(name, names());
    }
}
