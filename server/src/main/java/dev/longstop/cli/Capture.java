package dev.longstop.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.longstop.config.Configuration;
import dev.longstop.inbox.Source;
import dev.longstop.verify.Recording;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code capture}: records the next delivery of a sender, for {@code contracts test}. */
final class Capture implements Command {

    private static final String LISTEN = "--listen";
    private static final String OUT = "--out";
    private static final int WAIT_SECONDS = 600;
    private static final int PORT_MAX = 65_535;
    private static final int BODY_BYTES_MAX = 64 * 1024 * 1024;

    private final Surroundings surroundings;

    Capture(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public CommandSpec spec() {
        return Options.examples(
                Options.command(
                                this,
                                "capture",
                                "Records the next delivery that comes to an address of its own, byte for byte, as a"
                                        + " file for `longstop contracts test`. Nothing is verified, stored, started.",
                                "",
                                "The file holds whatever the sender sent, its signature among it, but no secret of"
                                        + " yours: references to the source's secrets stand in their place.",
                                "",
                                "Exit code 0 if a delivery was recorded.")
                        .addPositional(Options.word("SOURCE", "1", "A source, or the name of a contract to be."))
                        .addOption(Options.valued(
                                "HOST:PORT", "Where to listen; 127.0.0.1 and any free port if not given.", LISTEN))
                        .addOption(Options.valued("FILE", "What to write; SOURCE.captured.json if not given.", OUT))
                        .addOption(Options.valued(
                                "SECONDS", "How long to wait; " + WAIT_SECONDS + " if not given.", "--wait"))
                        .addOption(Options.config()),
                "longstop capture acme --listen 0.0.0.0:8099",
                "longstop contracts test acme.captured.json --contract contracts/acme.yaml");
    }

    @Override
    public int run(ParseResult given) {
        var screen = surroundings.screen();
        var name = Options.word(given).orElse("");
        var wait = Options.value(given, "--wait").orElse(String.valueOf(WAIT_SECONDS));
        var listen = Options.value(given, LISTEN).orElse("127.0.0.1:0");
        if (!name.matches("[a-z0-9][a-z0-9_-]{0,62}") || !wait.matches("[0-9]{1,5}") || !isAddress(listen)) {
            screen.failed("a source's name, --wait as seconds and --listen as host:port are expected");
            return Exit.USAGE;
        }
        var out = surroundings.folder().resolve(Options.value(given, OUT).orElse(name + ".captured.json"));
        if (Files.exists(out)) {
            return screen.failed(out.getFileName() + " is there already; give another name with --out");
        }
        try {
            return capture(name, listen, Long.parseLong(wait), out, source(given, name));
        } catch (IOException e) {
            return screen.failed("cannot listen on " + listen + " or write " + out.getFileName() + " ("
                    + e.getClass().getSimpleName() + ")");
        }
    }

    private static boolean isAddress(String listen) {
        int colon = listen.lastIndexOf(':');
        return listen.matches(".+:[0-9]{1,5}") && Integer.parseInt(listen.substring(colon + 1)) <= PORT_MAX;
    }

    private Optional<Source> source(ParseResult given, String name) {
        var file = Options.value(given, Options.CONFIG).orElse(Configured.FILE);
        return Files.exists(surroundings.folder().resolve(file))
                ? Optional.of(surroundings.read(file).draft())
                        .map(Configuration::sources)
                        .flatMap(sources -> Optional.ofNullable(sources.get(name)))
                : Optional.empty();
    }

    private int capture(String name, String listen, long waitSeconds, Path out, Optional<Source> source)
            throws IOException {
        var screen = surroundings.screen();
        int colon = listen.lastIndexOf(':');
        var address = new InetSocketAddress(listen.substring(0, colon), Integer.parseInt(listen.substring(colon + 1)));
        var captured = new ArrayBlockingQueue<ObjectNode>(1);
        var server = HttpServer.create(address, 0);
        server.createContext("/", exchange -> take(exchange, captured));
        server.start();
        try {
            screen.line("have the sender post to http://" + listen.substring(0, colon) + ":"
                    + server.getAddress().getPort() + "/in/" + name);
            var recorded = captured.poll(waitSeconds, TimeUnit.SECONDS);
            if (recorded == null) {
                return screen.failed("nothing came within " + waitSeconds + " s");
            }
            complete(recorded, source);
            write(out, name, recorded);
            screen.line("recorded " + Screen.safe(recorded.path("method").asString("")) + " with "
                    + recorded.path("headers").size() + " headers in " + out.getFileName());
            source.ifPresent(it -> screen.line(judged(it, recorded)));
            return Exit.OK;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return screen.failed("interrupted");
        } finally {
            server.stop(1);
        }
    }

    private void take(HttpExchange exchange, BlockingQueue<ObjectNode> captured) throws IOException {
        ObjectNode recorded;
        try (exchange) {
            recorded = recorded(exchange, exchange.getRequestBody().readNBytes(BODY_BYTES_MAX));
            var answer = "{\"status\":\"captured\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(200, answer.length);
            try (var body = exchange.getResponseBody()) {
                body.write(answer);
            }
        }
        // Once the sender has its answer, since the server stops then. Only the first is recorded.
        var unused = captured.offer(recorded);
    }

    private ObjectNode recorded(HttpExchange exchange, byte[] body) {
        var recorded = JsonMapper.shared().createObjectNode();
        recorded.put("name", "captured").put("class", "must").put("expect", "accept");
        recorded.put("method", exchange.getRequestMethod())
                .put("url", "https://example.org" + exchange.getRequestURI())
                .put("now_unix", surroundings.time().wallMs() / 1_000);
        var headers = recorded.putObject("headers");
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (values.size() == 1) {
                headers.put(name.toLowerCase(Locale.ROOT), values.get(0));
            } else {
                values.forEach(headers.putArray(name.toLowerCase(Locale.ROOT))::add);
            }
        });
        text(body)
                .ifPresentOrElse(
                        text -> recorded.put("body", text),
                        () -> recorded.put("body_base64", Base64.getEncoder().encodeToString(body)));
        return recorded;
    }

    private static Optional<String> text(byte[] body) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString());
        } catch (CharacterCodingException notText) {
            return Optional.empty();
        }
    }

    /** References to secrets, where the configuration has some; the address that was signed, where it is known. */
    private static void complete(ObjectNode recorded, Optional<Source> source) {
        var secrets = recorded.putArray("secret");
        source.ifPresent(it -> it.trust().secrets().forEach(secret -> secrets.add(secret.name())));
        source.ifPresent(it -> it.trust()
                .publicKeys()
                .forEach(key -> recorded.withArrayProperty("public_key").add(key.value())));
        source.flatMap(it -> it.trust().url()).ifPresent(url -> recorded.put("url", url));
        if (secrets.isEmpty()) {
            secrets.add("env:SECRET");
        }
    }

    private static void write(Path out, String name, ObjectNode recorded) throws IOException {
        var file = JsonMapper.shared().createObjectNode();
        file.put("sender", name).putArray("cases").add(recorded);
        var permissions = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (var channel = Files.newByteChannel(
                out, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), permissions)) {
            channel.write(ByteBuffer.wrap((file.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** What the source would have said to it. */
    private static String judged(Source source, JsonNode recorded) {
        var withValues = (ObjectNode) recorded.deepCopy();
        var secrets = withValues.putArray("secret");
        source.trust().secrets().forEach(secret -> secrets.add(secret.value()));
        var difference = new Recording.Case(withValues).difference(source.contract());
        return "the contract " + source.contract().id() + " "
                + difference.map(what -> "does not take it: it " + what).orElse("takes it");
    }
}
