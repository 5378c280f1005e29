package dev.guidellm.metrics;

/// A finding that puts a benchmark's figures in doubt.
///
/// @param code the rule's name
/// @param message one sentence with the figures
/// @param note what it means; empty when the rule says nothing
public record BenchmarkWarning(
        String code, String message, double observed, double threshold, Unit unit, long sampleCount, String note) {

    /// What `observed` and `threshold` are.
    public enum Unit {
        RATIO("ratio"),
        SECONDS("seconds"),
        BOOLEAN("boolean");

        private final String key;

        Unit(String key) {
            this.key = key;
        }

        /// The name in reports.
        public String key() {
            return key;
        }
    }
}
