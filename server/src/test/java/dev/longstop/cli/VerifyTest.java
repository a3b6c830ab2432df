package dev.longstop.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longstop.config.Configuration.StorePlace;
import dev.longstop.contract.Secret;
import dev.longstop.store.PostgresSetting;
import dev.longstop.store.PostgresSettings;
import dev.longstop.store.PostgresStore;
import dev.longstop.time.SystemTime;
import dev.longstop.verification.Await;
import dev.longstop.verification.PostgresServer;
import dev.longstop.verification.SeededRandomness;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code verify} says before it tries anything; the trial itself is {@code PromisesTest}. */
class VerifyTest {

    /**
     * A way to set a database so that it loses commits.
     *
     * @param order does it; {@code %s} is the role and the database
     * @param where what is said of it
     * @param remedy what is said to undo it
     */
    private record Way(String order, String where, String remedy) {}

    private static final List<Way> WAYS = List.of(
            new Way("alter role %s set synchronous_commit = off", "set for the role %s", "alter role %s reset synch"),
            new Way(
                    "alter database %s set synchronous_commit = local",
                    "set for the database %s", "alter database %s reset synch"),
            new Way(
                    "alter role %s in database %s set synchronous_commit = off",
                    "set for the role %s in the database %s", "alter role %s in database %s reset synch"),
            new Way(
                    "alter system set synchronous_commit = off",
                    "set for the whole server",
                    "alter system set synchronous_commit = on"),
            new Way("alter system set full_page_writes = off", "set for the whole server", "full_page_writes = on"));

    @TempDir
    Path folder = Path.of("");

    private Terminal terminal = new Terminal(folder);

    @BeforeEach
    void begin() {
        terminal = new Terminal(folder);
    }

    @Test
    void withoutAConfigurationItSaysWhatToDo() {
        var said = terminal.run("verify", "--quick");
        assertThat(said.exit()).isEqualTo(Exit.FAILED);
        assertThat(said.err()).contains("there is no longstop.yaml here", "longstop init");
    }

    @Test
    void whatIsNoNumberAndNoReportIsAWrongCommandLine() {
        terminal.file("longstop.yaml", "store: sqlite:data/longstop.db\n");
        for (var words :
                List.of(List.of("--seed", "x"), List.of("--kills", "1001"), List.of("--report", "verify.txt"))) {
            var said = terminal.run("verify", words.get(0), words.get(1));
            assertThat(said.exit()).as(words.toString()).isEqualTo(Exit.USAGE);
            assertThat(said.err()).contains(words.get(0));
        }
        assertThat(folder.resolve("data")).doesNotExist();
    }

    /** However a database was set to lose commits, it is found, and it is said where that was set and how to undo it. */
    @Test
    void aDatabaseThatMayLoseCommitsBreaksTheFirstPromise() throws SQLException {
        var database = PostgresServer.shared().createDatabase();
        var name = database.user();
        onStore(database);
        for (var way : WAYS) {
            execute(way.order().formatted(name, name));
            Await.until(way.order(), 10_000, () -> isUnsafe(database));
            var said = terminal.run("verify", "--quick", "--report", "verify.xml");
            execute(way.order().replaceFirst(" set (\\w+) = .*", " reset $1").formatted(name, name));
            Await.until("undone", 10_000, () -> !isUnsafe(database));
            assertThat(said.exit()).as(way.toString()).isEqualTo(Exit.FAILED);
            assertThat(said.out())
                    .contains("1  BROKEN", "2  NOT TRIED", "3  NOT TRIED", "Not every promise was shown to hold")
                    .contains(way.where().formatted(name, name), way.remedy().formatted(name, name));
            assertThat(folder.resolve("verify.xml")).content().contains("failures=\"1\"", "skipped=\"2\"");
        }
    }

    private static boolean isUnsafe(PostgresServer.Database database) {
        return PostgresSetting.of(PostgresSettings.of(database.url(), database.user(), database.password())).stream()
                .anyMatch(PostgresSetting::isUnsafe);
    }

    /** What the role may make is used, nothing of its own store; what it needs is said where it may make nothing. */
    @Test
    void aScratchStoreIsADatabaseElseASchemaElseARequest() throws SQLException {
        var database = PostgresServer.shared().createDatabase();
        var place = new StorePlace.Postgresql(
                URI.create(database.url().replace("jdbc:", "")),
                database.user(),
                Optional.of(new Secret("test", database.password(), Optional.empty())));
        var ground = PostgresGround.look(place);
        assertThat(ground.unsafe()).isEmpty();
        execute("alter role " + database.user() + " createdb");
        opens(database, ground, "database");
        execute("alter role " + database.user() + " nocreatedb");
        opens(database, ground, "schema");
        execute("alter database " + database.user() + " owner to postgres");
        assertThat(ground.scratch("verify", new SeededRandomness(1))).isEmpty();
        assertThat(ground.refusal())
                .contains(
                        "alter role " + database.user() + " createdb",
                        "grant create on database " + database.user() + " to " + database.user());
    }

    private static void opens(PostgresServer.Database database, PostgresGround ground, String kind)
            throws SQLException {
        var store = ground.scratch("verify", new SeededRandomness(7)).orElseThrow();
        assertThat(store.scratch().kind()).isEqualTo(kind);
        var settings = PostgresSettings.of(store.scratch().url(), database.user(), database.password());
        PostgresStore.open(settings, new SystemTime(), new SeededRandomness(8)).close();
        try (var connection = database.connect();
                var rows = connection.getMetaData().getTables(null, "public", "%", new String[] {"TABLE"})) {
            assertThat(rows.next())
                    .as("nothing of it is in the role's own store")
                    .isFalse();
        }
        store.scratch().close();
        try (var connection = database.connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "select datname from pg_database where datname like 'longstop_verify%'"
                                + " union all select nspname from pg_namespace where nspname like 'longstop_verify%'")) {
            assertThat(rows.next()).as("what is left of it").isFalse();
        }
    }

    private void onStore(PostgresServer.Database database) {
        terminal.file("database.secret", database.password());
        terminal.file(
                "longstop.yaml",
                "store: { url: \"" + database.url().replace("jdbc:", "") + "\", user: " + database.user()
                        + ", password: file:database.secret }\n");
    }

    private static void execute(String sql) throws SQLException {
        try (var connection = PostgresServer.shared().superuser();
                var statement = connection.createStatement()) {
            statement.execute(sql);
            statement.execute("select pg_reload_conf()");
        }
    }
}
