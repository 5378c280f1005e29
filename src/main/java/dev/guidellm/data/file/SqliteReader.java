package dev.guidellm.data.file;

import dev.guidellm.config.DbFile;
import dev.guidellm.data.DataException;
import dev.guidellm.data.Row;
import dev.guidellm.data.RowCursor;
import dev.guidellm.data.RowException;
import dev.guidellm.json.JsonValue;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/// Rows of an SQL query on a SQLite database, which is opened read-only.
///
/// Values keep the type that SQLite gives each: whole numbers stay whole, beside nulls too.
final class SqliteReader implements RowCursor {
    private final String name;
    private final Connection connection;
    private final Statement statement;
    private final ResultSet result;
    private final List<String> columns;
    private long number;

    private SqliteReader(String name, Connection connection, Statement statement, ResultSet result)
            throws SQLException {
        this.name = name;
        this.connection = connection;
        this.statement = statement;
        this.result = result;
        this.columns = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
            columns.add(result.getMetaData().getColumnLabel(i));
        }
    }

    static RowTable open(DbFile config) {
        String uri = config.uri();
        Path file = file(uri);
        ReaderOptions options = new ReaderOptions(uri, config.loadKwargs());
        SplitSlice slice = options.split();
        String sql = options.text("sql");
        options.end();
        if (sql == null || sql.isBlank()) {
            throw new DataException(
                    uri, null, "load_kwargs.sql is missing: the SELECT statement whose rows are wanted");
        }
        if (!sql.strip().toLowerCase(Locale.ROOT).matches("(?s)(select|with|values)\\b.*")) {
            throw new DataException(uri, null, "load_kwargs.sql must be a SELECT statement, got '" + sql.strip() + "'");
        }
        if (!Files.isRegularFile(file)) {
            throw new DataException(uri, null, "no such file: " + file);
        }
        return new RowTable(uri, "sql", "row", slice, () -> start(uri, file, sql));
    }

    /// The file of `sqlite:///relative` or `sqlite:////absolute`, percent-decoded.
    private static Path file(String uri) {
        int colon = uri.indexOf(':');
        String scheme = uri.substring(0, colon);
        if (!scheme.equalsIgnoreCase("sqlite")) {
            throw new DataException(
                    uri, null, "Unsupported database URI scheme '" + scheme + "'; only 'sqlite' is supported.");
        }
        String rest = uri.substring(colon + 1);
        if (rest.startsWith("//") && !rest.startsWith("///")) {
            throw new DataException(uri, null, "SQLite database URIs must not include a host.");
        }
        String path = rest.startsWith("///") ? rest.substring(2) : rest;
        int query = path.indexOf('?');
        path = query < 0 ? path : path.substring(0, query);
        if (path.isEmpty() || path.equals("/")) {
            throw new DataException(uri, null, "SQLite database URI must include a path.");
        }
        String plain = path.startsWith("/") ? path.substring(1) : path;
        try {
            return Path.of(URLDecoder.decode(plain.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new DataException(uri, null, "is no usable file name (" + e.getMessage() + ")");
        }
    }

    private static SqliteReader start(String name, Path file, String sql) {
        SQLiteConfig readOnly = new SQLiteConfig();
        readOnly.setReadOnly(true);
        Connection connection = null;
        try {
            connection = readOnly.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
            Statement statement = connection.createStatement();
            return new SqliteReader(name, connection, statement, statement.executeQuery(sql));
        } catch (SQLException e) {
            closeQuietly(connection);
            throw failed(name, null, e);
        }
    }

    @Override
    public @Nullable Row next() throws RowException {
        try {
            if (!result.next()) {
                return null;
            }
            number++;
            Map<String, JsonValue> cells = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                cells.put(columns.get(i), value(i));
            }
            return new Row(number, cells);
        } catch (SQLException e) {
            throw failed(name, "row " + (number + 1), e);
        }
    }

    private JsonValue value(int column) throws SQLException {
        return switch (result.getObject(column + 1)) {
            case null -> JsonValue.NULL;
            case Number value -> JsonValue.ofNumber(value);
            case String value -> JsonValue.of(value);
            case byte[] _ ->
                throw new DataException(
                        name,
                        "row " + number,
                        "column '" + columns.get(column) + "' holds binary data; select text or numbers");
            case Object value -> JsonValue.of(value.toString());
        };
    }

    private static DataException failed(String name, @Nullable String place, SQLException problem) {
        String message = String.valueOf(problem.getMessage()).replaceAll("\\s*\\R\\s*", " ");
        return new DataException(name, place, "the query failed (" + message + ")");
    }

    private static void closeQuietly(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            // The failure that led here is what the user must see.
        }
    }

    @Override
    public void close() {
        try {
            result.close();
            statement.close();
            connection.close();
        } catch (SQLException e) {
            throw failed(name, null, e);
        }
    }
}
