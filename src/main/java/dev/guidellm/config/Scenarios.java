package dev.guidellm.config;

import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.LocatedDocument;
import dev.guidellm.json.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The scenarios that come with the program, by the name that `--config` takes.
public final class Scenarios {
    /// Their names: the original's, then ours.
    public static final List<String> NAMES = List.of(
            "rhaiis/concurrent-1k-1k-equal",
            "rhaiis/concurrent-1k-1k-multiturn",
            "rhaiis/concurrent-2ki-128-equal",
            "rhaiis/concurrent-512-2ki-norm",
            "rhaiis/concurrent-8k-1k-equal",
            "rhaiis/concurrent-8k-800-norm",
            "rhaiis/concurrent-100k-1k-equal",
            "quickstart");

    private Scenarios() {}

    /// The document of the scenario with this name, one of [#NAMES].
    static LocatedDocument load(String name) {
        String resource = "/scenarios/" + name + ".yaml";
        try (InputStream in = Scenarios.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + resource);
            }
            return YamlReader.readLocated(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException(resource + ": " + e.getMessage(), e);
        }
    }
}
