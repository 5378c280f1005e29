package dev.guidellm.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Searches the highest level that passes: doubles while levels pass (halves while they fail), then bisects.
///
/// Without repetition every run bounds the search as it is. With it, a level is run again, its samples pooled,
/// before it decides:
/// - an unresolved failure, at once;
/// - a failure below a level that certainly passed;
/// - at the end, the highest level that passed while it is unresolved (lower ones are settled by a resolved
///   pass above them), and the failure next to it, when it was run only once: one slip does not bound the
///   search.
///
/// While it climbs, a level need not be certain to pass: a run may end as soon as it leans to it
/// ([#climbing]). A level of which no more is known is run again, in full, before it may be the answer; one that
/// passes above settles it. A failure under another load than was asked for is run again before the search ends on
/// it, and then does not count.
///
/// No level is run more than three times, and repeated runs count as probes. It neither waits nor
/// measures: results are told to it. Not for several threads.
///
/// @param <P> what is known of a run
public final class CapacitySearch<P> {
    private static final int MOST_RUNS = 3;
    /// This one, one above it, and this one again.
    private static final int PROBES_TO_COME_BACK = 2;

    private final SearchLevels levels;
    private final int maxProbes;
    private final boolean repeats;
    private final ProbeJudge<P> judge;
    private final List<Run<P>> runs = new ArrayList<>();
    private int withdrawn;
    private @Nullable SearchEnd end;

    private record Run<P>(double level, P probe) {}

    /// @param maxProbes runs in all, at least 1
    /// @param repeats whether levels are run again before they decide
    public CapacitySearch(SearchLevels levels, int maxProbes, boolean repeats, ProbeJudge<P> judge) {
        this.levels = levels;
        this.maxProbes = maxProbes;
        this.repeats = repeats;
        this.judge = judge;
    }

    /// What to do now. Does not change anything unless it says to end; after that it always says so.
    public SearchStep next() {
        if (end != null) {
            return new SearchStep.End(end);
        }
        SearchStep step = runs.isEmpty() ? new SearchStep.Probe(levels.first()) : step();
        if (step instanceof SearchStep.Probe && runs.size() >= maxProbes) {
            step = new SearchStep.End(SearchEnd.PROBES_USED_UP);
        } else if (step instanceof SearchStep.Probe && runs.size() == maxProbes - 1) {
            step = best().filter(best -> best.verdict().provisionalPass())
                    .<SearchStep>map(best -> new SearchStep.Probe(best.level()))
                    .orElse(step);
        }
        if (step instanceof SearchStep.End(SearchEnd reason)) {
            end = reason;
        }
        return step;
    }

    /// Whether a run of `level` may end as soon as it leans to passing: nothing has failed, there are levels above,
    /// and enough probes are left to go higher and to come back.
    public boolean climbing(double level) {
        return end == null
                && worst().isEmpty()
                && level < levels.highest()
                && runs.stream().noneMatch(run -> run.level() == level)
                && maxProbes - runs.size() > PROBES_TO_COME_BACK;
    }

    /// Takes the result of a run.
    public void ran(double level, P probe) {
        runs.add(new Run<>(level, probe));
    }

    /// Ends the search from outside.
    ///
    /// @param doubtful how many of the latest runs bound nothing because of what ended it
    public void stop(SearchEnd reason, int doubtful) {
        end = reason;
        withdrawn = Math.min(doubtful, runs.size());
    }

    /// Why it has ended; empty while it goes on.
    public Optional<SearchEnd> end() {
        return Optional.ofNullable(end);
    }

    /// How many of the latest runs bound nothing.
    public int withdrawn() {
        return withdrawn;
    }

    /// Results of the levels that count, in the order in which they were first tried.
    public List<LevelResult<P>> results() {
        Map<Double, List<P>> byLevel = new LinkedHashMap<>();
        for (Run<P> run : bounding()) {
            byLevel.computeIfAbsent(run.level(), _ -> new ArrayList<>()).add(run.probe());
        }
        List<LevelResult<P>> results = new ArrayList<>();
        byLevel.forEach((level, probes) -> results.add(LevelResult.of(level, probes, judge)));
        return results;
    }

    /// The highest level that passes, below all that fail; empty when there is none.
    public Optional<LevelResult<P>> best() {
        double ceiling = worst().map(LevelResult::level).orElse(Double.POSITIVE_INFINITY);
        return results().stream()
                .filter(result -> result.verdict().passed() && result.level() < ceiling)
                .reduce((a, b) -> a.level() > b.level() ? a : b);
    }

    /// The lowest level that fails; empty when there is none.
    public Optional<LevelResult<P>> worst() {
        return results().stream()
                .filter(result -> !result.verdict().passed())
                .reduce((a, b) -> a.level() < b.level() ? a : b);
    }

    /// Levels of which it is not certain whether they pass, in the order in which they were first tried. With
    /// repetition those are left out that a certain pass above, or a certain failure below, settles; and always
    /// those that were only climbed past, where a level above passed that was not.
    public List<LevelResult<P>> unclear() {
        List<LevelResult<P>> all = results();
        return all.stream()
                .filter(result -> !result.verdict().resolved())
                .filter(result -> !repeats || all.stream().noneMatch(other -> settles(other, result)))
                .filter(result -> !result.verdict().provisionalPass()
                        || all.stream().noneMatch(other -> standsAbove(other, result)))
                .toList();
    }

    private static boolean standsAbove(LevelResult<?> other, LevelResult<?> climbed) {
        return other.level() > climbed.level()
                && other.verdict().passed()
                && !other.verdict().provisional();
    }

    private static boolean settles(LevelResult<?> certain, LevelResult<?> other) {
        boolean passed = other.verdict().passed();
        return certain.verdict().resolved()
                && certain.verdict().passed() == passed
                && (passed ? certain.level() > other.level() : certain.level() < other.level());
    }

    private List<Run<P>> bounding() {
        return runs.subList(0, runs.size() - withdrawn);
    }

    private SearchStep step() {
        LevelResult<P> best = best().orElse(null);
        LevelResult<P> worst = worst().orElse(null);
        if (worst != null && repeats && mayRepeat(worst) && (!worst.verdict().resolved() || certainPassAbove(worst))) {
            return new SearchStep.Probe(worst.level());
        }
        if (worst == null) {
            double passed = best == null ? levels.first() : best.level();
            return passed >= levels.highest()
                    ? finish(SearchEnd.HIGHEST_LEVEL_PASSED, best, null)
                    : new SearchStep.Probe(levels.above(passed));
        }
        if (best == null) {
            return worst.level() <= levels.lowest()
                    ? finish(
                            unclear().isEmpty() ? SearchEnd.UNMET_AT_LOWEST_LEVEL : SearchEnd.UNCLEAR_AT_LOWEST_LEVEL,
                            null,
                            worst)
                    : new SearchStep.Probe(levels.below(worst.level()));
        }
        return levels.close(best.level(), worst.level())
                ? finish(SearchEnd.CONVERGED, best, worst)
                : new SearchStep.Probe(levels.between(best.level(), worst.level()));
    }

    /// Ends, unless a bound is to be run again first.
    private SearchStep finish(SearchEnd reason, @Nullable LevelResult<P> best, @Nullable LevelResult<P> worst) {
        if (best != null && mayRepeat(best) && isDoubtful(best.verdict())) {
            return new SearchStep.Probe(best.level());
        }
        if (worst != null && mayRepeat(worst) && mustRepeat(worst)) {
            return new SearchStep.Probe(worst.level());
        }
        return new SearchStep.End(reason);
    }

    private boolean isDoubtful(ProbeVerdict best) {
        return best.provisional() || (repeats && !best.resolved());
    }

    private boolean mustRepeat(LevelResult<P> worst) {
        return worst.verdict().provisional() || (repeats && worst.runs().size() == 1);
    }

    private boolean mayRepeat(LevelResult<P> result) {
        return result.runs().size() < MOST_RUNS;
    }

    private boolean certainPassAbove(LevelResult<P> failed) {
        return results().stream()
                .anyMatch(other -> other.level() > failed.level()
                        && other.verdict().passed()
                        && other.verdict().resolved());
    }
}
