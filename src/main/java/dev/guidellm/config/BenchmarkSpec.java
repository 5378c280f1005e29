package dev.guidellm.config;

import dev.guidellm.json.JsonValue;
import java.util.List;

/// The whole configuration of a run, as given and as it will be run.
///
/// @param metadata what the run is called
/// @param configured the configuration as given, before the `benchmarks` list is folded in
/// @param benchmarks what each benchmark changes: null or a flat object of paths; at least one
/// @param run the configuration that is run: rates, streams and limits as one list per benchmark
/// @param warnings what the user should be told, one line each
public record BenchmarkSpec(
        RunMetadata metadata, RunSpec configured, List<JsonValue> benchmarks, RunSpec run, List<String> warnings) {
    public BenchmarkSpec {
        benchmarks = List.copyOf(benchmarks);
        warnings = List.copyOf(warnings);
    }
}
