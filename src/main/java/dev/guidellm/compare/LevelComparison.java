package dev.guidellm.compare;

import java.util.List;

/// One level of load that both sides have.
///
/// @param strategy the level, such as `concurrent@8`
/// @param baselineRuns how many runs of the baseline have it
/// @param candidateRuns the same of the other side
/// @param metrics in the order asked for
/// @param notes what speaks against the figures, as sentences
public record LevelComparison(
        String strategy, int baselineRuns, int candidateRuns, List<MetricComparison> metrics, List<String> notes) {
    public LevelComparison {
        metrics = List.copyOf(metrics);
        notes = List.copyOf(notes);
    }

    /// Whether nothing is known of how runs of one side differ from one another.
    public boolean withinRunOnly() {
        return baselineRuns == 1 && candidateRuns == 1;
    }

    /// What the verdicts rest on, as a sentence without its full stop.
    public String evidence() {
        if (withinRunOnly()) {
            return "within-run evidence only: another run of the same server may differ by more";
        }
        String few = baselineRuns < 3 || candidateRuns < 3 ? "; more repeats would tell more" : "";
        return "covers run-to-run variation (" + baselineRuns + " and " + candidateRuns + " runs)" + few;
    }
}
