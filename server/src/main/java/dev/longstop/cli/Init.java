package dev.longstop.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.json.JsonMapper;

/** {@code init}: a configuration to begin with, and a fresh secret. Never overwrites. */
final class Init implements Command {

    private static final String TEMPLATE = "/init/longstop.yaml";
    private static final String SECRET = "secrets/github";
    private static final int SECRET_BYTES = 32;

    private final Surroundings surroundings;

    Init(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        return Options.examples(
                Options.command(
                                this,
                                "init",
                                "Writes a commented longstop.yaml that works as it stands, and a fresh secret for the"
                                        + " sender beside it. Never overwrites a file.")
                        .addPositional(Options.word(
                                "PLACE",
                                "0..1",
                                "The folder, or the file to write if it ends in .yaml; here if not given."))
                        .addOption(Options.json()),
                "longstop init",
                "longstop init /etc/longstop");
    }

    @Override
    public int run(ParseResult given) {
        var place = Options.word(given).orElse("");
        Path file;
        try {
            var path = surroundings.folder().resolve(place);
            file = place.matches(".*\\.ya?ml") ? path : path.resolve(Configured.FILE);
        } catch (InvalidPathException e) {
            surroundings.screen().failed("\"" + place + "\" is not a path");
            return Exit.USAGE;
        }
        try {
            return write(file, file.resolveSibling(SECRET), Options.has(given, Options.JSON));
        } catch (FileAlreadyExistsException e) {
            return surroundings
                    .screen()
                    .failed(e.getFile()
                            + " is there already and was left as it is; move it away, or name another place");
        } catch (IOException e) {
            return surroundings
                    .screen()
                    .failed("could not write " + file + " (" + e.getClass().getSimpleName() + ": " + e.getMessage()
                            + ")");
        }
    }

    private int write(Path file, Path secret, boolean json) throws IOException {
        if (Files.exists(file)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        createFolders(secret);
        boolean fresh = !Files.exists(secret);
        if (fresh) {
            writeSecret(secret);
        }
        Files.write(file, template(), StandardOpenOption.CREATE_NEW);
        if (json) {
            var said = JsonMapper.shared().createObjectNode();
            said.put("configuration", file.toString());
            said.put("secret", secret.toString());
            said.put("secret_is_new", fresh);
            surroundings.screen().json(said);
        } else {
            next(file, secret, fresh).forEach(surroundings.screen()::line);
        }
        return Exit.OK;
    }

    private static byte[] template() throws IOException {
        try (InputStream in = Init.class.getResourceAsStream(TEMPLATE)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its resource " + TEMPLATE);
            }
            return in.readAllBytes();
        }
    }

    private static void createFolders(Path secret) throws IOException {
        var folder = secret.getParent();
        if (folder == null || Files.isDirectory(folder)) {
            return;
        }
        if (folder.getParent() != null) {
            Files.createDirectories(folder.getParent());
        }
        Files.createDirectory(folder, onlyOwner(folder, "rwx------"));
    }

    private void writeSecret(Path secret) throws IOException {
        var text = surroundings.randomness().token(SECRET_BYTES) + "\n";
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = Files.newByteChannel(secret, options, onlyOwner(secret, "rw-------"))) {
            channel.write(java.nio.ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        }
    }

    private static FileAttribute<?>[] onlyOwner(Path path, String permissions) {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private List<String> next(Path file, Path secret, boolean fresh) {
        var option = file.equals(surroundings.folder().resolve(Configured.FILE)) ? "" : " --config " + file;
        var lines = new ArrayList<String>();
        lines.addAll(new Columns()
                .row("wrote " + file, "the configuration, with comments")
                .row(
                        (fresh ? "wrote " : "kept ") + secret,
                        fresh ? "a fresh secret that only you can read" : "the secret that was there")
                .lines());
        lines.add("");
        lines.add("Next:");
        lines.addAll(new Columns()
                .row("  longstop serve" + option, "runs it, in this terminal")
                .row(
                        "  longstop send github" + option,
                        "in another: signs an event as GitHub would, and follows its run")
                .row("  longstop check" + option, "after every change")
                .lines());
        lines.add("");
        lines.add("To let GitHub send, give a webhook of your repository the URL https://YOUR-HOST/in/github,");
        lines.add("the content type application/json and the secret in " + secret + ".");
        return lines;
    }
}
