package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.regex.Pattern;

/// Rows of an SQL statement.
///
/// @param loadKwargs `sql` is the statement
/// @param uri the database, for instance `sqlite:///prompts.db`
@Kind("db_file")
public record DbFile(@Default("{}") JsonObject loadKwargs, String uri) implements DataConfig {
    private static final Pattern WITH_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);

    public DbFile {
        if (uri.isEmpty()) {
            throw new ConfigException("uri", "Input should be a valid URL, input is empty");
        }
        if (!WITH_SCHEME.matcher(uri).matches()) {
            throw new ConfigException("uri", "Input should be a valid URL, relative URL without a base");
        }
    }

    /// The SQL statement, empty when none was given.
    public String sql() {
        return loadKwargs.get("sql") instanceof JsonValue.JsonString(String text) ? text : "";
    }
}
