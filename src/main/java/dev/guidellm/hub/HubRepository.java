package dev.guidellm.hub;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A model or a data set of the hub at one revision.
///
/// @param kind which of the two
/// @param id `organisation/name`, or `name` alone for some old ones
/// @param revision a branch, a tag, a commit or a reference such as `refs/convert/parquet`
public record HubRepository(Kind kind, String id, String revision) {
    /// The branch that is meant when none is named.
    public static final String MAIN = "main";

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][\\w.-]*(/[A-Za-z0-9][\\w.-]*)?");
    private static final Pattern REVISION = Pattern.compile("[\\w.-]+(/[\\w.-]+)*");
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,64}");

    /// What a repository holds.
    public enum Kind {
        /// Weights, and the tokenizer.
        MODEL("model", "models", ""),
        /// Rows.
        DATA_SET("data set", "datasets", "datasets/");

        private final String noun;
        private final String plural;
        private final String prefix;

        Kind(String noun, String plural, String prefix) {
            this.noun = noun;
            this.plural = plural;
            this.prefix = prefix;
        }

        /// What messages call it.
        String noun() {
            return noun;
        }
    }

    /// Whether a text can be a repository's id.
    public static boolean isId(String text) {
        return ID.matcher(text).matches() && !text.contains("..");
    }

    /// Whether a text can name a revision.
    public static boolean isRevision(String text) {
        return REVISION.matcher(text).matches() && !text.contains("..");
    }

    /// Throws [IllegalArgumentException] for what is no id or revision: both become parts of paths.
    public HubRepository {
        if (!isId(id) || !isRevision(revision)) {
            throw new IllegalArgumentException(id + "@" + revision);
        }
    }

    static boolean isCommit(String text) {
        return COMMIT.matcher(text).matches();
    }

    /// The same repository at another revision.
    HubRepository at(String other) {
        return new HubRepository(kind, id, other);
    }

    /// The folder's name in the cache, such as `datasets--org--name`.
    String folder() {
        return kind.plural + "--" + id.replace("/", "--");
    }

    /// Where the hub describes the revision.
    String description() {
        return "/api/" + kind.plural + "/" + id + "/revision/" + encoded(revision);
    }

    /// Where the hub gives out a file.
    String file(String path) {
        String encodedPath =
                Arrays.stream(path.split("/")).map(HubRepository::encoded).collect(Collectors.joining("/"));
        return "/" + page() + "/resolve/" + encoded(revision) + "/" + encodedPath;
    }

    /// The page that people look at.
    String page() {
        return kind.prefix + id;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
