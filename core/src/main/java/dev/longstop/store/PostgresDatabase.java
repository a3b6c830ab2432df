package dev.longstop.store;

import dev.longstop.telemetry.ErrorCode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** How connections to a PostgreSQL database are opened. */
record PostgresDatabase(String url, String user, String password) {

    /**
     * Longer than any statement that the server is told to end itself. Several that went together and are slower than
     * that are in doubt, as with a dead peer.
     */
    private static final String SOCKET_TIMEOUT_SECONDS = "30";

    /**
     * A batch of events goes in one call, as far as the system lets buffers grow: in pieces of the driver's usual 8 KB
     * the server is woken by the first one, and both take turns for a processor.
     */
    private static final Map<String, String> SEND_BUFFERS =
            Map.of("maxSendBufferSize", "1048576", "sendBufferSize", "1048576");

    private static final String CONNECT_TIMEOUT_SECONDS = "5";

    /** Waiting for a lock is bounded, and a node that hangs in mid-transaction does not hold its locks for ever. */
    private static final String WRITER_SETTINGS = """
            set lock_timeout = '5s';
            set statement_timeout = '20s';
            set idle_in_transaction_session_timeout = '30s'
            """;

    private static final String READER_SETTINGS = """
            set statement_timeout = '2s';
            set idle_in_transaction_session_timeout = '5s';
            set session characteristics as transaction isolation level repeatable read, read only
            """;

    /** Opens a connection that writes, and refuses a server whose commits could be lost. */
    Connection openWriter() throws SQLException {
        var connection = connect(SEND_BUFFERS);
        try {
            set(connection, WRITER_SETTINGS);
            requireDurable(connection);
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    /** Opens a connection that reads. */
    Connection openReader() throws SQLException {
        var connection = connect();
        try {
            set(connection, READER_SETTINGS);
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException | RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    /** Opens a connection that is set up for nothing yet. */
    Connection connect() {
        return connect(Map.of());
    }

    private Connection connect(Map<String, String> further) {
        var properties = new Properties();
        properties.putAll(further);
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "longstop");
        properties.setProperty("connectTimeout", CONNECT_TIMEOUT_SECONDS);
        properties.setProperty("socketTimeout", SOCKET_TIMEOUT_SECONDS);
        properties.setProperty("cancelSignalTimeout", "2");
        properties.setProperty("tcpKeepAlive", "true");
        // Every statement is used again and again: it is prepared on the server from its first use.
        properties.setProperty("prepareThreshold", "1");
        // The details of an error name values, which are strangers' words and secrets: not for logs.
        properties.setProperty("logServerErrorDetail", "false");
        try {
            return DriverManager.getConnection(url, properties);
        } catch (SQLException failure) {
            throw new StoreFailure(ErrorCode.STORE_UNAVAILABLE, "the store cannot be reached", failure);
        }
    }

    private static void set(Connection connection, String settings) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(settings);
        }
    }

    private static void requireDurable(Connection connection) throws SQLException {
        var unsafe = PostgresSetting.read(connection).stream()
                .filter(PostgresSetting::losesCommits)
                .map(setting -> setting.name() + "=" + setting.value())
                .collect(Collectors.joining(" "));
        if (!unsafe.isEmpty()) {
            throw new StoreFailure(
                    ErrorCode.STORE_NOT_DURABLE, "PostgreSQL is set so that a commit may be lost: " + unsafe, null);
        }
    }

    @Override
    public String toString() {
        return "PostgresDatabase[user=" + user + "]";
    }
}
