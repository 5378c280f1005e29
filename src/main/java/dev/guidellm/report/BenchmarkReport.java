package dev.guidellm.report;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /// What the benchmarks are called, in their order: the strategy as text. Where a report has several of one
    /// strategy, such as a search that probes a level again, the later ones have a number behind it
    /// (`concurrent@4`, `concurrent@4 #2`), so that no two are called the same.
    public List<String> labels() {
        Map<String, Integer> seen = new HashMap<>();
        List<String> labels = new ArrayList<>();
        for (BenchmarkResult benchmark : benchmarks) {
            String text = benchmark.strategyText();
            int times = seen.merge(text, 1, Integer::sum);
            labels.add(times == 1 ? text : text + " #" + times);
        }
        return labels;
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
