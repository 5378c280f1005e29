package dev.guidellm.profile;

import dev.guidellm.config.ProfileConfig.SearchedLoad;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.NumberText;
import dev.guidellm.search.LevelResult;
import dev.guidellm.search.SearchEnd;
import java.util.List;
import java.util.stream.Collectors;

/// What the load of a search is called, in log lines and in the report.
enum SearchWords {
    STREAMS("concurrency", "streams"),
    RATE("rate", "requests/s");

    private final String load;
    private final String unit;

    SearchWords(String load, String unit) {
        this.load = load;
        this.unit = unit;
    }

    static SearchWords of(SearchedLoad load) {
        return switch (load) {
            case CONCURRENCY -> STREAMS;
            case RATE -> RATE;
        };
    }

    /// What is turned up.
    String load() {
        return load;
    }

    /// A level as a number.
    String number(double level) {
        return this == STREAMS || level == Math.rint(level) ? Long.toString((long) level) : NumberText.of(level);
    }

    /// A level with its unit.
    String level(double level) {
        return number(level) + " " + unit;
    }

    /// Levels in brackets, with their unit.
    String levels(List<? extends LevelResult<?>> results) {
        return results.stream()
                .map(result -> number(result.level()))
                .collect(Collectors.joining(", ", "[", "] " + unit));
    }

    /// A level as a value of the report.
    JsonValue json(double level) {
        return this == STREAMS ? JsonValue.of((long) level) : JsonValue.of(level);
    }

    /// The key of a level in a report's probe.
    String key() {
        return this == STREAMS ? "streams" : "rate";
    }

    /// The name of a reason in reports and log lines.
    String key(SearchEnd end) {
        return switch (end) {
            case CONVERGED -> "converged";
            case HIGHEST_LEVEL_PASSED -> this == STREAMS ? "max_streams_reached" : "max_rate_reached";
            case UNMET_AT_LOWEST_LEVEL -> "objectives_unmet_at_minimum";
            case UNCLEAR_AT_LOWEST_LEVEL -> "indeterminate_at_minimum";
            case PROBES_USED_UP -> "max_probes_exhausted";
            case STOPPED_BY_CONSTRAINT -> "constraint_stopped_escalation";
            case SERVER_SILENT -> "server_stopped_answering";
            case INTERRUPTED -> "interrupted";
            case RUN_FAILED -> "run_failed";
        };
    }
}
