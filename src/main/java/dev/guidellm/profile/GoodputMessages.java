package dev.guidellm.profile;

import dev.guidellm.json.NumberText;
import dev.guidellm.search.CapacitySearch;
import dev.guidellm.search.LevelResult;
import dev.guidellm.search.SearchEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The log lines of a goodput search.
final class GoodputMessages {
    /// Ends the run when the first probe tells nothing.
    static final String UNMEASURABLE = "The goodput profile requires latency objectives that can be measured on this"
            + " workload. No request produced a determined verdict; check that --metrics defines an slo and that the"
            + " objectives it names are measurable, for example that ttft_ms and tpot_ms are only used with a"
            + " streaming backend.";

    private final SearchWords words;
    private final ProbeTarget target;

    GoodputMessages(SearchWords words, ProbeTarget target) {
        this.words = words;
        this.target = target;
    }

    /// A probe with too few requests to be sure of one of its objectives.
    String unresolved(double level, GoodputJudge.GoalResult goal) {
        return unclear(level, goal) + " Increase the per-probe duration or request count to resolve it.";
    }

    /// A probe that ended before it was clear, since the search climbs.
    String climbedPast(double level, GoodputJudge.GoalResult goal) {
        return unclear(level, goal) + " It was climbed past: it leaned to passing, and a higher level is to settle it.";
    }

    private String unclear(double level, GoodputJudge.GoalResult goal) {
        Double share = goal.share();
        return "Goodput probe at " + words.load() + " " + words.number(level) + " is unresolved: attainment "
                + (share == null ? "unknown" : decimals(share)) + " with " + confidence() + " interval ["
                + decimals(goal.interval().lower()) + ", "
                + decimals(goal.interval().upper()) + "] straddles the target " + decimals(goal.target()) + ".";
    }

    /// A probe none of whose requests has a verdict, after others had.
    String nothingMeasured(double level) {
        return "Goodput probe at " + words.load() + " " + words.number(level)
                + " counts as failed: none of its requests ended with a measurement of the objectives.";
    }

    /// A probe that the detector of over-saturation ended.
    String overSaturated(double level) {
        return "Goodput probe at " + words.load() + " " + words.number(level)
                + " counts as failed: the server fell behind (over_saturation).";
    }

    /// The end of a search.
    ///
    /// @param text one line
    /// @param warning whether it is less than a clear answer
    record Summary(String text, boolean warning) {}

    Summary summary(CapacitySearch<GoodputProbe> search, SearchEnd end, int probes) {
        List<LevelResult<GoodputProbe>> unclear = search.unclear();
        return search.best()
                .map(best -> found(best.level(), end, probes, unclear))
                .orElseGet(() -> new Summary(notFound(search, end, unclear), true));
    }

    private Summary found(double best, SearchEnd end, int probes, List<LevelResult<GoodputProbe>> unclear) {
        List<String> caveats = new ArrayList<>();
        if (end != SearchEnd.CONVERGED) {
            caveats.add("the search stopped early (" + words.key(end) + "), so " + words.number(best)
                    + " is a lower bound rather than the highest passing level");
        }
        if (!unclear.isEmpty()) {
            caveats.add("probes at " + words.levels(unclear) + " collected too few requests to separate their"
                    + " attainment from the target; raise the per-probe duration or request count");
        }
        if (caveats.isEmpty()) {
            return new Summary(
                    "Goodput search converged after " + probes + " probes: the highest " + words.load() + " meeting "
                            + wanted() + " is " + words.level(best) + ".",
                    false);
        }
        return new Summary(
                "Goodput search finished after " + probes + " probes with " + wanted() + " at " + words.level(best)
                        + ", but " + String.join(" and ", caveats) + ".",
                true);
    }

    private String notFound(
            CapacitySearch<GoodputProbe> search, SearchEnd end, List<LevelResult<GoodputProbe>> unclear) {
        String none = "Goodput search found no " + words.load() + " meeting " + wanted();
        return switch (end) {
            case UNCLEAR_AT_LOWEST_LEVEL ->
                none + ", but probes at " + words.levels(unclear) + " collected too few requests to separate their"
                        + " attainment from the target. Raise the per-probe duration or request count before"
                        + " concluding the objectives cannot be met.";
            case UNMET_AT_LOWEST_LEVEL ->
                none + "; the objectives are not met even at "
                        + (words == SearchWords.STREAMS
                                ? "a single stream"
                                : search.worst()
                                        .map(worst -> words.level(worst.level()))
                                        .orElse("the lowest rate"))
                        + " (" + words.key(end) + ").";
            case CONVERGED,
                    HIGHEST_LEVEL_PASSED,
                    PROBES_USED_UP,
                    STOPPED_BY_CONSTRAINT,
                    SERVER_SILENT,
                    INTERRUPTED,
                    RUN_FAILED ->
                none + "; the search stopped early (" + words.key(end) + ")"
                        + search.worst()
                                .map(worst -> ", and the lowest level that counts is " + words.level(worst.level()))
                                .orElse(" before any level counted")
                        + ".";
        };
    }

    private String wanted() {
        String targets =
                target.goals().stream().map(goal -> decimals(goal.share())).collect(Collectors.joining(", "));
        return target.goals().size() == 1 ? "attainment >= " + targets : "the attainment targets (" + targets + ")";
    }

    private String confidence() {
        double percent = target.confidence() * 100;
        double tenths = Math.rint(percent * 10) / 10;
        return NumberText.fixed(tenths, tenths == Math.rint(tenths) ? 0 : 1) + "%";
    }

    private static String decimals(double share) {
        return NumberText.fixed(share, 3);
    }
}
