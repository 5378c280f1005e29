package dev.guidellm.compare;

import java.util.List;

/// A metric that expressions can name.
///
/// @param name as it is written
/// @param source where a benchmark of a report has it
/// @param scale what the report's values are multiplied by
/// @param unit after that; empty for a share or a count
/// @param direction which change is an improvement
public record ReportMetric(String name, Source source, double scale, String unit, Direction direction) {

    /// Where a benchmark has a metric.
    public sealed interface Source {}

    /// Distributions by the status of the requests.
    ///
    /// @param path from the benchmark down
    /// @param level whether it is a rate or a level over time, of which nothing means 0 and not unknown
    public record ByStatus(List<String> path, boolean level) implements Source {
        public ByStatus {
            path = List.copyOf(path);
        }
    }

    /// One distribution.
    public record Plain(List<String> path) implements Source {
        public Plain {
            path = List.copyOf(path);
        }
    }

    /// One number; below 0 where the format cannot say that it is unknown.
    public record Single(List<String> path) implements Source {
        public Single {
            path = List.copyOf(path);
        }
    }

    /// The share of the determined requests that met the objectives.
    public record Attainment() implements Source {}

    /// The share of errored requests among those that ended by themselves.
    public record ErrorShare() implements Source {}

    /// The last word of the report's path, which tells synonyms from different metrics.
    String field() {
        return switch (source) {
            case ByStatus(List<String> path, boolean _) -> String.join(".", path.subList(1, path.size()));
            case Plain(List<String> path) -> String.join(".", path);
            case Single(List<String> path) -> String.join(".", path);
            case Attainment _, ErrorShare _ -> name;
        };
    }
}
