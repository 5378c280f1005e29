package dev.guidellm.search;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which concurrencies to measure after the first ones, around the saturation that these showed.
///
/// @param concurrencies to measure, ascending; empty when nothing is
/// @param centre what the grid is around; null when none was laid, and so is the grid
public record RefinementPlan(
        boolean ready,
        String reason,
        List<Integer> concurrencies,
        @Nullable Double centre,
        @Nullable RefinementGrid grid,
        List<Integer> excluded) {
    public RefinementPlan {
        concurrencies = List.copyOf(concurrencies);
        excluded = List.copyOf(excluded);
    }

    /// No refinement, for a reason that does not lie in the figures.
    public static RefinementPlan skipped(String reason) {
        return new RefinementPlan(false, reason, List.of(), null, null, List.of());
    }

    /// Plans by what was found.
    ///
    /// @param measured what need not be measured again
    public static RefinementPlan of(
            SaturationAssessment assessment, Set<Integer> measured, int pointsEachSide, int maxStep) {
        boolean unsafe = switch (assessment.status()) {
            case DISAGREEMENT, NO_SATURATION -> true;
            case CORROBORATED, COMPATIBLE, THROUGHPUT_ONLY, OVER_SATURATION_BOUNDARY -> false;
        };
        if (unsafe) {
            return skipped("Cannot safely select adaptive concurrencies: " + assessment.reason());
        }
        Double centre = centre(assessment);
        if (centre == null) {
            return skipped("The saturation assessment did not provide a refinement center");
        }
        RefinementGrid grid = RefinementGrid.around(centre, pointsEachSide, maxStep);
        List<Integer> known =
                grid.concurrencies().stream().filter(measured::contains).toList();
        List<Integer> fresh =
                grid.concurrencies().stream().filter(c -> !measured.contains(c)).toList();
        return fresh.isEmpty()
                ? new RefinementPlan(
                        false, "All adaptive candidate concurrencies were already measured", fresh, centre, grid, known)
                : new RefinementPlan(
                        true,
                        "Selected unmeasured concurrencies around the saturation region",
                        fresh,
                        centre,
                        grid,
                        known);
    }

    private static @Nullable Double centre(SaturationAssessment assessment) {
        if (assessment.centre() != null) {
            return assessment.centre();
        }
        Double lower = assessment.lower();
        Double upper = assessment.upper();
        if (lower != null && upper != null) {
            return (lower + upper) / 2;
        }
        return lower != null ? lower : upper;
    }
}
