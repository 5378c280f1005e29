package dev.guidellm.report;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The results of a run, from the run itself or from a file.
///
/// @param metadata version of the format and of the program, platform
/// @param config the configuration as given
/// @param benchmarks in the order in which they ran
/// @param conclusions what a searching profile found
/// @param extension what concerns the run and the format cannot say; null when there is nothing
public record BenchmarkReport(
        JsonObject metadata,
        JsonObject config,
        List<BenchmarkResult> benchmarks,
        List<JsonValue> conclusions,
        @Nullable JsonObject extension) {
    /// Version of the document's format.
    public static final int FORMAT_VERSION = 2;

    /// The member that holds our own figures, on the document and on each benchmark.
    public static final String EXTENSION_KEY = "x_guidellm_java";

    public BenchmarkReport {
        benchmarks = List.copyOf(benchmarks);
        conclusions = List.copyOf(conclusions);
    }

    /// The report of a run that could not begin, for outputs that say how it ended.
    public static BenchmarkReport ofNothing(String failure) {
        JsonObject empty = JsonValue.object().build();
        return new BenchmarkReport(
                empty,
                empty,
                List.of(),
                List.of(),
                JsonValue.object().put("failure", failure).build());
    }

    /// Whether the user stopped the run, as far as the report says so.
    public boolean interrupted() {
        return Boolean.TRUE.equals(JsonPath.truth(extension, "interrupted"));
    }

    /// Why the run could not go on; null when it came to its end, or when the report does not say.
    public @Nullable String failure() {
        return JsonPath.text(extension, "failure");
    }
}
