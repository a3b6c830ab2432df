package dev.longstop.config;

import dev.longstop.time.Time;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code longstop.yaml}.
 *
 * <p><i>Bounds</i>: 1 MiB of UTF-8; see {@link Yaml} for depth and size.
 */
public final class ConfigurationFile {

    private static final int BYTES_MAX = 1024 * 1024;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Environment environment;
    private final ContractLookup contracts;
    private final Time time;
    private final Reading.Scope scope;

    /** A reader of files in which every key must be one that something acts on. */
    public ConfigurationFile(Environment environment, ContractLookup contracts, Time time) {
        this(environment, contracts, time, Reading.Scope.ACTING);
    }

    ConfigurationFile(Environment environment, ContractLookup contracts, Time time, Reading.Scope scope) {
        this.environment = environment;
        this.contracts = contracts;
        this.time = time;
        this.scope = scope;
    }

    /**
     * What came of a file.
     *
     * @param draft the configuration with defaults in place of what is wrong: enough for commands that only need to
     *     know where the program is
     * @param problems what is wrong or doubtful, in the order of the file
     * @param files what was read: the file itself, those that it refers to, and its contracts
     */
    public record Checked(Configuration draft, List<Problem> problems, Set<Path> files) {

        public Checked {
            problems = List.copyOf(problems);
            files = Set.copyOf(files);
        }

        /** Whether the program can start with it. */
        public boolean isSound() {
            return problems.stream().noneMatch(Problem::isError);
        }

        /** The configuration to run with; empty if there is an error. */
        public Optional<Configuration> configuration() {
            return isSound() ? Optional.of(draft) : Optional.empty();
        }
    }

    /** Reads and checks a file; every problem is in the one report. */
    public Checked read(Path file) {
        var problems = new Problems(file.toString());
        var text = text(file, problems);
        return read(file, text, problems);
    }

    /** Reads and checks text as if it stood in a file. */
    Checked read(Path file, String text) {
        return read(file, Optional.of(text), new Problems(file.toString()));
    }

    private Checked read(Path file, Optional<String> text, Problems problems) {
        var node = text.flatMap(it -> Yaml.read(it, problems));
        boolean nothing = node.isEmpty() || (node.get() instanceof Node.Scalar scalar && scalar.isNothing());
        if (nothing && !problems.anyError()) {
            problems.error(Position.WHOLE_FILE, "", "the file is empty; `longstop init` writes one to begin with");
        }
        var folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("/"));
        var own = OwnContracts.beside(file, contracts);
        own.problems()
                .forEach(problem -> problems.error(
                        Position.WHOLE_FILE,
                        "",
                        OwnContracts.FOLDER + (problem.key().isEmpty() ? "" : "/" + problem.key()) + ": "
                                + problem.message()));
        var references = new References(folder, environment);
        var reading = new Reading(problems, references, own.contracts(), time.wallMs(), scope);
        var draft = new ConfigurationReader(reading, file.toAbsolutePath()).read(nothing ? Optional.empty() : node);
        var files = new HashSet<>(references.followed());
        files.add(file.toAbsolutePath());
        files.addAll(own.files());
        return new Checked(draft, problems.all(), files);
    }

    private static Optional<String> text(Path file, Problems problems) {
        if (!Files.exists(file)) {
            problems.error(Position.WHOLE_FILE, "", "there is no such file; `longstop init` writes one to begin with");
            return Optional.empty();
        }
        try (var in = Files.newInputStream(file)) {
            var bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                problems.error(Position.WHOLE_FILE, "", "the file is larger than 1 MiB");
                return Optional.empty();
            }
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return Optional.of(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
        } catch (CharacterCodingException e) {
            problems.error(Position.WHOLE_FILE, "", "the file is not UTF-8 text");
        } catch (IOException e) {
            var why = Files.isDirectory(file) ? "it is a folder" : e.getClass().getSimpleName();
            problems.error(Position.WHOLE_FILE, "", "the file cannot be read (" + why + ")");
        }
        return Optional.empty();
    }
}
