package dev.guidellm.config;

/// What `--output kind=…` of `compare` may say: where a comparison goes. The path `stdout` is standard output.
public sealed interface ComparisonOutput extends Kinded {
    /// The path that means standard output.
    String STANDARD_OUTPUT = "stdout";

    /// Tables on standard output.
    @Kind("console")
    record Console() implements ComparisonOutput {}

    /// Everything, for programs.
    @Kind("json")
    record Json(
            @Computed(value = Computed.Source.RESULTS_DIR, file = "comparison.json")
            String path) implements ComparisonOutput {}

    /// Tables for a pull request or a wiki.
    @Kind("markdown")
    record Markdown(
            @Computed(value = Computed.Source.RESULTS_DIR, file = "comparison.md")
            String path) implements ComparisonOutput {}

    /// A page without scripts.
    @Kind("html")
    record Html(
            @Computed(value = Computed.Source.RESULTS_DIR, file = "comparison.html")
            String path) implements ComparisonOutput {}
}
